package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gramscope/approx"
)

// commandMemory names the environment variable that asks for the measurement of
// whole commands: numbers of rows, 4096,20000 say. It takes minutes to an hour.
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

// memoryLines are the commands for n rows. Above the exact limit those are left out
// that read all of K many times over, or decompose it.
func memoryLines(n int) (lines []string) {
	slow := []string{"best", "rls", "gaussian-sketch", "localized-sketch", "sparse-projection", "als"}
	rows := fmt.Sprintf(" --n %d ", n)
	for _, m := range approx.Methods() {
		if m.Needs.MaxN > 0 && n > m.Needs.MaxN || n > 4096 && slices.Contains(slow, m.Name) {
			continue
		}
		lines = append(lines, "fit"+rows+"--mu 1 --out OUT --method "+m.Name+" friedman") // where meka's K̃ + μI is definite
	}
	lines = append(lines,
		"tune"+rows+"--workers 1 --methods bka --mus 1 --gammas 0.1,1 friedman",
		"sweep"+rows+"--methods bka --workers 1 --regression=false friedman",
		"sweep"+rows+"--workers 1 friedman",
		"sweep"+rows+"--workers 1 --methods nystrom,fourier --over m=50,100,200 friedman",
		"sweep"+rows+"--workers 1 --methods nystrom --solver falkon --m 200 friedman",
		"tune"+rows+"--workers 1 --methods nystrom --m 200 friedman",
		"tune"+rows+"--workers 1 --methods nystrom --m 200 --learner logistic moons")
	if n <= 4096 {
		lines = append(lines, "fit"+rows+"--out OUT --method exact friedman", "tune"+rows+"--workers 1 friedman",
			"sufficient"+rows+"--workers 1 --reps 2 friedman")
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
