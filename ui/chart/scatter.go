package chart

import (
	"math"
	"slices"
)

// Scatter is a chart of single points, such as error against time, with their Pareto front: the points that no other beats in both.
//
// The front is a dashed line of steps through its points. Lower is better on the x axis, and on the y axis unless Higher is set.
type Scatter struct {
	X, Y   Axis
	Groups []Series // points only, with their bars; lines and bands are not drawn
	Higher bool     // whether a higher y is better
	HLines []HLine
	Points []Point // drawn above the groups; they can be on the front
	Empty  string  // as in Lines
}

// Lines returns the chart as a line chart. Groups and points that are Faint, that is stale, are not on the front.
func (s Scatter) Lines() Lines {
	l := Lines{X: s.X, Y: s.Y, HLines: s.HLines, Points: s.Points, Empty: s.Empty}
	var xs, ys []float64
	for _, g := range s.Groups {
		if g.NoLine = true; !g.hasBars() {
			g.Lo, g.Hi = nil, nil
		}
		l.Series = append(l.Series, g)
		if !g.Faint {
			n := min(len(g.X), len(g.Y))
			xs, ys = append(xs, g.X[:n]...), append(ys, g.Y[:n]...)
		}
	}
	for _, p := range s.Points {
		if !p.Faint {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	for i := range xs { // points that an axis can't show are not on the front
		if !drawable(s.X.Scale, xs[i]) || !drawable(s.Y.Scale, ys[i]) {
			xs[i] = math.NaN()
		}
	}
	front := Series{Name: "front", Color: NoColor, Dashed: true, NoMarkers: true, Repeats: true}
	for k, i := range Front(xs, ys, s.Higher) {
		if k > 0 {
			front.X, front.Y = append(front.X, xs[i]), append(front.Y, front.Y[len(front.Y)-1])
		}
		front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
	}
	if len(front.X) > 1 {
		l.Series = append(l.Series, front)
	}
	return l
}

// Front returns the indices of the Pareto front in ascending order of x: the points for which no other has a lower x and no worse y,
// or a better y and no higher x. If higher is set a higher y is better, else a lower one. Of equal points Front returns the first.
// It ignores points that are not finite, and panics if the lengths differ.
func Front(xs, ys []float64, higher bool) []int {
	if len(xs) != len(ys) {
		panic("chart: Front of coordinates that differ in number")
	}
	worse := func(i int) float64 {
		if higher {
			return -ys[i]
		}
		return ys[i]
	}
	var order []int
	for i := range xs {
		if finite(xs[i]) && finite(ys[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case xs[i] < xs[j] || xs[i] == xs[j] && worse(i) < worse(j):
			return -1
		case xs[i] == xs[j] && worse(i) == worse(j):
			return 0
		}
		return 1
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || worse(i) < worse(front[len(front)-1]) {
			front = append(front, i)
		}
	}
	return front
}
