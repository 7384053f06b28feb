//go:build long

package command_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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

// TestCommandsStayBelowTheirLimit draws command lines at random, reads from the refusal under a low limit what each one
// would need, and runs it under a limit just above that: the process's largest resident set must not exceed the limit by
// more than 15 %. That set is at least this process's own when it starts the command, so that no other test is to run
// before.
func TestCommandsStayBelowTheirLimit(t *testing.T) {
	wanted := os.Getenv(commandMemory)
	if wanted == "" {
		t.Skip("takes too long: set " + commandMemory + "=200,1, -run " + t.Name() + " and -timeout 60m")
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
		if out, err := exec.Command("go", "build", "-o", p.bin, "../..").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	d := drawnLines{rand.New(rand.NewPCG(seed, 1)), writeRows(t, dir), writeLandmarks(t, dir),
		filepath.Join(dir, "fitted.json")}
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
		if m.peak > 1.15*m.limit {
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

// measure runs the line under limits that are too low, until the estimate that a refusal names is
// enough, and measures that run. A refusal may name more than the one before it: that of data comes
// as soon as a row is too much, that of a method where it finds that it needs more than was foreseen.
// Where the line is refused for another reason than memory why says so.
func (p measuredProgram) measure(line string) (m measurement, why string) {
	m.line, m.estimate = line, 32e6 // less than this is refused before all else
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
	m.peak = peakMemory(c.ProcessState)
	m.seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	return string(said), err
}
