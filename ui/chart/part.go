package chart

import (
	"math"
	"strconv"
)

// leastPart is the smallest part of an axis that Part returns, unless the axis has another one.
const leastPart = 1.0 / 4096

// Part returns the ends of the part of the axis from position u0 to u1, which are moved into [0, 1] first. The ends are
// rounded to four digits of the part's length and stay within the axis. ok is false if the part is the whole axis, if
// it is shorter than the least part of it or than float64 can tell apart, or if u0 ≥ u1 or the axis can't be used.
func (a Axis) Part(u0, u1 float64) (lo, hi float64, ok bool) {
	length := u1 - u0
	if !a.usable() || !(length >= max(a.Least, leastPart)*(1-1e-9)) || length >= 1-1e-9 || math.IsInf(u0, 0) {
		return 0, 0, false
	}
	switch {
	case u0 < 0:
		u0, u1 = 0, length
	case u1 > 1:
		u0, u1 = 1-length, 1
	}
	exact := a
	exact.Lo, exact.Hi = min(max(a.Value(u0), a.Lo), a.Hi), min(max(a.Value(u1), a.Lo), a.Hi)
	if !exact.usable() {
		return 0, 0, false
	}
	rounded := exact
	span := exact.Hi - exact.Lo
	rounded.Lo, rounded.Hi = shortened(exact.Lo, span, a.Scale), shortened(exact.Hi, span, a.Scale)
	rounded.Lo, rounded.Hi = max(rounded.Lo, a.Lo), min(rounded.Hi, a.Hi)
	if !rounded.usable() {
		rounded = exact
	}
	return rounded.Lo, rounded.Hi, true
}

// shortened rounds an end of a part to four digits of its length, or on a logarithmic axis of the end itself if that is
// smaller.
func shortened(v, span float64, s Scale) float64 {
	if s == Log {
		span = min(span, v)
	}
	if v == 0 || !(span > 0) || math.IsInf(span, 0) {
		return v
	}
	digits := floorLog10(math.Abs(v)) - floorLog10(span) + 3
	if digits < 0 {
		return 0
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', min(digits, 17), 64), 64)
	if err != nil {
		return v
	}
	return rounded
}
