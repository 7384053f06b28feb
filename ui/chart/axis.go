package chart

import "math"

// Scale is the scale of an axis.
type Scale int

const (
	// Linear is a linear scale.
	Linear Scale = iota
	// Log is a logarithmic scale; it can show only values above 0.
	Log
)

// Notation is the notation of the numbers of an axis. Except for Automatic it does not depend on the range, so that
// labels stay as they are while a range grows.
type Notation int

const (
	Automatic Notation = iota // 0.25, 20k or 2e-05: what the range calls for
	Exponent                  // 2e-02
	Prefixed                  // 2e-04, 0.02, 500, 20k
	Decimal                   // 0.0002, 500
	Percent                   // 80%
)

// Axis is one axis of a chart. If its range cannot be used (Lo ≥ Hi, not finite, or Lo ≤ 0 with Log), as that of the
// zero value, the range is that of the data: their exact extent for x, the result of Range for y.
type Axis struct {
	Scale    Scale
	Lo, Hi   float64 // ends of the axis, Lo < Hi
	Title    string  // see Lines for its place
	ID       string  // names the quantity; axes of several charts with one ID show the same quantity
	Notation Notation

	// Rounding is the size below which values are zero but for rounding, 0 for none: they are written as <1e-12, and
	// stand as arrows at the lower end of a logarithmic axis that has others only.
	Rounding float64

	powers bool // exponents are written as powers of ten
}

// usable reports whether the range of a can be drawn. Halves are compared because Map divides by their difference.
func (a Axis) usable() bool {
	return finite(a.Lo) && finite(a.Hi) && a.Lo/2 < a.Hi/2 && (a.Scale != Log || a.Lo > 0)
}

// Map returns the position of v on the axis, from 0 at Lo to 1 at Hi: (v−Lo)/(Hi−Lo), or (ln v − ln Lo)/(ln Hi − ln Lo)
// with Log. Values outside the range give positions outside [0, 1]. ok is false if v is not finite, if v ≤ 0 with Log,
// and if the range cannot be used.
func (a Axis) Map(v float64) (u float64, ok bool) {
	if !a.usable() || !drawable(a.Scale, v) {
		return 0, false
	}
	if a.Scale == Log {
		lo, hi := math.Log(a.Lo), math.Log(a.Hi)
		if lo == hi { // neighbouring floats: their logarithms cannot tell them apart
			return (v - a.Lo) / (a.Hi - a.Lo), true
		}
		return (math.Log(v) - lo) / (hi - lo), true
	}
	u = (v/2 - a.Lo/2) / (a.Hi/2 - a.Lo/2) // differences of halves do not overflow
	return min(max(u, -math.MaxFloat64), math.MaxFloat64), true
}

// Sinks reports whether an arrow at the lower end of the axis stands for v, which is zero but for rounding.
func (a Axis) Sinks(v float64) bool { return math.Abs(v) < min(a.Rounding, a.Lo) && a.Scale == Log }

// Value is the inverse of Map: it returns the value at position u in [0, 1].
func (a Axis) Value(u float64) float64 {
	if a.Scale == Log {
		lo, hi := math.Log(a.Lo), math.Log(a.Hi)
		return math.Exp(lo + u*(hi-lo))
	}
	return a.Lo*(1-u) + a.Hi*u
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func drawable(s Scale, v float64) bool { return finite(v) && (s != Log || v > 0) }

// Range returns ends for an axis that shows all drawable values: the finite ones, with Log those above 0. The ends are
// rounded outwards, so that they seldom change while points arrive: to a tenth of the span or less with Linear, and to
// 1, 2 or 5 times a power of ten with Log (finer if the values span less than a decade). Constant data get a range
// around them. ok is false if there is nothing to draw.
func Range(scale Scale, values ...[]float64) (lo, hi float64, ok bool) {
	lo, hi, ok = extent(scale, values...)
	if !ok {
		return 0, 0, false
	}
	lo, hi = widen(scale, lo, hi)
	a, b := roundOut(scale, lo, hi)
	if r := (Axis{Scale: scale, Lo: a, Hi: b}); !r.usable() {
		return lo, hi, true
	}
	return min(a, lo), max(b, hi), true
}

// extent returns the smallest and the largest drawable value.
func extent(scale Scale, values ...[]float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, vs := range values {
		for _, v := range vs {
			if drawable(scale, v) {
				lo, hi, ok = min(lo, v), max(hi, v), true
			}
		}
	}
	return lo, hi, ok
}

// widen widens the range of data that are constant up to rounding errors.
func widen(scale Scale, lo, hi float64) (float64, float64) {
	if hi/2-lo/2 > 0.5e-12*max(math.Abs(lo), math.Abs(hi)) {
		return lo, hi
	}
	by := max(math.Abs(lo), math.Abs(hi)) / 10
	switch {
	case scale == Log:
		lo, hi = max(lo/2, math.SmallestNonzeroFloat64), hi*2
	case by == 0:
		return -1, 1
	default:
		lo, hi = lo-by, hi+by
	}
	return max(lo, -math.MaxFloat64), min(hi, math.MaxFloat64)
}

// roundOut rounds the ends of a range outwards to short numbers.
func roundOut(scale Scale, lo, hi float64) (float64, float64) {
	decades := math.Log10(hi) - math.Log10(lo)
	if scale == Linear || decades < 0.5 {
		step := niceStep(hi/10 - lo/10)
		return math.Floor(lo/step+1e-9) * step, math.Ceil(hi/step-1e-9) * step
	}
	if decades < 1 {
		p, q := math.Pow10(floorLog10(lo)), math.Pow10(floorLog10(hi))
		return math.Floor(lo/p+1e-9) * p, math.Ceil(hi/q-1e-9) * q
	}
	down, up := niceStep(lo), niceStep(hi)
	if up < hi*(1-1e-12) {
		up = nextStep(up)
	}
	return down, up
}

// niceStep returns the largest of 1, 2, 5 × 10^k that is at most v > 0.
func niceStep(v float64) float64 {
	k := floorLog10(v)
	p := math.Pow10(k)
	switch {
	case v >= 5*p*(1-1e-12):
		return 5 * p
	case v >= 2*p*(1-1e-12):
		return 2 * p
	}
	return p
}

func floorLog10(v float64) int { return int(math.Floor(math.Log10(v) + 1e-12)) }

// leastPart is the smallest part of an axis that Part returns.
const leastPart = 1.0 / 4096

// Part returns the ends of the part of the axis from position u0 to u1, which are moved into [0, 1] first. The ends are
// rounded to four digits of the part's length and stay within the axis. ok is false if the part is the whole axis, if
// it is shorter than the least part of it or than float64 can tell apart, or if u0 ≥ u1 or the axis can't be used.
func (a Axis) Part(u0, u1 float64) (lo, hi float64, ok bool) {
	length := u1 - u0
	if !a.usable() || !(length >= leastPart*(1-1e-9)) || length >= 1-1e-9 || math.IsInf(u0, 0) {
		return 0, 0, false
	}
	switch {
	case u0 < 0:
		u0, u1 = 0, length
	case u1 > 1:
		u0, u1 = 1-length, 1
	}
	part := a
	from, to := a.Value(u0), a.Value(u1)
	part.Lo = max(shortened(from, to-from, a.Scale), a.Lo)
	part.Hi = min(shortened(to, to-from, a.Scale), a.Hi)
	return part.Lo, part.Hi, part.usable()
}

// shortened rounds an end of a part to four digits of its length, or on a logarithmic axis of the end itself if that is
// smaller.
func shortened(v, span float64, s Scale) float64 {
	if s == Log {
		span = min(span, v)
	}
	step := math.Pow10(floorLog10(span) - 3)
	if rounded := decimal(math.Round(v/step) * step); finite(rounded) {
		return rounded
	}
	return v
}
