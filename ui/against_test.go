package ui

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/widget"
)

func seriesNamed(l chart.Lines, name string) (chart.Series, bool) {
	i := slices.IndexFunc(l.Series, func(s chart.Series) bool { return s.Name == name })
	if i < 0 {
		return chart.Series{}, false
	}
	return l.Series[i], true
}

// TestChartOverAResult: every sample stands at its own cost, the front is of them, and the
// swept parameter comes back.
func TestChartOverAResult(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	for _, o := range []struct { // what is best depends on how much one may spend
		method string
		bytes  []int64
		errors []float64
	}{{"plain", []int64{100, 200, 400, 800}, []float64{0.5, 0.3, 0.1, 0.05}},
		{"eager", []int64{50, 300, 600, 900}, []float64{0.6, 0.4, 0.05, 0.01}}} {
		for point := range o.bytes {
			for i := range m.Outcome.Grid(o.method)[point] {
				r := &m.Outcome.Grid(o.method)[point][i]
				r.Set("bytes", float64(o.bytes[point]))
				r.Set("error", o.errors[point])
			}
		}
	}
	redraw(m)
	before := m.View()
	press(m, "X", "down", "down", "enter")
	l := m.linesOf(onError)
	if l.X.ID != "bytes" || len(l.VLines) > 0 {
		t.Fatalf("x is %q, vertical lines %v", l.X.ID, l.VLines)
	}
	var all []chart.Series
	for _, method := range m.Methods {
		points, _ := m.Outcome.Curve(method.Name)
		var want chart.Series
		for _, rows := range points {
			x, _ := lab.Mean(rows, lab.Column("bytes"))
			y, _ := lab.Mean(rows, lab.Column("error"))
			if !math.IsNaN(x) && !math.IsNaN(y) {
				want.X, want.Y = append(want.X, x), append(want.Y, y)
			}
		}
		got, _ := seriesNamed(l, method.Name)
		if !slices.Equal(got.X, want.X) || !slices.Equal(got.Y, want.Y) {
			t.Errorf("%s at %v, want %v", method.Name, got.X, want.X)
		}
		all = append(all, want)
	}
	front, there := seriesNamed(l, curve.FrontName)
	if want := curve.Front(all, false); !there || !slices.Contains(want.X, 50) || slices.Contains(want.X, 300) ||
		!slices.Contains(want.X, 400) || !slices.Equal(front.X, want.X) || !slices.Equal(front.Y, want.Y) ||
		len(front.X) < 2 {
		t.Errorf("front %v %v, want %v %v", front.X, front.Y, want.X, want.Y)
	}
	view := m.View()
	for _, text := range []string{"error over memory in B ╌╌ front   bars ±se", "X against  "} {
		if !strings.Contains(view, text) {
			t.Errorf("no %q in\n%s", text, view)
		}
	}
	if _, floored := seriesNamed(l, "floor"); floored {
		t.Error("the floor over m is there over memory")
	}
	command(m, "against parameter")
	m.Note = lab.Note{}
	after := strings.Split(m.View(), "\n")
	for i, line := range strings.Split(before, "\n") {
		if after[i] != line {
			t.Errorf("back over m line %d is\n%s\nwas\n%s", i, after[i], line)
		}
	}
	press(m, "X", "down", "down", "enter")
	m.showValue("stable rank") // which is neither better low nor high
	if _, there := seriesNamed(m.linesOf(onError), curve.FrontName); there {
		t.Error("there is a front of stable ranks")
	}
	m.showValue("error")
	press(m, "p")
	l = m.linesOf(onError)
	now, _ := seriesNamed(l, "eager")
	if pinned, _ := seriesNamed(l, "pinned eager"); len(now.X) < 4 || !slices.Equal(pinned.X, now.X) {
		t.Errorf("pinned over memory: %v, now %v", pinned.X, now.X)
	}
	command(m, "against effective dimension")
	if !m.explore().Need().Figures.Has(sweep.FigureDEff) {
		t.Error("nobody computes the effective dimension")
	}
}

// TestHiddenAreThePointsOfMethods: a sample on the front is not counted twice, and the key
// that shows the hidden ones is told.
func TestHiddenAreThePointsOfMethods(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 1)
	const free = "eager" // of entries, as random features are
	want := 0
	for _, rows := range append(m.Outcome.Grid(free), m.Outcome.Now(free)) {
		for i := range rows {
			rows[i].Set("entries", 0)
		}
		want++
	}
	command(m, "against entries")
	if front, there := seriesNamed(m.linesOf(onError), curve.FrontName); !there || front.X[0] != 0 {
		t.Fatalf("the front is over %v", front.X)
	}
	if view := m.View(); !strings.Contains(view, fmt.Sprintf("hidden: %d points ≤ 0", want)) {
		t.Errorf("not %d points are hidden:\n%s", want, view)
	}
	press(m, "x")
	if view := m.View(); strings.Contains(view, "hidden") {
		t.Errorf("x does not show them:\n%s", view)
	}
}

// TestFrontOfTheBestHigh: of accuracies and R² the front is at the top.
func TestFrontOfTheBestHigh(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed",
		"error", "r2_test", "bytes", "d_eff"}
	var rows []sweep.Result
	for _, r := range [][3]string{{"10", "0.5", "100"}, {"20", "0.9", "200"}, {"30", "0.8", "300"}} {
		rows = append(rows, fileRow(t,
			map[string]string{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "gamma": "1", "sigma": "1",
				"method": "plain", "m": r[0], "mu": "1",
				"score_ridge": "1", "rep": "1", "seed": "1", "error": "1", "r2_test": r[1], "bytes": r[2], "d_eff": r[2]}))
	}
	v := viewOf(t, header, rows)
	v.showValue("test R²")
	press(v, "X")
	if got := widget.Names(v.menu.Items); !slices.Equal(got, []string{"parameter", "memory", "effective dimension"}) {
		t.Errorf("the files have %q to chart over", got)
	}
	press(v, "down", "enter")
	front, _ := seriesNamed(v.linesOf(onError), curve.FrontName)
	if !slices.Equal(front.X, []float64{100, 200}) || !slices.Equal(front.Y, []float64{0.5, 0.9}) {
		t.Errorf("front %v %v", front.X, front.Y)
	}
	press(v, "X", "down", "enter")
	if _, there := seriesNamed(v.linesOf(onError), curve.FrontName); there {
		t.Error("the effective dimension is taken for a cost")
	}
	press(v, "X", "up", "enter")
	path := filepath.Join(t.TempDir(), "front.svg")
	saveAs(t, v, 3, path)
	drawn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Pareto front", "memory in B"} {
		if !strings.Contains(string(drawn), text) {
			t.Errorf("the drawing does not name %q", text)
		}
	}
}

// TestLessonsAreOverTheirParameter: whatever the chart was over before.
func TestLessonsAreOverTheirParameter(t *testing.T) {
	m := idleToy(t)
	command(m, "against memory")
	command(m, "lesson columns")
	if over := m.against(); !m.reading() || over != "" {
		t.Errorf("the lesson's chart is over %q", over)
	}
}
