package curve

import (
	"math"
	"slices"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// means are a column's at every point of an axis, NaN where there is none.
func means(points [][]sweep.Result, c sweep.Column) []float64 {
	xs := make([]float64, len(points))
	for k, rows := range points {
		xs[k], _ = lab.Mean(rows, c)
	}
	return xs
}

// Against are the methods' curves of a column over another one, and the pinned ones,
// grey. A sample is a point of the swept parameter, with the means of both. A line joins
// them where x keeps its direction along the axis; elsewhere it would run to and fro.
func (c *Curves) Against(o *lab.Outcome, x, of sweep.Column) (now, pinned []chart.Series) {
	pairs := func(o *lab.Outcome) []chart.Series {
		return c.each(o, func(points [][]sweep.Result) chart.Series {
			return c.kept.once(points, x.Name, of.Name, o.Fixed(), func() chart.Series { return pairs(points, x, of) })
		})
	}
	for _, p := range c.Pins() {
		pinned = append(pinned, pairs(p)...)
	}
	return pairs(o), pinned
}

// pairs are the samples of one column over another.
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

// PresentAgainst marks each method's figures at the present setting.
func (c *Curves) PresentAgainst(x, of sweep.Column) []chart.Point {
	var points []chart.Point
	for i, method := range c.Methods() {
		rows, stale := c.Figures(method.Name)
		at, _ := lab.Mean(rows, x)
		y, _ := lab.Mean(rows, of)
		if !stale && !math.IsNaN(at) && !math.IsNaN(y) {
			points = append(points, chart.Point{X: at, Y: y, Color: c.Marker(i), Marker: c.look.Sign(c.Marker(i))})
		}
	}
	return points
}
