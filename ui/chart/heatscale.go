package chart

import "math"

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
