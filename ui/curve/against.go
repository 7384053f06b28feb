package curve

import (
	"math"
	"slices"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// means returns the means of a column at every point of an axis, NaN for missing ones.
func means(points [][]sweep.Result, c sweep.Column) []float64 {
	xs := make([]float64, len(points))
	for k, rows := range points {
		xs[k], _ = lab.Mean(rows, c)
	}
	return xs
}

// Against returns the methods' curves of column of over column x, and the pinned curves,
// grey. Each value of the swept parameter gives a sample with the means of both columns. A
// line joins the samples if x rises or falls monotonically with the swept parameter.
func (c *Curves) Against(o *lab.Outcome, x, of sweep.Column) (now, pinned []chart.Series) {
	pairs := func(o *lab.Outcome) []chart.Series {
		return c.each(o, x.Name, of.Name, func(points [][]sweep.Result, _ []float64) chart.Series { return pairs(points, x, of) })
	}
	for _, p := range c.Pins() {
		pinned = append(pinned, pairs(p)...)
	}
	return pairs(o), pinned
}

// pairs computes the samples of one column over another.
func pairs(points [][]sweep.Result, x, of sweep.Column) chart.Series {
	xs := means(points, x)
	var there [][]sweep.Result
	for k, rows := range points {
		if !math.IsNaN(xs[k]) {
			there = append(there, rows)
		}
	}
	xs = slices.DeleteFunc(xs, math.IsNaN)
	s := Samples(there, xs, of)
	up, down := true, true
	for i := 1; i < len(s.X); i++ {
		up, down = up && s.X[i] > s.X[i-1], down && s.X[i] < s.X[i-1]
	}
	if s.NoLine = !up && !down; s.NoLine {
		s.Lo, s.Hi = nil, nil
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
