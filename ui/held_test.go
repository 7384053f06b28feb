package ui

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/ui/screen/screentest"
)

// TestHeldKnob: each step of a knob that is held has a frame of its own, with curves of all methods, and the y axis
// only grows.
func TestHeldKnob(t *testing.T) {
	t.Parallel()
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: realSpec(600, 60), Methods: approx.Methods(),
		Workers: 2, Version: "test", pause: time.Hour},
		screentest.Look("braille", "none"), job.NewRunner(context.Background()), time.Now)
	defer m.Runner.Close(time.Minute)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Init()
	await(m, time.Minute)
	ends := func() (lo, hi float64) {
		for line := range strings.SplitSeq(m.texts[0], "\n") {
			label, _, ok := strings.Cut(line, "┤")
			if v, err := tickValue(label); ok && err == nil {
				if lo = v; hi == 0 {
					hi = v
				}
			}
		}
		return lo, hi
	}
	lo, hi := ends()
	for step := range 15 {
		before := m.texts[0]
		press(m, "right")
		for m.Runner.Busy(job.Preview) {
			m.Update(m.Runner.Wait())
		}
		if m.texts[0] == before {
			t.Errorf("step %d has no frame of its own", step)
		}
		if n := len(m.built[0].Series); n < 4 || m.Shown().Preview == "" {
			t.Errorf("step %d shows %d curves, of a preview %q", step, n, m.Shown().Preview)
		}
		least, most := ends()
		if !(least <= lo && most >= hi && lo > 0) {
			t.Errorf("step %d: the y axis from %v to %v was from %v to %v", step, least, most, lo, hi)
		}
		lo, hi = least, most
	}
}

// tickValue reads the label of a tick, such as 0.5, 10⁻² or 3·10⁻⁴.
func tickValue(label string) (float64, error) {
	const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	mantissa, power := strings.TrimSpace(label), ""
	if at := strings.IndexAny(mantissa, "⁻"+raised); at >= 0 {
		for _, r := range mantissa[at:] {
			if i := slices.Index([]rune(raised), r); i >= 0 {
				power += strconv.Itoa(i)
			} else {
				power += "-"
			}
		}
		mantissa, power = cmp.Or(strings.TrimSuffix(strings.TrimSuffix(mantissa[:at], "10"), "·"), "1"), "e"+power
	}
	return strconv.ParseFloat(mantissa+power, 64)
}
