package chart

import (
	"math"
	"slices"
)

// HeatScale is how a heat map turns figures into levels, in characters and in colours.
//
// Where the figure is better the lower it is, and always positive, it goes by the ratio to the best one: half of the levels lie
// between the best and about twice that, however bad the worst are. Else it goes by the difference.
type HeatScale struct{ Best, Worst float64 }

// Scale is that of the finite figures of a map; it is not ok where there are none.
func (m Heat) Scale() (s HeatScale, ok bool) {
	lo, hi, ok := extent(Linear, m.Values...)
	switch {
	case !ok:
		return HeatScale{math.NaN(), math.NaN()}, false
	case m.Higher:
		return HeatScale{hi, lo}, true
	}
	return HeatScale{lo, hi}, true
}

// Value is the figure of a cell, NaN where it has none.
func (m Heat) Value(column, row int) float64 {
	if row < len(m.Values) && column < len(m.Values[row]) {
		return m.Values[row][column]
	}
	return math.NaN()
}

// Badness places a figure between the best, 0, and the worst, 1.
func (s HeatScale) Badness(v float64) float64 {
	switch {
	case s.Best == s.Worst:
		return 0
	case s.Ratio():
		return (1 - s.Best/v) / (1 - s.Best/s.Worst)
	}
	return (v/2 - s.Best/2) / (s.Worst/2 - s.Best/2) // halves, since a difference may overflow
}

// Figure is the inverse of Badness.
func (s HeatScale) Figure(t float64) float64 {
	if s.Ratio() {
		return s.Best / (1 - t*(1-s.Best/s.Worst))
	}
	return s.Best*(1-t) + s.Worst*t
}

// Ratio tells whether levels go by the ratio to the best figure. A quotient of 0 would leave one of them infinite.
func (s HeatScale) Ratio() bool { return s.Best < s.Worst && s.Best > 0 && s.Best/s.Worst > 0 }

// Ranked is how many places of a map are numbered where there is no colour.
const Ranked = 5

// Ranks are the places of the cells with the best figures, from 1 to Ranked, by column and row. Equal figures share a place, and
// the places after it are left out; a map of one figure has none.
func (m Heat) Ranks() map[[2]int]int {
	var figures []float64
	for row := range m.Y.Values {
		for column := range m.X.Values {
			if v := m.Value(column, row); finite(v) {
				figures = append(figures, v)
			}
		}
	}
	slices.Sort(figures)
	if m.Higher {
		slices.Reverse(figures)
	}
	ranks := map[[2]int]int{}
	if len(figures) == 0 || figures[0] == figures[len(figures)-1] {
		return ranks
	}
	for row := range m.Y.Values {
		for column := range m.X.Values {
			if k := slices.Index(figures[:min(Ranked, len(figures))], m.Value(column, row)); k >= 0 {
				ranks[[2]int{column, row}] = k + 1
			}
		}
	}
	return ranks
}
