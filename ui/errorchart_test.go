package ui

import (
	"slices"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/screen/screentest"
)

// gridRow is a row of the grid with that error.
func gridRow(m *explorer, point int, err float64) lab.Row {
	r := screentest.Row(m.Outcome().Plan().Asked(m.Outcome().Plan().Cells[0]), 0)
	r.Error = err
	return lab.Row{OnGrid: true, Point: point, Result: r}
}

func TestAxisTurnsLogarithmicAndNeverBack(t *testing.T) {
	for label, want := range map[string]string{"error": "LLLLL", "entries": "lllLL"} {
		m := newToy(t, "braille", "none", 80, 24)
		feed(t, m, 0)
		m.showValue(label)
		got := ""
		for point, v := range []float64{3, 2.5, 2, 0.2, 2} {
			r := gridRow(m, point, v)
			r.Result.Entries = int64(10 * v)
			m.receive(job.Sweep, r)
			got += map[chart.Scale]string{chart.Log: "L", chart.Linear: "l"}[m.linesOf(onError).Y.Scale]
		}
		if got != want {
			t.Errorf("%s: the axis is %s as points come in, want %s", label, got, want)
		}
		m.receive(job.Sweep, job.Finished{})
		if m.linesOf(onError).Y.Scale != chart.Log {
			t.Errorf("%s: the axis turns back at the end", label)
		}
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
