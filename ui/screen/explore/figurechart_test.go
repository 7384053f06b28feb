package explore

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// TestAxisHolds: from one setting to the next the axis of the figure grows by whole decades, and it fits the curves
// when all runs are in.
func TestAxisHolds(t *testing.T) {
	m := toy(t)
	feed(t, m, 0)
	m.Post(gridRow(m, 0, 2e-5))
	m.Post(gridRow(m, 1, 1))
	first := m.Lines(0).Y
	if first.Lo > 2e-5 {
		t.Fatalf("the axis begins at %v", first.Lo)
	}
	next := m.Outcome
	m.Step(model.Gamma(nil), 1)
	m.Post(lab.Prepared{Now: next.Plan})
	for _, row := range []struct{ y, lo float64 }{{0.5, first.Lo}, {3e-7, 1e-7}, {5e-9, 1e-9}} {
		m.Post(gridRow(m, 0, row.y))
		if lines := m.Lines(0); math.Abs(lines.Y.Lo/row.lo-1) > 1e-9 || lines.Y.Hi != first.Hi {
			t.Errorf("with an error of %v the axis is %v to %v, want %v to %v", row.y, lines.Y.Lo, lines.Y.Hi, row.lo, first.Hi)
		}
	}
	m.Post(gridRow(m, 0, 0.5))
	m.Post(job.Finished{})
	if lines := m.Lines(0); lines.Y.Lo < 0.01 {
		t.Errorf("in the end the axis begins at %v", lines.Y.Lo)
	}
}

// TestNumericalZerosStandAtTheAxis: errors that are zero but for rounding don't stretch the axis.
func TestNumericalZerosStandAtTheAxis(t *testing.T) {
	m := toy(t)
	feed(t, m, 0)
	m.Post(gridRow(m, 0, 0.5))
	m.Post(gridRow(m, 1, 1e-40))
	if lines, view := m.Lines(0), text(m, 0); lines.Y.Lo < 0.01 || !strings.Contains(view, "↓") {
		t.Errorf("the axis begins at %v\n%s", lines.Y.Lo, view)
	}
}

func TestErrorsThatAreAllZero(t *testing.T) {
	m := toy(t)
	feed(t, m, 0)
	for point := range m.Outcome.Axis.Values {
		m.Post(gridRow(m, point, 0))
	}
	m.Post(job.Finished{})
	lines := m.Lines(0)
	if view := text(m, 0); lines.Y.Scale != chart.Linear || lines.Y.Lo != 0 || strings.Contains(view, "hidden") {
		t.Errorf("scale %v from %v\n%s", lines.Y.Scale, lines.Y.Lo, view)
	}
}

func TestTitleNamesTheFloor(t *testing.T) {
	for _, w := range []int{28, 37, 67} { // the panes of windows of 80, 100 and 160 columns
		m := toy(t)
		feed(t, m, 2)
		if title := m.Title(0, w); !strings.Contains(title, "── floor") {
			t.Errorf("in %d cells: %s", w, title)
		}
		if title := m.Title(0, 120); !strings.Contains(title, "floor of rank m") {
			t.Errorf("over m: %s", title)
		}
		m.Setting.Spec.Values["rank"] = 10
		if title := m.Title(0, 120); !strings.Contains(title, "── floor") || strings.Contains(title, "rank m") {
			t.Errorf("at rank = 10 over m: %s", title)
		}
		m.Edit(func(s *lab.Setting) { s.Axis.Name = "gamma" })
		m.Send(screen.ShowValue("memory"))
		if title := m.Title(0, 20); !strings.Contains(title, "in B") {
			t.Errorf("memory has no unit: %s", title)
		}
		m.Send(screen.ShowValue("stable rank"))
		if title := m.Title(0, 120); title != "stable rank of K̃, over γ" {
			t.Errorf("stable rank: %s", title)
		}
	}
}

func TestFailedPreparationIsTold(t *testing.T) {
	m := toy(t)
	m.Post(job.Failed{Err: &sweep.SpecError{Problem: "this can't be computed",
		Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}})
	m.Post(job.Finished{})
	view := strings.Join(strings.Fields(m.Text(0, 80, 20)), " ")
	if !strings.Contains(view, "this can't be computed; lower n or m,") ||
		!strings.Contains(view, "or raise --max-memory at the start") || strings.Contains(view, "computing") ||
		strings.Contains(text(m, 1), "computing") {
		t.Errorf("the screen does not say why nothing runs:\n%s", view)
	}
}

func TestTheoryIsDrawnOnDemand(t *testing.T) {
	m := computing(t)
	m.Settle()
	series := func() []string {
		var names []string
		for _, s := range m.Lines(0).Series {
			names = append(names, s.Name)
		}
		return names
	}
	if slices.Contains(series(), "1/√m") || strings.Contains(m.Title(0, 200), "theory") {
		t.Fatalf("theory without having been asked for: %v", series())
	}
	m.Press(0, "b")
	m.Settle()
	d := m.ExactNow("bach_d")
	if math.IsNaN(d) || !(d > 0) {
		t.Fatalf("Bach's d is %v", d)
	}
	for w, want := range map[int]string{200: "   ··· theory's rate 1/√m   ── floor", 30: "error over m  ··· 1/√m"} {
		if title := m.Title(0, w); !strings.Contains(title, want) {
			t.Errorf("in %d cells %q, want %q", w, title, want)
		}
	}
	for w, want := range map[int]string{170: "theory: Bach's bound grows with d = " + number.Count(d) + "; p = ",
		56: "m: Bach's d = " + number.Count(d) + ", p = ", 34: "Bach's d = " + number.Count(d) + ", p = 181 k suffice ",
		24: "Bach's d = " + number.Count(d) + " "} {
		if view := m.Text(0, w, 30); !strings.Contains(view, want) {
			t.Errorf("in %d cells no %q in\n%s", w, want, view)
		}
	}
	found := false
	for _, s := range m.Lines(0).Series {
		if s.Name != "1/√m" {
			continue
		}
		found = s.Dotted
		for i, x := range s.X {
			if math.Abs(s.Y[i]*math.Sqrt(x)-1) > 1e-12 {
				t.Errorf("%v at m = %v", s.Y[i], x)
			}
		}
	}
	if !found {
		t.Errorf("series %v", series())
	}
	m.Press(0, "b")
	if slices.Contains(series(), "1/√m") {
		t.Error("theory stays")
	}
}
