package ui

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
)

// errorView is the chart of a figure over the swept parameter.
type errorView struct {
	values []shown
	value  int  // index of the one shown
	theory bool // the predictions of the theory are drawn, too

	curve.Axes
}

func newErrorView() errorView {
	v := errorView{values: shownValues()}
	v.fresh()
	return v
}

func (v *errorView) now() shown { return v.values[v.value] }

// choose shows another figure.
func (v *errorView) choose(label string) {
	v.value = slices.IndexFunc(v.values, func(s shown) bool { return s.label == label })
	v.Y, v.Held = curve.Log{Auto: v.now().startsLog()}, false
}

// fresh forgets what was decided for another swept parameter.
func (v *errorView) fresh() {
	v.X, v.Held = curve.Log{}, false
	if !v.Y.Decided {
		v.Y.Auto = v.now().startsLog()
	}
}

// errorTitle heads the pane, in the longest form that fits.
func (m *explorer) errorTitle(w int) string {
	s := m.errors.now()
	over := " over " + m.AxisParam().Symbol
	full, brief := s.heading()+","+over, s.label+s.inUnit()+over
	if theory := m.theoryTitle(); theory != "" {
		return m.look.Longest(w, full+theory, brief+theory, brief+"   ┄┄ theory", brief)
	}
	if s.floor && m.errorsFloored() {
		best := "   ╌╌ best of " + m.floorRank()
		return m.look.Longest(w, full+best, brief+best, brief+"   ╌╌ floor", brief+" ╌╌ floor", brief)
	}
	return m.look.Longest(w, full, brief)
}

// errorsFloored tells whether the chart has the floor in sight.
func (m *explorer) errorsFloored() bool {
	return slices.ContainsFunc(m.built[0].Series, func(s chart.Series) bool { return s.Name == floorName })
}

// floorRank is the rank that the floor has: the budget, but the target rank
// where it is less.
func (m *explorer) floorRank() string {
	rank, budget := model.TargetRank(nil), model.Budget(nil)
	k, most := m.Setting.Value(rank, lab.Widths{}), m.Setting.Value(budget, lab.Widths{})
	switch {
	case m.Setting.Axis.Name == rank.Name:
		return "that rank"
	case k > 0 && m.Setting.Axis.Name == budget.Name:
		return "rank ≤ " + lab.KnobText(rank, k)
	case k > 0 && k < most:
		return "rank " + lab.KnobText(rank, k)
	}
	return "rank m"
}

// errorLines is the chart: the curves of the present knobs, or the ones
// before, dimmed, until the first new point is there.
func (m *explorer) errorLines(a curve.Axes) (chart.Lines, curve.Axes) {
	v, o := &m.errors, m.Shown()
	p := m.AxisParam()
	lines := chart.Lines{Empty: m.whyEmpty()}
	lines.X.Title = p.Symbol
	lines.Series = append(m.curves.Of(o, v.now().column), m.curves.Ghosts(v.now().column, o.Axis.Name)...)
	if xs := o.Axis.Values; len(xs) > 1 {
		lines.X.Lo, lines.X.Hi = slices.Min(xs), slices.Max(xs)
		a.X.Auto = p.Scale == model.Log && lines.X.Lo > 0 && lines.X.Hi/lines.X.Lo >= 8
	}
	lines.X.Scale = curve.Scale(a.X.On())
	if x := m.Setting.Value(p, m.Widths()); x >= lines.X.Lo && x <= lines.X.Hi {
		lines.Points, lines.VLines = m.curves.Present(p, x, v.now().column)
	}
	floor := m.floorCurve(o)
	settleErrors(&a, &lines, v.now(), floor.Y, o, m.Out.Finished)
	if floor = cutBelow(floor, lines.X, lines.Y); v.now().floor && len(floor.X) > 0 {
		lines.Series = append(lines.Series, floor)
	}
	m.theoryLines(&lines, o)
	return lines, a
}

// settleErrors chooses scale and range of the y axis. It turns logarithmic as soon as
// the figures span a decade, and not back, so that it does not flicker; it is
// linear where none is above 0. Of the floor it covers what lies at most a
// decade below the rest.
func settleErrors(a *curve.Axes, lines *chart.Lines, of shown, floor []float64, o *lab.Outcome, finished bool) {
	var values [][]float64
	for _, s := range lines.Series {
		values = append(values, s.Y, s.Hi)
	}
	for _, p := range lines.Points {
		values = append(values, []float64{p.Y})
	}
	if of.share && !a.Y.On() {
		values = append(values, []float64{0, 1})
	}
	lo, hi, positive := chart.Range(chart.Log, values...)
	if positive {
		a.Y.Auto = a.Y.Auto || hi/lo >= 10 && !of.share
		for _, y := range floor {
			if of.floor && y >= lo/10 {
				values = append(values, []float64{y})
			}
		}
	}
	lines.Y.Scale = curve.Scale(a.Y.On() && positive)
	lo, hi, ok := chart.Range(lines.Y.Scale, values...)
	if !ok {
		return
	}
	if !positive && hi > 0 {
		lo = 0 // all figures are 0, and none can be less
	}
	a.Rest(&lines.Y, lo, hi, o, finished)
}

// floorName is what the curve of the floor is called.
const floorName = "floor"

// floorCurve is the error of the best approximation of the budget's rank.
func (m *explorer) floorCurve(o *lab.Outcome) chart.Series {
	f := chart.Series{Name: floorName, Color: chart.NoColor, Faint: o != m.Out, Dashed: true, NoMarkers: true}
	for k, y := range o.Floor {
		if !math.IsNaN(y) {
			f.X, f.Y = append(f.X, o.Axis.Values[k]), append(f.Y, y)
		}
	}
	return f
}

// cutBelow ends a curve where it falls below lo, so that a floor many decades
// under the methods does not squeeze them together.
func cutBelow(s chart.Series, x, y chart.Axis) chart.Series {
	out := s
	out.X, out.Y = nil, nil
	for i := range s.X {
		v, ok := y.Map(s.Y[i])
		above := ok && v >= 0
		if i > 0 && len(out.X) > 0 && !above {
			v0, _ := y.Map(s.Y[i-1])
			u0, _ := x.Map(s.X[i-1])
			u, _ := x.Map(s.X[i])
			if ok && v0 > 0 && v < v0 {
				out.X, out.Y = append(out.X, x.Value(u0+(u-u0)*v0/(v0-v))), append(out.Y, y.Lo)
			}
			break
		}
		if above {
			out.X, out.Y = append(out.X, s.X[i]), append(out.Y, s.Y[i])
		}
	}
	return out
}

// whyEmpty stands in an error chart without curves.
func (m *explorer) whyEmpty() string {
	switch {
	case m.Recorded != nil:
		return m.WhyNothingRecorded()
	case len(m.Setting.Active(m.Methods)) == 0:
		return "no method runs: choose one in the table"
	case m.Failed != nil:
		return lab.InKeys(m.Failed.Error())
	case m.Out.Refused != nil:
		return lab.InKeys(m.Out.Refused.Error())
	case m.errors.now().unmet(m.Setting) != "":
		return m.errors.now().unmet(m.Setting)
	case m.Out.Finished:
		return "no chosen method has this figure"
	case m.Frozen:
		return "frozen: f computes"
	}
	return "computing"
}
