package curve

import (
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// Against returns the methods' curves of column of over column x, and the pinned curves,
// grey. Each value of the swept parameter gives a sample with the means of both columns. A
// line joins the samples if x rises or falls monotonically with the swept parameter.
func (c *Curves) Against(o *lab.Outcome, x, of sweep.Column) (now, pinned []chart.Series) {
	pairs := func(o *lab.Outcome) []chart.Series {
		return c.each(o, func(points [][]sweep.Result, _ []float64) chart.Series { return Pairs(points, x, of, c.Spread()) })
	}
	for _, p := range c.Pins() {
		pinned = append(pinned, pairs(p)...)
	}
	return pairs(o), pinned
}

// Pairs returns the means of column of over those of column x, a sample for each value of the swept
// parameter, with bars in both directions where either of them has a spread. A line joins the
// samples if x rises or falls monotonically.
func Pairs(points [][]sweep.Result, x, of sweep.Column, spread lab.Spread) chart.Series {
	s := samples(points, of, spread, func(k int) (mean, lo, hi float64) { return spread.Ends(points[k], x) })
	up, down := true, true
	for i := 1; i < len(s.X); i++ {
		up, down = up && s.X[i] > s.X[i-1], down && s.X[i] < s.X[i-1]
	}
	s.NoLine = !up && !down
	return s
}

// cached reports whether shared kernel entries spared some of the times.
func (c *Curves) cached(o *lab.Outcome) bool {
	return slices.ContainsFunc(c.Methods(), func(method model.Method) bool {
		return slices.ContainsFunc(slices.Concat(o.Grid(method.Name)...), func(r sweep.Result) bool { return r.Cached() })
	})
}
