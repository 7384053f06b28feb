package chart

import (
	"math"
	"slices"
	"sort"
)

// HeatScale converts the figures of a heat map to levels, in characters and in colours.
//
// If all figures are positive, the level depends on the ratio to the best one: half of the levels are for figures up to
// about twice the best, however large the worst. Otherwise it depends on the difference. Where three in four figures
// would share the first quarter of the levels, it depends on the share of the figures that are better.
type HeatScale struct {
	Best, Worst float64
	sorted      []float64 // the figures of a scale by shares, the best first
}

// Scale returns the scale of the finite figures of a map; ok is false if there are none.
func (m Heat) Scale() (s HeatScale, ok bool) {
	sorted := slices.DeleteFunc(slices.Concat(m.Values...), func(v float64) bool { return !finite(v) })
	slices.Sort(sorted)
	if len(sorted) == 0 {
		return s, false
	}
	s.Best, s.Worst = sorted[0], sorted[len(sorted)-1]
	sorted = slices.Compact(sorted)
	const least = 8 // figures
	if len(sorted) >= least && s.Badness(sorted[len(sorted)*3/4]) < 0.25 {
		s.sorted = sorted
	}
	return s, true
}

// Value returns the figure of a cell, NaN if it has none.
func (m Heat) Value(column, row int) float64 {
	if row < len(m.Values) && column < len(m.Values[row]) {
		return m.Values[row][column]
	}
	return math.NaN()
}

// Badness returns the level of a figure, from 0 for the best to 1 for the worst.
func (s HeatScale) Badness(v float64) float64 {
	switch {
	case s.Best/2 == s.Worst/2: // 0 and the least positive number, too
		return 0
	case s.sorted != nil:
		return float64(sort.SearchFloat64s(s.sorted[:len(s.sorted)-1], v)) / float64(len(s.sorted)-1)
	case s.Ratio():
		return (1 - s.Best/v) / (1 - s.Best/s.Worst)
	}
	return (v/2 - s.Best/2) / (s.Worst/2 - s.Best/2) // halves, since a difference may overflow
}

// Figure is the inverse of Badness.
func (s HeatScale) Figure(t float64) float64 {
	if s.sorted != nil {
		return s.sorted[int(t*float64(len(s.sorted)-1)+0.5)]
	}
	if s.Ratio() {
		return s.Best / (1 - t*(1-s.Best/s.Worst))
	}
	return s.Best*(1-t) + s.Worst*t
}

// Ratio reports whether levels depend on the ratio to the best figure. If Best/Worst underflows to 0 they do not, since
// Figure would be infinite.
func (s HeatScale) Ratio() bool { return s.Best < s.Worst && s.Best > 0 && s.Best/s.Worst > 0 }
