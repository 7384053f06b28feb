package curve

import (
	"math"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// Against returns the methods' curves of column of over column x, and the pinned curves,
// grey. Each value of the swept parameter gives a sample with the means of both columns. A
// line joins the samples if x rises or falls monotonically with the swept parameter.
func (c *Curves) Against(o *lab.Outcome, x, of sweep.Column) (now, pinned []chart.Series) {
	pairs := func(o *lab.Outcome) []chart.Series {
		return c.each(o, x.Name, of.Name, func(points [][]sweep.Result, _ []float64) chart.Series { return Pairs(points, x, of, c.Spread()) })
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
	var s chart.Series
	bars, up, down := false, true, true
	for _, rows := range points {
		at, left, right := spread.Ends(rows, x)
		y, lo, hi := spread.Ends(rows, of)
		if math.IsNaN(at) || math.IsNaN(y) {
			continue // not there yet, or failed
		}
		if last := len(s.X) - 1; last >= 0 {
			up, down = up && at > s.X[last], down && at < s.X[last]
		}
		bars = bars || right > left || hi > lo
		s.X, s.XLo, s.XHi = append(s.X, at), append(s.XLo, left), append(s.XHi, right)
		s.Y, s.Lo, s.Hi = append(s.Y, y), append(s.Lo, lo), append(s.Hi, hi)
	}
	if s.NoLine = !up && !down; !bars {
		s.XLo, s.XHi, s.Lo, s.Hi = nil, nil, nil, nil
	}
	return s
}

// PresentAgainst returns a point for each method at the present setting.
func (c *Curves) PresentAgainst(x, of sweep.Column) []chart.Point {
	var points []chart.Point
	for i, method := range c.Methods() {
		rows, stale := c.Figures(method.Name)
		at, _ := lab.Mean(rows, x)
		y, _ := lab.Mean(rows, of)
		if !stale && !math.IsNaN(at) && !math.IsNaN(y) {
			points = append(points, chart.Point{X: at, Y: y, Color: Sign(c.State, i), Marker: c.look.Sign(Sign(c.State, i))})
		}
	}
	return points
}
