package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Settled returns the chart with the ranges of its axes filled in: a range that is set and can be used stays, others
// come from the data. Both ends are rounded, except those of the x axis of curves. ok is false if there is nothing to
// draw.
func (l Lines) Settled() (settled Lines, ok bool) {
	xs, ys := l.Values()
	if len(l.Dots) > 0 {
		l.X.round(xs...)
	}
	lo, hi, anyX := extent(l.X.Scale, xs...)
	if !l.X.usable() && anyX {
		l.X.Lo, l.X.Hi = widen(l.X.Scale, lo, hi)
	}
	ok = l.Y.round(ys...) && anyX
	if len(l.Dots) > 0 {
		ok = slices.ContainsFunc(l.Dots, func(d Dot) bool { return drawable(l.X.Scale, d.X) && drawable(l.Y.Scale, d.Y) })
	}
	return l, ok
}

// Values returns what the axes have to cover: samples, dots or else points, the upper ends of bands and bars, and on
// linear axes the lower ones.
func (l Lines) Values() (xs, ys [][]float64) {
	places := l.Places()
	if len(l.Dots) == 0 {
		for _, m := range l.Points {
			places.X, places.Y = append(places.X, m.X), append(places.Y, m.Y)
		}
	}
	for _, s := range append(slices.Clone(l.Series), places) {
		xs, ys = append(xs, s.X, s.XHi), append(ys, s.Y, s.Hi)
		if l.X.Scale != Log {
			xs = append(xs, s.XLo)
		}
		if l.Y.Scale != Log {
			ys = append(ys, s.Lo)
		}
	}
	return xs, ys
}

// Shows reports whether (x, y) is within both axes.
func (l Lines) Shows(x, y float64) bool {
	_, okX := l.X.Shows(x)
	_, okY := l.Y.Shows(y)
	return okX && okY
}

// Places returns the positions of the dots.
func (l Lines) Places() Series {
	s := Series{NoLine: true, NoMarkers: true}
	for _, d := range l.Dots {
		s.X, s.Y = append(s.X, d.X), append(s.Y, d.Y)
	}
	return s
}

// Thinned says how many of the points are drawn, "" if all are.
func (l Lines) Thinned() string {
	if l.Of <= len(l.Dots) {
		return ""
	}
	return fmt.Sprintf("%d of %d points drawn", len(l.Dots), l.Of)
}

// round sets the range of an axis to that of Range, unless it has a usable range. ok is false if no value can be drawn.
func (a *Axis) round(values ...[]float64) (ok bool) {
	lo, hi, ok := Range(a.Scale, values...)
	if ok && !a.usable() {
		a.Lo, a.Hi = lo, hi
	}
	return ok
}

// Shows is Map with ok false for values outside the range.
func (a Axis) Shows(v float64) (u float64, ok bool) {
	const slack = 1e-9 // rounding at the ends of an axis is not "outside"
	u, ok = a.Map(v)
	return u, ok && u >= -slack && u <= 1+slack
}

// Layers returns the indices of the series in drawing order: faint ones first, and the first series last, on top.
func (l Lines) Layers() []int {
	order := make([]int, 0, len(l.Series))
	for _, faint := range []bool{true, false} {
		for i := len(l.Series) - 1; i >= 0; i-- {
			if l.Series[i].Faint == faint {
				order = append(order, i)
			}
		}
	}
	return order
}

// Curve is a series as it is drawn: its samples in ascending order of X, without those that the x axis can't show. Y,
// Lo and Hi are NaN at gaps; Lo is −Inf where it is not positive and the axis is logarithmic. Lo and Hi are empty if
// there is no band.
type Curve struct{ X, Y, Lo, Hi []float64 }

// Curve returns the curve of a series.
func (l Lines) Curve(s Series) Curve {
	order := ascending(l.X.Scale, s.X)
	take := func(ys []float64) []float64 {
		out := make([]float64, len(order))
		for k, i := range order {
			if out[k] = math.NaN(); i < len(ys) && drawable(l.Y.Scale, ys[i]) && !l.Y.Sinks(ys[i]) {
				out[k] = ys[i]
			}
		}
		return out
	}
	c := Curve{X: make([]float64, len(order)), Y: take(s.Y)}
	for k, i := range order {
		c.X[k] = s.X[i]
	}
	if len(s.Lo) == 0 || len(s.Hi) == 0 || s.hasBars() {
		return c
	}
	c.Lo, c.Hi = take(s.Lo), take(s.Hi)
	for k, i := range order {
		if i < len(s.Lo) && math.IsNaN(c.Lo[k]) && finite(s.Lo[i]) && finite(c.Hi[k]) {
			c.Lo[k] = math.Inf(-1)
		}
	}
	return c
}

// Strokes returns the lines of a series: one, or for a path one for each part along which X goes in one direction.
func (l Lines) Strokes(s Series) (list []Curve) {
	if s.NoLine {
		return nil
	}
	from := 0
	for k := 1; s.Path && k < min(len(s.X), len(s.Y))-1; k++ {
		if (s.X[k]-s.X[k-1])*(s.X[k+1]-s.X[k]) <= 0 {
			list = append(list, l.Curve(Series{X: s.X[from : k+1], Y: s.Y[from : k+1]}))
			from = k
		}
	}
	return append(list, l.Curve(Series{X: s.X[from:], Y: s.Y[from:]}))
}

// ascending returns the indices of xs in ascending order of value, without those that are not drawable.
func ascending(s Scale, xs []float64) []int {
	order := make([]int, 0, len(xs))
	for i, x := range xs {
		if drawable(s, x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(xs[i], xs[j]) })
	return order
}

// Stretches returns the parts of a curve without gaps, each as its first index and the index after its last.
func Stretches(ys []float64) (list [][2]int) {
	for from := 0; from < len(ys); from++ {
		if math.IsNaN(ys[from]) {
			continue
		}
		to := from
		for to < len(ys) && !math.IsNaN(ys[to]) {
			to++
		}
		list = append(list, [2]int{from, to})
		from = to
	}
	return list
}

// Hidden says how many samples are not shown, and why; "" if all are shown. The chart must be settled.
func (l Lines) Hidden() string {
	var counts [3]int
	kinds := [3]string{" ≤ 0", " not finite", " outside the axes"}
	count := func(x, y float64) {
		switch {
		case l.Y.Sinks(y):
		case !finite(x) || !finite(y):
			counts[1]++
		case !drawable(l.X.Scale, x) || !drawable(l.Y.Scale, y):
			counts[0]++
		case !l.Zoomed && !l.Shows(x, y):
			counts[2]++
		}
	}
	for _, s := range append([]Series{l.Places()}, l.Series...) {
		for i := range min(len(s.X), len(s.Y)) {
			if !s.Faint && !s.Thin && !s.Repeats {
				count(s.X[i], s.Y[i])
			}
		}
	}
	text, before := "", "hidden: %d points"
	for k, n := range counts {
		if n == 1 && text == "" {
			before = "hidden: %d point"
		}
		if n > 0 {
			text += fmt.Sprintf(before, n) + kinds[k]
			before = ", %d"
		}
	}
	return text
}

// Front returns the indices of the Pareto front in ascending order of x: the points for which no other has a lower x
// and no worse y, or a better y and no higher x. If higher is set a higher y is better, else a lower one. If points are
// equal, Front returns the first. It ignores points that are not finite.
func Front(xs, ys []float64, higher bool) []int {
	worse := func(i int) float64 {
		if higher {
			return -ys[i]
		}
		return ys[i]
	}
	var front []int
	order := slices.DeleteFunc(ascending(Linear, xs), func(i int) bool { return !finite(ys[i]) })
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(xs[i], xs[j]), cmp.Compare(worse(i), worse(j)))
	})
	for _, i := range order {
		if len(front) == 0 || worse(i) < worse(front[len(front)-1]) {
			front = append(front, i)
		}
	}
	return front
}
