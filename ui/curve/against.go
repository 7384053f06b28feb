package curve

import (
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// Pairs returns the means of column of over those of column x, a sample for each value of the swept parameter, in whose
// order a line joins them, with bars in both directions where either of them has a spread.
func Pairs(points [][]sweep.Result, x, of sweep.Column, spread lab.Spread) chart.Series {
	s := samples(points, of, spread, func(k int) (mean, lo, hi float64) { return spread.Ends(points[k], x) })
	s.Path = true
	return s
}

// cached reports whether shared kernel entries shortened any of the times.
func (c Curves) cached(o *lab.Outcome) bool {
	return slices.ContainsFunc(c.Methods, func(method model.Method) bool {
		return slices.ContainsFunc(slices.Concat(o.Grid(method.Name)...), func(r sweep.Result) bool { return r.Cached() })
	})
}

// FrontName is the name of the Pareto front in legends.
const FrontName = "Pareto front"

// Front returns the Pareto front of the samples of all series: the samples that no other one beats, see [chart.Front].
// If samples are equal, it contains one.
func Front(series []chart.Series, higher bool) chart.Series {
	var xs, ys []float64
	for _, s := range series {
		n := min(len(s.X), len(s.Y))
		xs, ys = append(xs, s.X[:n]...), append(ys, s.Y[:n]...)
	}
	front := chart.Series{Name: FrontName, Color: chart.NoColor, Dashed: true, NoMarkers: true, Repeats: true}
	for _, i := range chart.Front(xs, ys, higher) {
		front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
	}
	return front
}

// OverResult returns the chart of a column over another one: a sample with the means of both for each value of the
// swept parameter, the pinned curves, and the Pareto front where x is a cost and the figure is better low or high.
// Where marked is set it marks the present setting.
func (c Curves) OverResult(a *Axes, x, of sweep.Column, marked bool) chart.Lines {
	o := c.Shown()
	var lines chart.Lines
	if marked {
		lines.Points = c.Points("", of, func(rows []sweep.Result) float64 { at, _ := lab.Mean(rows, x); return at })
	}
	lines.X.Title, lines.X.ID = x.Title()+InUnit(x), x.Name
	if x.Varies && c.cached(o) {
		lines.X.Title = "~" + lines.X.Title // as in the table
	}
	pairs := func(o *lab.Outcome) []chart.Series {
		return c.each(o, func(points [][]sweep.Result, _ []float64) chart.Series {
			return Pairs(points, x, of, c.Spread)
		})
	}
	now := pairs(o)
	if front := Front(now, of.Better == sweep.Higher); x.Better == sweep.Cost && of.Better.Ranks() && len(front.X) > 1 {
		front.Faint = o != c.Outcome
		lines.Series = append(lines.Series, front)
	}
	lines.Series = append(lines.Series, now...)
	for _, pinned := range c.Pins {
		lines.Series = append(lines.Series, pairs(pinned)...)
	}
	xs, _ := lines.Values()
	_, _, positive := chart.Range(chart.Log, xs...)
	a.X.Auto = x.Scale == sweep.ScaleLog
	lines.X.Scale, lines.X.Notation = Scale(a.X.On() && (positive || !c.Outcome.Finished)), Notation(x)
	lines.X.Lo, lines.X.Hi, _ = chart.Range(lines.X.Scale, xs...)
	a.Settle(&lines, of, nil, c.Outcome.Finished)
	return lines
}
