package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gramscope/approx"
)

// commandMemory names the environment variable that asks for the measurement of
// whole commands: numbers of rows, 4096,20000 say. It takes an hour, and needs 2 GB.
const commandMemory = "GRAMSCOPE_MEMORY_COMMANDS"

// TestMemoryOfCommands measures what processes take at most, less what one takes
// that does next to nothing, against the estimate that a refusal names.
func TestMemoryOfCommands(t *testing.T) {
	wanted := os.Getenv(commandMemory)
	if wanted == "" {
		t.Skip("takes too long: set " + commandMemory + "=4096,20000")
	}
	m := measured{bin: filepath.Join(t.TempDir(), "gramscope"), dir: t.TempDir()}
	if out, err := exec.Command("go", "build", "-o", m.bin, "gramscope").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	m.bare, _, _ = m.run("sweep --n 10 --m 2 --methods nystrom friedman")
	for text := range strings.SplitSeq(wanted, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s = %q: %q is no number of rows", commandMemory, wanted, text)
		}
		for _, line := range memoryLines(n) {
			t.Run(strings.ReplaceAll(line, " ", "_"), func(t *testing.T) { m.compare(t, line) })
		}
	}
}

// memoryLines are the commands for n rows. Above 4096 those that read all of K many
// times over, or decompose it, are given a small budget, few values, or fewer rows.
// data and predict are not among them: what they say that they need is what has been
// read so far. Nor is the explorer, which reckons as a sweep does.
func memoryLines(n int) (lines []string) {
	large := n > 4096
	add := func(line string, n int, set string) {
		lines = append(lines, strings.Replace(line, " ", fmt.Sprintf(" --n %d ", n), 1)+" "+set)
	}
	for _, m := range approx.Methods() {
		rows, set := n, "--mu 1"
		if m.Needs.MaxN > 0 {
			rows = min(n, m.Needs.MaxN)
		}
		switch {
		case m.Name == "best": // where a Krylov space settles soon; beyond that it asks again
			set += " --gamma 0.01"
		case m.Needs.Landmarks: // it takes what nystrom does, and the limit would refuse their file
			continue
		}
		if large {
			switch m.Name {
			case "best":
				set += " --m 20"
			case "rls": // O(n³)
				rows = min(n, 10000)
			case "gaussian-sketch", "localized-sketch", "sparse-projection":
				set += " --m 50"
			case "meka": // where its K̃ + μI is definite
				set = "--mu 20 --m 50"
			}
		}
		add("fit friedman --out OUT --method "+m.Name, rows, set)
	}
	add("fit moons --out OUT --learner logistic --gamma 1000", n, "--mu 1 --m 200") // a K̃ of rank 200
	few, narrow, over := "", "--gammas 100,1000", "--over m=50,100,200"             // a K̃ of rank 200 of moons, too
	if large {
		few, narrow, over = "--mus 1 --gammas 0.1,1", "--mus 1 --gammas 1000", "--m 50"
	}
	add("tune friedman --workers 1 --methods nystrom --m 200", n, few)
	for _, learner := range []string{"logistic", "svm"} {
		add("tune moons --workers 1 --methods nystrom --m 200 --learner "+learner, n, narrow)
	}
	add("sweep friedman --workers 1 --methods bka --regression=false", n, "")
	add("sweep friedman --workers 1 --methods nystrom,fourier", n, over)
	for _, solver := range []string{"falkon", "krill", "pcg"} {
		add("sweep friedman --workers 1 --methods nystrom --solver "+solver, n, over)
		add("fit friedman --out OUT --method nystrom --mu 1 --m 200 --solver "+solver, n, "")
	}
	add("sweep moons --workers 1 --methods nystrom --learner logistic --gamma 1000", n, over)
	if !large {
		add("sweep friedman --workers 1", n, "")
		add("fit friedman --out OUT --method exact", n, "")
		add("tune friedman --workers 1", n, "")
		add("tune moons --workers 1 --methods bka --learner logistic", n, "--mus 1 --gammas 1000") // eigenpairs, which ridge regression does without
		add("sufficient friedman --workers 1 --reps 2", n, "--mus 1")
	}
	return lines
}

type measured struct {
	bin, dir string
	bare     int64
}

// compare runs the line twice: to be refused, and to be measured.
func (m *measured) compare(t *testing.T, line string) {
	_, text, err := m.run(line + " --max-memory 1kB")
	found := regexp.MustCompile(`would need about (\S+) (\wB) of memory`).FindStringSubmatch(text)
	if err == nil || found == nil {
		t.Fatalf("no refusal: %v %s", err, text)
	}
	estimate, _ := strconv.ParseFloat(found[1], 64)
	estimate *= map[string]float64{"kB": 1e3, "MB": 1e6, "GB": 1e9}[found[2]]
	peak, text, err := m.run(line + " --max-memory 100GB")
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	got := float64(peak - m.bare)
	t.Logf("%-100s %7.1f of %7.1f MB: %.2f", line, got/1e6, estimate/1e6, got/estimate)
	if small := 8e6; got > 1.2*estimate+small || got+small < 0.5*estimate {
		t.Errorf("%s takes %.1f MB, and %.1f were estimated", line, got/1e6, estimate/1e6)
	}
}

// run is the most memory that a command takes, in bytes, and what it says.
func (m *measured) run(line string) (peak int64, text string, err error) {
	out := filepath.Join(m.dir, "model.json")
	os.Remove(out)
	c := exec.Command(m.bin, strings.Fields(strings.ReplaceAll(line, "OUT", out))...)
	said, err := c.CombinedOutput()
	return c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10, string(said), err
}
