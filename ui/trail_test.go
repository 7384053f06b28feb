package ui

import (
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/widget"
)

// TestKnobThatMovedHasATrail: the errors at its last values, of the method pointed at; another knob begins anew, and several at
// once have none.
func TestKnobThatMovedHasATrail(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	errors := func(v float64) { // of two methods at the present setting
		for i, name := range []string{"plain", "eager"} {
			r := sweep.Result{Method: name, Rep: 1}
			r.Set("error", v*float64(i+1))
			m.receive(job.Sweep, lab.Row{Result: r})
		}
	}
	m.Init()
	want := func(knob model.Name, of string, values ...float64) {
		t.Helper()
		if at, got := m.Trail(of); at != knob || !slices.Equal(got, values) {
			t.Errorf("the trail of %s at %s is %v, want %v at %s", of, at, got, values, knob)
		}
	}
	m.panel.Chosen = "m"
	errors(0.8)
	want("", "plain")
	press(m, "right")
	want("m", "plain", 0.8)
	errors(0.4)
	press(m, "right", "right") // one that is passed at once
	errors(0.1)
	want("m", "plain", 0.8, 0.4, 0.1)
	want("m", "eager", 1.6, 0.8, 0.2)
	m.layOut()
	if !strings.Contains(m.View(), "▸m ▇▅▁") {
		t.Errorf("the knob m has no bars:\n%s", m.View())
	}
	if press(m, "enter"); strings.ContainsAny(m.View(), "▁▇") {
		t.Errorf("bars stand beside what is typed:\n%s", m.View())
	}
	press(m, "esc", "u")
	errors(0.4)
	want("m", "plain", 0.8, 0.4, 0.1, 0.4)
	for range 9 {
		press(m, "left")
		errors(0.5)
	}
	if _, got := m.Trail("plain"); len(got) != lab.TrailLength {
		t.Errorf("%d values", len(got))
	}
	m.toggleMethod(0)
	if at, got := m.Trail("eager"); at != "m" || len(got) == 0 {
		t.Errorf("another method has ended the trail: %v at %s", got, at)
	}
	errors(0.5)
	press(m, "r")
	want("seed", "plain", 0.5)
	m.change(func(s *lab.Setting) { s.Spec.N--; s.Spec.Seed++ })
	want("", "plain")
}

// TestSparkline: on a log scale, of all heights from a factor of two on, and in ASCII.
func TestSparkline(t *testing.T) {
	braille, ascii := screentest.Look(t, "braille", "none"), screentest.Look(t, "ascii", "none")
	for _, c := range []struct {
		values      []float64
		want, plain string
	}{
		{nil, "", ""},
		{[]float64{1}, "", ""},
		{[]float64{1, 0.1, 0.01}, "▇▅▁", "*=."},
		{[]float64{1, 1}, "▁▁", ".."},
		{[]float64{1, 1.1, 2}, "▁▂▇", ".:*"},
		{[]float64{0, 1e-13, 1}, "▁▁▇", "..*"},
	} {
		if got := widget.Sparkline(c.values, &braille); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
		if got := widget.Sparkline(c.values, &ascii); got != c.plain {
			t.Errorf("%v: %s, want %s", c.values, got, c.plain)
		}
	}
}

// TestTrailGoesBeforeSymbolAndValue do: it is cut to the latest, and left out.
func TestTrailGoesBeforeSymbolAndValue(t *testing.T) {
	l := screentest.Look(t, "braille", "none")
	p := widget.Panel{Chosen: "m"}
	p.Set([]widget.Knob{{Param: model.Budget(nil), Value: "100", Trail: "▁▂▂▃▅▅▆▇"}})
	for w, want := range map[int]string{22: "▸m ▁▂▂▃▅▅▆▇    ◂ 100 ▸", 17: "▸m ▂▃▅▅▆▇ ◂ 100 ▸", 13: "▸m ▆▇ ◂ 100 ▸", 12: "▸m   ◂ 100 ▸"} {
		if got := p.Line(w, &l, false); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}
