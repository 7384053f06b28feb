package explore

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// figure is the chart of a figure over the swept parameter, or over a result.
type figure struct {
	values []sweep.Column
	value  int  // index of the figure that is shown
	theory bool // whether the predictions of the theory are drawn

	against string // the label of the result that the chart is over; "" for the swept parameter

	curve.Axes
}

// now returns the figure that is shown.
func (v *figure) now() sweep.Column { return v.values[v.value] }

// choose shows another figure.
func (v *figure) choose(label string) {
	v.value = slices.IndexFunc(v.values, func(c sweep.Column) bool { return c.Title() == label })
	v.Y, v.HasRange = curve.Log{}, false
}

// errorTitle heads the pane, in the longest form that fits.
func (s *Screen) errorTitle(built chart.Lines, w int) string {
	if over, ok := s.errors.over(); ok {
		return s.againstTitle(built, w, over)
	}
	f, band := s.errors.now(), curve.BandTitles(built)
	over := " over " + s.bench.AxisParam().Symbol
	full, brief := heading(f)+","+over, f.Title()+inUnit(f)+over
	if theory := s.theoryTitles(); theory != nil {
		forms := []string{full + theory[0]}
		for _, t := range theory {
			forms = append(forms, brief+t)
		}
		return s.look.Longest(w, append(forms, f.Title()+theory[len(theory)-1], brief)...)
	}
	if f.Floor != "" && floored(built) {
		floor := "   ╌╌ floor of " + s.floorRank()
		return s.look.Longest(w, full+floor+band[0], brief+floor+band[0], brief+floor+band[1], brief+"   ╌╌ floor"+band[1], brief+" ╌╌ floor"+band[2], brief+" ╌╌ floor", brief)
	}
	return s.look.Longest(w, full+band[0], brief+band[0], brief+band[1], brief+band[2], brief)
}

// floored reports whether a chart shows the floor.
func floored(built chart.Lines) bool {
	return slices.ContainsFunc(built.Series, func(s chart.Series) bool { return s.Name == floorName })
}

// floorRank returns the rank of the floor: the smaller of the budget and the target rank.
func (s *Screen) floorRank() string {
	rank, budget := model.TargetRank(nil), model.Budget(nil)
	k, most := s.bench.Setting().Value(rank, kernel.Distances{}), s.bench.Setting().Value(budget, kernel.Distances{})
	switch {
	case s.bench.Setting().Axis.Name == rank.Name:
		return "that rank"
	case k > 0 && s.bench.Setting().Axis.Name == budget.Name:
		return "rank ≤ " + lab.KnobText(rank, k)
	case k > 0 && k < most:
		return "rank " + lab.KnobText(rank, k)
	}
	return "rank m"
}

// errorLines returns the chart: the curves of the present setting, or until its first point those of the previous
// setting, dimmed.
func (s *Screen) errorLines(a curve.Axes) (chart.Lines, curve.Axes) {
	if over, ok := s.errors.over(); ok {
		return s.againstLines(a, over)
	}
	v, o := &s.errors, s.bench.Shown()
	p := s.bench.AxisParam()
	a = a.For(string(o.Axis().Name))
	lines := chart.Lines{Empty: s.whyEmpty()}
	lines.X.Title, lines.X.ID = p.Symbol, string(p.Name)
	lines.Series = append(s.curves.Of(o, v.now()), s.curves.Ghosts(v.now(), o.Axis().Name)...)
	if xs := o.Axis().Values; len(xs) > 1 {
		lines.X.Lo, lines.X.Hi = slices.Min(xs), slices.Max(xs)
		a.X.Auto = p.Scale == model.Log && lines.X.Lo > 0 && lines.X.Hi/lines.X.Lo >= 8
	}
	lines.X.Scale = curve.Scale(a.X.On())
	if x := s.bench.Setting().Value(p, s.bench.Widths()); x >= lines.X.Lo && x <= lines.X.Hi && s.bench.Setting().Condition(p.Name).IsZero() {
		lines.Points, lines.VLines = s.curves.Present(p, x, v.now())
	}
	floor := s.floorCurve(o)
	settleY(&a, &lines, v.now(), floor.Y, o, s.bench.Outcome().Finished())
	if floor = cutBelow(floor, lines.X, lines.Y); v.now().Floor != "" && len(floor.X) > 0 {
		lines.Series = append(lines.Series, floor)
	}
	s.theoryLines(&lines, o)
	s.curves.NameBand(&lines)
	return lines, a
}

// settleY sets scale, notation and range of the y axis. Of the floor the axis covers what lies at most a decade below the rest.
func settleY(a *curve.Axes, lines *chart.Lines, of sweep.Column, floor []float64, o *lab.Outcome, finished bool) {
	var values [][]float64
	for _, s := range lines.Series {
		values = append(values, s.Y, s.Hi)
	}
	for _, p := range lines.Points {
		values = append(values, []float64{p.Y})
	}
	a.Y.Auto = of.Scale == sweep.ScaleLog
	if of.Share() && !a.Y.On() {
		values = append(values, []float64{0, 1})
	}
	least, _, positive := chart.Range(chart.Log, values...)
	for _, y := range floor {
		if positive && of.Floor != "" && y >= least/10 {
			values = append(values, []float64{y})
		}
	}
	a.Decide(&lines.Y, of, positive, finished)
	lo, hi, ok := rangeFrom(of.Least, lines.Y.Scale, values...)
	if !ok {
		return
	}
	if !positive && hi > 0 {
		lo = 0 // all figures are 0, and none can be less
	}
	a.SetRange(&lines.Y, lo, hi, o, finished)
}

// floorName is the name of the curve of the floor.
const floorName = "floor"

// floorCurve returns the error of the best approximation with the rank of the budget.
func (s *Screen) floorCurve(o *lab.Outcome) chart.Series {
	f := chart.Series{Name: floorName, Color: chart.NoColor, Faint: o != s.bench.Outcome(), Dashed: true, NoMarkers: true}
	for k, y := range o.Floor() {
		if !math.IsNaN(y) {
			f.X, f.Y = append(f.X, o.Axis().Values[k]), append(f.Y, y)
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

// whyEmpty returns the text of an error chart without curves.
func (s *Screen) whyEmpty() string { return s.bench.WhyEmpty(s.unmet(s.errors.now())) }
