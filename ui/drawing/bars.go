package drawing

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// drawBars draws the ranges of the samples of a series that has them in both directions, cut at
// the ends of the axes.
func (l curves) drawBars(c draw.Canvas, s chart.Series, at func(x, y float64) vg.Point) {
	style := draw.LineStyle{Color: paint(s.Color, s.Faint), Width: vg.Points(0.7)}
	for i := range min(len(s.XLo), len(s.XHi), len(s.Lo), len(s.Hi)) {
		_, okX := l.X.Shows(s.X[i])
		_, okY := l.Y.Shows(s.Y[i])
		if !okX || !okY {
			continue
		}
		left, right := cut(l.X, s.XLo[i]), cut(l.X, s.XHi[i])
		low, high := cut(l.Y, s.Lo[i]), cut(l.Y, s.Hi[i])
		c.StrokeLines(style, []vg.Point{at(left, s.Y[i]), at(right, s.Y[i])}, []vg.Point{at(s.X[i], low), at(s.X[i], high)})
	}
}

// cut limits the end of a bar to an axis.
func cut(a chart.Axis, v float64) float64 {
	if math.IsNaN(v) {
		return a.Lo
	}
	return min(max(v, a.Lo), a.Hi)
}

// hasBars reports whether samples have ranges in both directions.
func (l Lines) hasBars() bool {
	return slices.ContainsFunc(l.Series, func(s chart.Series) bool { return len(s.XLo) > 0 })
}
