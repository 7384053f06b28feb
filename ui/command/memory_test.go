package command_test

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/ui/command"
)

// TestCollectorIsToldOfTheLimit: while a command that has --max-memory reads its data the garbage
// collector has a limit below that, of 2 GB where none is given, and afterwards the one from before.
func TestCollectorIsToldOfTheLimit(t *testing.T) {
	model := filepath.Join(t.TempDir(), "model.json")
	before := debug.SetMemoryLimit(-1)
	rows, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"data", "sweep --n 20 --m 5 --methods nystrom", "fit --m 5 --out " + model, "predict " + model,
		"tune --m 5 --methods nystrom --mus 1 --gammas 1", "sufficient --methods nystrom --mus 1"} {
		for flag, allowed := range map[string]int64{"": 2e9, " --max-memory 300MB": 300e6} {
			if strings.HasPrefix(line, "fit") {
				os.Remove(model)
			}
			in := &watchedInput{Reader: bytes.NewReader(rows)}
			var said strings.Builder
			err := command.Run(t.Context(), approx.Methods(), strings.Fields(line+flag+" -"), in, io.Discard, &said)
			if err != nil {
				t.Fatalf("%s%s: %v\n%s", line, flag, err, said.String())
			}
			if in.limit > allowed-16e6 || in.limit < allowed*9/10-16e6 {
				t.Errorf("%s%s: the collector's limit is %.0f MB", line, flag, float64(in.limit)/1e6)
			}
			if after := debug.SetMemoryLimit(-1); after != before {
				t.Errorf("%s%s leaves a limit of %d", line, flag, after)
			}
		}
	}
}

// watchedInput notes the collector's limit when it is read.
type watchedInput struct {
	io.Reader
	limit int64
}

func (w *watchedInput) Read(p []byte) (int, error) {
	w.limit = debug.SetMemoryLimit(-1)
	return w.Reader.Read(p)
}

// commandMemory names the environment variable that asks for the measurement of whole
// commands: how many command lines, and the seed they are drawn from, as 200,1. 200 take
// some ten minutes and 2 GB. Where commandMemoryOf names a program, that one is measured.
const (
	commandMemory   = "GRAMSCOPE_MEMORY_COMMANDS"
	commandMemoryOf = "GRAMSCOPE_MEMORY_PROGRAM"
)

// overEstimate is the limit that each command is given, as a multiple of the estimate that its
// refusal names.
const overEstimate = 1.05

// TestCommandsStayBelowTheirLimit draws command lines at random, reads from the refusal under a
// limit of 1 kB what each one would need, and runs it under a limit just above that: the
// process's largest resident set must not exceed the limit.
func TestCommandsStayBelowTheirLimit(t *testing.T) {
	wanted := os.Getenv(commandMemory)
	if wanted == "" {
		t.Skip("takes too long: set " + commandMemory + "=200,1 and -timeout 60m")
	}
	var count int
	var seed uint64
	if _, err := fmt.Sscanf(wanted, "%d,%d", &count, &seed); err != nil {
		t.Fatalf("%s = %q, expected a number of command lines and a seed, such as 200,1", commandMemory, wanted)
	}
	dir := t.TempDir()
	p := measuredProgram{bin: os.Getenv(commandMemoryOf), out: filepath.Join(dir, "model.json")}
	if p.bin == "" {
		p.bin = filepath.Join(dir, "gramscope")
		if out, err := exec.Command("go", "build", "-o", p.bin, "gramscope").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	d := drawnLines{rand.New(rand.NewPCG(seed, 1)), writeRows(t, dir), writeLandmarks(t, dir), filepath.Join(dir, "fitted.json")}
	if text, err := p.run("fit --n 3000 --m 300 --mu 1 --out "+d.model+" "+d.file, new(measurement)); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var all []measurement
	seen := map[string]bool{}
	for drawn := 0; len(all) < count && drawn < 4*count; drawn++ {
		line := d.line(drawn)
		if seen[line] {
			continue
		}
		seen[line] = true
		m, why := p.measure(line)
		if why != "" {
			t.Logf("not measured: %s: %s", line, why)
			continue
		}
		all = append(all, m)
		t.Log(m)
		if m.peak > m.limit {
			t.Errorf("%s takes %.1f MB, more than its limit of %.1f MB", line, m.peak/1e6, m.limit/1e6)
		}
	}
	if len(all) < count {
		t.Errorf("%d command lines of %d could be measured", len(all), count)
	}
	slices.SortFunc(all, func(a, b measurement) int { return cmp.Compare(b.peak/b.limit, a.peak/a.limit) })
	t.Logf("by peak/limit, the largest first; in all %d", len(all))
	for _, m := range all {
		t.Log(m)
	}
}

// writeRows writes a CSV file of numbers: 20000 rows of 20 features and a target.
func writeRows(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "rows.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	rng, w := rand.New(rand.NewPCG(1, 2)), bufio.NewWriter(f)
	for range 20000 {
		sum := 0.0
		for range 20 {
			v := rng.NormFloat64()
			sum += v
			fmt.Fprintf(w, "%.6g,", v)
		}
		fmt.Fprintf(w, "%.6g\n", math.Sin(sum)+rng.NormFloat64()/10)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// writeLandmarks writes the numbers of 100 rows, for the method given.
func writeLandmarks(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintln(&b, 2*i+1)
	}
	path := filepath.Join(dir, "landmarks.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// drawnLines draws command lines.
type drawnLines struct {
	*rand.Rand
	file, landmarks, model string
}

// line is a command line of a command, method, solver, learner and size drawn at random. The
// methods take turns, so that each has its share. What reads all of K, or decomposes it, gets
// fewer rows, so that no command takes minutes.
func (d drawnLines) line(i int) string {
	m := approx.Methods()[i%len(approx.Methods())]
	set := d.one("friedman", "friedman", "moons", "bimodal", d.file)
	if m.Needs.Landmarks { // which a file of rows' numbers gives
		set = d.file
	}
	switch d.one("sweep", "sweep", "sweep", "tune", "tune", "fit", "fit", "fit", "sufficient", "predict") {
	case "sweep":
		return d.sweep(m, set)
	case "tune":
		return d.tune(m, strings.Replace(set, "bimodal", "moons", 1))
	case "fit":
		return d.fit(m, set)
	case "sufficient":
		n := d.between(300, 900)
		return fmt.Sprintf("sufficient --n %d --methods %s --mus 1 --reps %s --workers %s %s", n, d.names(m), d.one("1", "2"), d.one("1", "2"), set)
	}
	return d.one("data ", "predict "+d.model+" ", "predict --score "+d.model+" ") + d.file
}

func (d drawnLines) sweep(m model.Method, set string) string {
	figures := d.one("", "", "--figures fit", "--figures error,regression", "--figures all", "--diagnostics", "--bounds")
	most := 20000
	switch figures {
	case "--diagnostics":
		most = 900
	case "--figures all", "--bounds":
		most = 6000
	}
	learning := d.learning(set)
	if strings.Contains(learning, "pcg") {
		most = min(most, 3000)
	}
	n, budget, sizes := d.sizes(m, set, most)
	grid := d.one("", "--reps 2", fmt.Sprintf("--over m=%d,%d", max(1, budget/2), budget), "--over gamma=0.1,1",
		"--over mu=0.1,1", fmt.Sprintf("--over n=%d,%d", n/2, n), "--reps 3 --over mu=1,10", "--test 0.5")
	return strings.Join([]string{"sweep", sizes, "--methods", d.names(m), figures, grid, learning, "--workers", d.one("1", "2"), set}, " ")
}

func (d drawnLines) tune(m model.Method, set string) string {
	n, _, sizes := d.sizes(m, set, 10000)
	names, values := d.names(m), "--mus 0.1,1 --gammas "+d.one("0.1", "0.1,1")
	if n <= 3000 && d.IntN(6) == 0 {
		names = "exact"
	}
	if n <= 1000 {
		values = ""
	}
	return strings.Join([]string{"tune", sizes, "--methods", names, values, d.learner(set), "--workers", d.one("1", "2"), set}, " ")
}

func (d drawnLines) fit(m model.Method, set string) string {
	learning, most := d.learning(set), 20000
	if strings.Contains(learning, "pcg") {
		most = 3000
	}
	n, _, sizes := d.sizes(m, set, most)
	if n <= 3000 && d.IntN(6) == 0 {
		return fmt.Sprintf("fit --n %d --method exact %s --out OUT %s", n, d.learner(set), set)
	}
	return strings.Join([]string{"fit", sizes, "--method", m.Name, "--mu", d.one("0.1", "1", "10"), learning, "--out OUT", set}, " ")
}

// sizes are n up to about most and m, and as flags with what else the method wants to know.
func (d drawnLines) sizes(m model.Method, set string, most int) (n, budget int, flags string) {
	n = min(d.between(300, 20000), most)
	switch {
	case m.Name == "rls", m.Name == "best", m.Name == "als":
		n = min(n, 2000)
	case m.Quadratic(m.New()), m.Name == "ink-estimate":
		n = min(n, 3000)
	case n > 1000 && most > 6000 && set != d.file && d.IntN(10) == 0:
		n = 100000
	}
	budget = min(d.between(20, 1000), n/3, int(math.Sqrt(2e9/float64(n))))
	flags = fmt.Sprintf("--n %d --m %d", n, budget)
	switch {
	case m.Needs.Landmarks:
		flags += " --landmarks " + d.landmarks
	case m.Name == "bka", m.Name == "meka":
		flags += fmt.Sprintf(" --clusters %d", max(5, n/400))
	}
	return n, budget, flags
}

// names are a method, and at times another beside it.
func (d drawnLines) names(m model.Method) string {
	other := d.one("nystrom", "fourier", "block-nystrom", "squeak")
	if d.IntN(3) > 0 || other == m.Name {
		return m.Name
	}
	return m.Name + "," + other
}

// learning is a learner, or a solver of ridge regression.
func (d drawnLines) learning(set string) string {
	if set == "moons" {
		return d.learner(set)
	}
	return d.one("", "", "", "--solver falkon", "--solver krill", "--solver pcg")
}

func (d drawnLines) learner(set string) string {
	if set == "moons" {
		return d.one("--learner logistic", "--learner svm")
	}
	return ""
}

// one is any of these.
func (d drawnLines) one(values ...string) string { return values[d.IntN(len(values))] }

// between is a whole number whose logarithm is uniform.
func (d drawnLines) between(lo, hi int) int {
	return int(float64(lo) * math.Pow(float64(hi)/float64(lo), d.Float64()))
}

// measuredProgram is a program whose processes are measured.
type measuredProgram struct{ bin, out string }

// measurement is what a command took, in bytes.
type measurement struct {
	line                  string
	peak, limit, estimate float64
	seconds               float64
}

func (m measurement) String() string {
	return fmt.Sprintf("peak/limit %.3f estimate/peak %.2f: %7.1f of %7.1f MB, %5.1f s: %s",
		m.peak/m.limit, m.estimate/m.peak, m.peak/1e6, m.limit/1e6, m.seconds, m.line)
}

var need = regexp.MustCompile(`would need about (\S+) (\wB) of memory`)

// measure runs the line under limits that are too low, until the estimate that a refusal names is
// enough, and measures that run. A refusal may name more than the one before it: that of data comes
// as soon as a row is too much, that of a method where it finds that it needs more than was foreseen.
// Where the line is refused for another reason than memory why says so.
func (p measuredProgram) measure(line string) (m measurement, why string) {
	m.line, m.estimate = line, 1e6
	for {
		m.limit = math.Floor(overEstimate * m.estimate)
		text, err := p.run(fmt.Sprintf("%s --max-memory %.0f", line, m.limit), &m)
		found := need.FindStringSubmatch(text)
		switch {
		case err == nil:
			return m, ""
		case found != nil:
			m.estimate, _ = strconv.ParseFloat(found[1], 64)
			m.estimate *= map[string]float64{"kB": 1e3, "MB": 1e6, "GB": 1e9}[found[2]]
		case strings.Contains(text, "the data need more than"):
			m.estimate *= 1.5
		default:
			return m, text
		}
	}
}

// run runs a command, notes the memory and the processors' time that it takes, and gives what it
// says.
func (p measuredProgram) run(line string, m *measurement) (text string, err error) {
	os.Remove(p.out)
	c := exec.Command(p.bin, strings.Fields(strings.ReplaceAll(line, "OUT", p.out))...)
	said, err := c.CombinedOutput()
	m.peak = float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10)
	m.seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	return string(said), err
}
