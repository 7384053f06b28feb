package chart

import (
	"cmp"
	"slices"
)

// Front returns the indices of the Pareto front in ascending order of x: the points for which no other has a lower x
// and no worse y, or a better y and no higher x. If higher is set a higher y is better, else a lower one. Of equal
// points Front returns the first. It ignores points that are not finite, and panics if the lengths differ.
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
	var order, front []int
	for i := range xs {
		if finite(xs[i]) && finite(ys[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(xs[i], xs[j]), cmp.Compare(worse(i), worse(j))) })
	for _, i := range order {
		if len(front) == 0 || worse(i) < worse(front[len(front)-1]) {
			front = append(front, i)
		}
	}
	return front
}
