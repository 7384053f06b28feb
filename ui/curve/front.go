package curve

import (
	"cmp"
	"math"
	"slices"

	"gramscope/ui/chart"
)

// FrontName is what the Pareto front is called in legends.
const FrontName = "Pareto front"

// Front is the Pareto front of the samples of all series, over a cost that is better the
// lower it is: those that no other beats in one of x and y without losing in the other.
// y is better the lower it is or, with higher, the higher. x ascends strictly, and of
// equal samples the front has one. Samples that are not finite are no part of it.
func Front(series []chart.Series, higher bool) chart.Series {
	type sample struct{ x, y float64 }
	var all []sample
	for _, s := range series {
		for i := range min(len(s.X), len(s.Y)) {
			if v := s.X[i] + s.Y[i]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				all = append(all, sample{s.X[i], s.Y[i]})
			}
		}
	}
	sign := 1.0
	if higher {
		sign = -1
	}
	slices.SortFunc(all, func(a, b sample) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(sign*a.y, sign*b.y)) })
	front := chart.Series{Name: FrontName, Color: chart.NoColor, Dashed: true, NoMarkers: true, Repeats: true}
	best := math.Inf(1)
	for _, s := range all {
		if sign*s.y < best {
			best = sign * s.y
			front.X, front.Y = append(front.X, s.x), append(front.Y, s.y)
		}
	}
	return front
}

// OnFront counts the samples of a series that are on a front.
func OnFront(s, front chart.Series) int {
	count := 0
	for i := range min(len(s.X), len(s.Y)) {
		if at, ok := slices.BinarySearch(front.X, s.X[i]); ok && front.Y[at] == s.Y[i] {
			count++
		}
	}
	return count
}
