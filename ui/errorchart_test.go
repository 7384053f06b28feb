package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// gridRow is a row of the grid with that error.
func gridRow(m *explorer, point int, err float64) lab.Row {
	r := madeUp(m.Outcome().Plan().Asked(m.Outcome().Plan().Cells[0]), 0)
	r.Error = err
	return lab.Row{OnGrid: true, Point: point, Result: r}
}

// TestAxisIsDecidedBeforeTheFirstPoint: scale and notation are the same with no point, with few and
// with all, whatever the figures are; only those that are all 0 in the end have a linear axis.
func TestAxisIsDecidedBeforeTheFirstPoint(t *testing.T) {
	type kind struct {
		scale    chart.Scale
		notation chart.Notation
	}
	for label, want := range map[string]kind{"error": {chart.Log, chart.Exponent}, "entries": {chart.Log, chart.Prefixed}, "memory": {chart.Log, chart.Prefixed},
		"time": {chart.Log, chart.Decimal}, "stable rank": {chart.Log, chart.Prefixed}, "share within γₛ/(1−ε)": {chart.Linear, chart.Percent}} {
		m := newToy(t, "braille", "none", 80, 24)
		m.Launch = func(job.Kind, job.Work) {}
		m.showValue(label)
		feed(t, m, 0)
		check := func(when string) {
			t.Helper()
			if y := m.linesOf(onError).Y; (kind{y.Scale, y.Notation}) != want {
				t.Errorf("%s, %s: scale %v and notation %v, want %v", label, when, y.Scale, y.Notation, want)
			}
		}
		check("no point")
		for point, v := range []float64{0, 3, 2.5, 0.002, 2e-5} {
			r := gridRow(m, point, v)
			r.Result.Entries = int64(10 * v)
			m.receive(job.Sweep, r)
			check("more points")
		}
		m.receive(job.Sweep, job.Finished{})
		check("the end")
	}
}

// TestTicksStayAsTheyAre: while the errors fall the labels of an axis that grows are none but those
// it had, and others.
func TestTicksStayAsTheyAre(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 0)
	for point, v := range []float64{0.9, 0.2, 0.03, 0.004, 5e-5, 6e-8} {
		m.receive(job.Sweep, gridRow(m, point, v))
		redraw(m)
		labels := 0
		for _, line := range strings.Split(m.texts[0], "\n") {
			label, _, ok := strings.Cut(line, "┤")
			if !ok {
				continue
			}
			if labels++; !strings.Contains(label, "e") {
				t.Errorf("with %v the axis has the label %q", v, label)
			}
		}
		if labels < 3 {
			t.Errorf("with %v the axis has %d labels", v, labels)
		}
	}
}

func TestRangeGoesWithTheStaleCurves(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 0)
	m.receive(job.Sweep, gridRow(m, 0, 1e-12))
	m.receive(job.Sweep, gridRow(m, 1, 1))
	if lines := m.linesOf(onError); lines.Y.Lo > 1e-12 {
		t.Fatalf("the axis begins at %v", lines.Y.Lo)
	}
	next := m.Outcome()
	press(m, "right")
	m.receive(job.Sweep, lab.Prepared{Now: next.Plan()})
	m.receive(job.Sweep, gridRow(m, 0, 0.5))
	if lines := m.linesOf(onError); lines.Y.Lo < 0.01 {
		t.Errorf("the axis begins at %v, where the curves before did", lines.Y.Lo)
	}
}

func TestOtherDataLeaveNothingBehind(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	stale := func() bool {
		return m.Shown() != m.Outcome() || slices.ContainsFunc(m.Methods(), func(x model.Method) bool { rows, _ := m.Figures(x.Name); return len(rows) > 0 })
	}
	m.useSource(synthetic.Generators()[1], nil)
	if stale() || m.screen().Panes().Charts[0].Axes().HasRange {
		t.Error("figures of other data are shown on")
	}
	m.receive(job.Sweep, job.Finished{})
	press(m, "u")
	if stale() {
		t.Error("undo shows figures of other data on")
	}
}

func TestErrorsThatAreAllZero(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 0)
	for point := range m.Outcome().Axis().Values {
		m.receive(job.Sweep, gridRow(m, point, 0))
	}
	m.receive(job.Sweep, job.Finished{})
	m.layOut()
	lines := m.linesOf(onError)
	if view := m.View(); lines.Y.Scale != chart.Linear || lines.Y.Lo != 0 || strings.Contains(view, "hidden") {
		t.Errorf("scale %v from %v\n%s", lines.Y.Scale, lines.Y.Lo, view)
	}
}

func TestTitleNamesTheFloor(t *testing.T) {
	for _, w := range []int{80, 100, 160} {
		m := newToy(t, "braille", "none", w, 30)
		feed(t, m, 2)
		if title := strings.Split(m.View(), "\n")[1]; !strings.Contains(title, "╌╌") {
			t.Errorf("%d columns: %s", w, title)
		}
		m.Setting().Spec.Values["rank"] = 10
		if title := m.titleOf(onError, 120); !strings.Contains(title, "floor of rank ≤ 10") {
			t.Errorf("at rank = 10 over m: %s", title)
		}
		editSetting(m, func(s *lab.Setting) { s.Axis.Name = "gamma" })
		if title := m.titleOf(onError, 120); !strings.Contains(title, "floor of rank 10") {
			t.Errorf("at rank = 10 over γ: %s", title)
		}
		m.showValue("memory")
		if title := m.titleOf(onError, 20); !strings.Contains(title, "in B") {
			t.Errorf("memory has no unit: %s", title)
		}
		m.showValue("stable rank")
		if title := m.titleOf(onError, 120); title != "stable rank of K̃, over γ" {
			t.Errorf("stable rank: %s", title)
		}
	}
}

func TestFailedPreparationIsTold(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, job.Failed{Err: &sweep.SpecError{Problem: "this can't be computed", Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}})
	m.receive(job.Sweep, job.Finished{})
	press(m, "esc") // no longer in the footer
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	view := m.View()
	if !strings.Contains(view, "this can't be computed; lower n or m,") || !strings.Contains(view, "or raise --max-memory at the start") || strings.Contains(view, "computing") {
		t.Errorf("the screen does not say why nothing runs:\n%s", view)
	}
}

// TestCurvesPassThroughTheirMarkers: the figure of the table at the present m is a sample of the
// method's curve, with its band, and so it is in pinned and stale curves.
func TestCurvesPassThroughTheirMarkers(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	press(m, "p")
	check := func(when string, names ...string) {
		t.Helper()
		l := m.linesOf(onError)
		for _, name := range names {
			s, _ := seriesNamed(l, name)
			rows := m.Pins()[0].Now(strings.TrimPrefix(name, "pinned "))
			y, se := lab.Mean(rows, lab.Column("error"))
			at := slices.Index(s.X, 20)
			if at < 1 || s.Y[at] != y || len(s.Hi) > 0 && s.Hi[at] != y+se || !slices.IsSorted(s.X) {
				t.Errorf("%s: %s at %v is %v, want %v at m = 20", when, name, s.X, s.Y, y)
			}
		}
	}
	check("finished", "plain", "eager", "spectral", "pinned plain")
	for _, p := range m.linesOf(onError).Points {
		if p.X != 20 {
			t.Errorf("a marker stands at %v", p.X)
		}
	}
	press(m, "right") // another γ
	check("stale", "plain", "eager", "pinned plain")
}
