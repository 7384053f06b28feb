package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/screen/screentest"
)

// gridRow is a row of the grid with that error.
func gridRow(m *explorer, point int, err float64) lab.Row {
	r := screentest.Row(m.Outcome.Plan.EmptyRow(m.Outcome.Plan.Cells[0]), 0)
	r.Set("error", err)
	return lab.Row{OnGrid: true, Point: point, Result: r}
}

// TestAxisIsDecidedBeforeTheFirstPoint: scale and notation are the same with no point, with few and
// with all, whatever the figures are; only those that are all 0 in the end have a linear axis.
func TestAxisIsDecidedBeforeTheFirstPoint(t *testing.T) {
	type kind struct {
		scale    chart.Scale
		notation chart.Notation
	}
	for label, want := range map[string]kind{"error": {chart.Log, chart.Exponent}, "entries": {chart.Log, chart.Prefixed},
		"memory": {chart.Log, chart.Prefixed},
		"time":   {chart.Log, chart.Decimal}, "stable rank": {chart.Log, chart.Prefixed},
		"share within γₛ/(1−ε)": {chart.Linear, chart.Percent}} {
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
			r.Result.Set("entries", math.Trunc(10*v))
			m.receive(job.Sweep, r)
			check("more points")
		}
		m.receive(job.Sweep, job.Finished{})
		check("the end")
	}
}

// TestZerosButForRoundingAreNoFigures: the crosshair, the numbers and drawings say what the table says of them.
func TestZerosButForRoundingAreNoFigures(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 0)
	m.receive(job.Sweep, gridRow(m, 0, 2e-3))
	m.receive(job.Sweep, gridRow(m, 1, 4e-16))
	press(m, "]", "]")
	redraw(m)
	var svg strings.Builder
	if err := m.shown(0).Drawing(drawing.Slide().SVG)(&svg); err != nil {
		t.Fatal(err)
	}
	head := m.heads[0]
	press(m, "t")
	redraw(m)
	for where, text := range map[string]string{"crosshair": head, "numbers": m.texts[0], "drawing": svg.String()} {
		if !strings.Contains(strings.ReplaceAll(text, "&lt;", "<"), "<1e-12") || strings.Contains(text, "↓") {
			t.Errorf("%s:\n%s", where, text)
		}
	}
}

// TestVerdictsOnCurvesWaitForThem: the smallest m that does is not known before all points are.
func TestVerdictsOnCurvesWaitForThem(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 0)
	feedSweep(t, m, 1, func(r sweep.Result, _ int) sweep.Result {
		r.Set("error", 5e-3)
		return r
	})
	for _, finished := range []bool{false, true} {
		if finished {
			m.receive(job.Sweep, job.Finished{})
		}
		if v := m.Verdict(false); strings.Contains(v.Text, "would do") != finished {
			t.Errorf("finished %v: %q", finished, v.Text)
		}
	}
}

// TestTicksStayAsTheyAre: while the errors fall the labels of an axis that grows are none but those
// it had, and others.
func TestTicksStayAsTheyAre(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
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
			if labels++; !strings.Contains(label, "10") {
				t.Errorf("with %v the axis has the label %q", v, label)
			}
		}
		if labels < 3 {
			t.Errorf("with %v the axis has %d labels", v, labels)
		}
	}
}

func TestOtherDataLeaveNothingBehind(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	stale := func() bool {
		return m.Shown() != m.Outcome ||
			slices.ContainsFunc(m.Methods, func(x model.Method) bool { rows, _ := m.Figures(x.Name); return len(rows) > 0 })
	}
	m.useSource(synthetic.Generators()[1], nil)
	if stale() || m.screen().Panes().Charts[0].Axes.HasRange {
		t.Error("figures of other data are shown on")
	}
	m.receive(job.Sweep, job.Finished{})
	press(m, "u")
	if stale() {
		t.Error("undo shows figures of other data on")
	}
}

// TestCurvesPassThroughTheirMarkers: the figure of the table at the present m is a sample of the
// method's curve, with its band, and so it is in pinned and stale curves.
func TestCurvesPassThroughTheirMarkers(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	press(m, "p")
	check := func(when string, names ...string) {
		t.Helper()
		l := m.linesOf(onError)
		for _, name := range names {
			s, _ := seriesNamed(l, name)
			method, _, _ := strings.Cut(strings.TrimPrefix(name, "pinned "), " ")
			rows := m.Pins[0].Now(method)
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
	at := number.Short(m.Setting.Gamma())
	press(m, "right") // another γ
	check("stale", "plain", "eager", "pinned plain γ="+at)
}

// TestTheorySaysWhereItIsOfUse: over a ridge and over a result b draws nothing, and says which keys help.
func TestTheorySaysWhereItIsOfUse(t *testing.T) {
	m := run(t)
	for name, keys := range map[string]string{"mu": "o and m show", "m": "X and parameter show"} {
		m.chooseAxis(model.Name(name))
		if name == "m" {
			command(m, "against memory")
		}
		if press(m, "b"); !strings.Contains(m.Note.Text, keys) || m.explore().Need().Figures.Has("bounds") {
			t.Errorf("over %s: %q", name, m.Note.Text)
		}
	}
}
