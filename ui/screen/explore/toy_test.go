package explore

import (
	"testing"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/screen/screentest"
)

// computing is a screen with toy methods, whose jobs start.
func computing(t *testing.T) *screentest.Bench[*Screen] {
	return screentest.New(t, New, screentest.Methods(), "plain", "eager", "spectral", "broken")
}

// toy is that screen without its jobs.
func toy(t *testing.T) *screentest.Bench[*Screen] {
	m := computing(t)
	m.Idle()
	return m
}

// feed gives the screen made-up results of the first repetitions, and the floor if these are all.
func feed(t *testing.T, m *screentest.Bench[*Screen], reps int) {
	t.Helper()
	screentest.Rows(t, m.Bench, reps, screentest.Row, func(msg any) { m.Post(msg) })
	if reps == m.Setting.Spec.Reps {
		screentest.Floors(m.Bench, func(msg any) { m.Post(msg) })
		m.Post(job.Finished{})
	}
}

// gridRow is a row of the grid with that error.
func gridRow(m *screentest.Bench[*Screen], point int, err float64) lab.Row {
	r := screentest.Row(m.Outcome.Plan.EmptyRow(m.Outcome.Plan.Cells[0]), 0)
	r.Set("error", err)
	return lab.Row{OnGrid: true, Point: point, Result: r}
}

// pick chooses a figure in the menu of v.
func pick(m *screentest.Bench[*Screen], label string) {
	m.Press(0, "v")
	m.Pick(label)
}

// ofK are the samples of the curve of K, of the present setting or the one before.
func ofK(m *screentest.Bench[*Screen]) chart.Series {
	if lines := m.Lines(1); len(lines.Series) > 0 {
		return lines.Series[0]
	}
	return chart.Series{}
}

// useKernel changes the kernel and computes all anew.
func useKernel(m *screentest.Bench[*Screen], name string) {
	m.Change(func(s *lab.Setting) { s.Spec.Kernel = name })
	m.Settle()
}

// text is a chart in 60×20 cells.
func text(m *screentest.Bench[*Screen], at int) string { return m.Text(at, 60, 20) }
