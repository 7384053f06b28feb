package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Settled returns the chart with the ranges of its axes filled in: a range that is set and can be used stays, others come from the
// data. ok is false if there is nothing to draw.
func (l Lines) Settled() (settled Lines, ok bool) {
	var xs, ys [][]float64
	for _, s := range l.Series {
		xs, ys = append(xs, s.X), append(ys, s.Y, s.Hi)
		if l.Y.Scale != Log {
			ys = append(ys, s.Lo)
		}
	}
	for _, m := range l.Points {
		xs, ys = append(xs, []float64{m.X}), append(ys, []float64{m.Y})
	}
	lo, hi, anyX := extent(l.X.Scale, xs...)
	if !l.X.usable() && anyX {
		l.X.Lo, l.X.Hi = widen(l.X.Scale, lo, hi)
	}
	return l, l.Y.round(ys...) && anyX
}

// Settled returns the chart with the ranges of its axes filled in and rounded. ok is false if no dot can be drawn.
func (d Dots) Settled() (settled Dots, ok bool) {
	l := d.lines()
	d.X.round(l.Series[0].X)
	d.Y.round(l.Series[0].Y)
	return d, slices.ContainsFunc(d.Dots, func(dot Dot) bool { return drawable(d.X.Scale, dot.X) && drawable(d.Y.Scale, dot.Y) })
}

// Plane returns the settled axes of the chart, with the positions of the dots as a series without a line.
func (d Dots) Plane() (l Lines, ok bool) {
	d, ok = d.Settled()
	return d.lines(), ok
}

// Within leaves out what is not where the axes of a part show it, and takes these axes. What is left is not counted as a sample.
func (d Dots) Within(part Lines) Dots {
	d.X, d.Y, d.Of = part.X, part.Y, 0
	outside := func(x, y float64) bool {
		_, inX := d.X.Shows(x)
		_, inY := d.Y.Shows(y)
		return !inX || !inY
	}
	d.Dots = slices.DeleteFunc(slices.Clone(d.Dots), func(dot Dot) bool { return outside(dot.X, dot.Y) })
	d.Marks = slices.DeleteFunc(slices.Clone(d.Marks), func(p Point) bool { return outside(p.X, p.Y) })
	d.Labels = slices.DeleteFunc(slices.Clone(d.Labels), func(l DotLabel) bool { return outside(l.X, l.Y) })
	if d.Cursor != nil && outside(d.Cursor.X, d.Cursor.Y) {
		d.Cursor = nil
	}
	return d
}

// lines returns a line chart with the axes and the positions of the dots.
func (d Dots) lines() Lines {
	s := Series{X: make([]float64, len(d.Dots)), Y: make([]float64, len(d.Dots)), NoLine: true, NoMarkers: true}
	for i, dot := range d.Dots {
		s.X[i], s.Y[i] = dot.X, dot.Y
	}
	return Lines{X: d.X, Y: d.Y, Series: []Series{s}}
}

// Hidden says how many dots are not shown, "" if all are. The chart must be settled.
func (d Dots) Hidden() string {
	return strings.Join(slices.DeleteFunc([]string{d.Thinned(), d.lines().Hidden()}, func(s string) bool { return s == "" }), "; ")
}

// Thinned says how many of the points are drawn, "" if all are.
func (d Dots) Thinned() string {
	if d.Of <= len(d.Dots) {
		return ""
	}
	return fmt.Sprintf("%d of %d points drawn", len(d.Dots), d.Of)
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

// Curve is a series as it is drawn: its samples in ascending order of X, without those that the x axis can't show. Y, Lo and Hi are
// NaN at gaps; Lo is −Inf where it is not positive and the axis is logarithmic. Lo and Hi are empty if there is no band.
type Curve struct{ X, Y, Lo, Hi []float64 }

// Curve returns the curve of a series.
func (l Lines) Curve(s Series) Curve {
	order := ascending(l.X.Scale, s.X)
	take := func(ys []float64) []float64 {
		out := make([]float64, len(order))
		for k, i := range order {
			if out[k] = math.NaN(); i < len(ys) && drawable(l.Y.Scale, ys[i]) {
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
		if i < len(s.Lo) && math.IsNaN(c.Lo[k]) && finite(s.Lo[i]) {
			c.Lo[k] = math.Inf(-1)
		}
	}
	return c
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

// has reports whether the series has a sample.
func (s Series) has(x, y float64) bool {
	for i := range min(len(s.X), len(s.Y)) {
		if s.X[i] == x && s.Y[i] == y {
			return true
		}
	}
	return false
}

// Hidden says how many samples, and points that are no sample of a curve, are not shown, and why; "" if all are shown. The chart
// must be settled.
func (l Lines) Hidden() string {
	var nonPositive, nonFinite, outside int
	var remedies []string
	count := func(x, y float64) {
		_, okX := l.X.Shows(x)
		_, okY := l.Y.Shows(y)
		switch {
		case !finite(x) || !finite(y):
			nonFinite++
		case !drawable(l.X.Scale, x) || !drawable(l.Y.Scale, y):
			nonPositive++
			for k, shown := range []bool{drawable(l.X.Scale, x), drawable(l.Y.Scale, y)} {
				if remedy := l.Linear[k]; !shown && remedy != "" && !slices.Contains(remedies, remedy) {
					remedies = append(remedies, remedy)
				}
			}
		case (!okX || !okY) && !l.Zoomed:
			outside++
		}
	}
	for _, s := range l.Series {
		if s.Faint || s.Repeats {
			continue
		}
		for i := range min(len(s.X), len(s.Y)) {
			count(s.X[i], s.Y[i])
		}
	}
	for _, m := range l.Points {
		if !slices.ContainsFunc(l.Series, func(s Series) bool { return s.Color == m.Color && s.has(m.X, m.Y) }) {
			count(m.X, m.Y)
		}
	}
	var b strings.Builder
	part := func(n int, what string) {
		if n == 0 {
			return
		}
		if b.Len() == 0 {
			b.WriteString("hidden: ")
			if n == 1 {
				what = " point" + what
			} else {
				what = " points" + what
			}
		} else {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n) + what)
	}
	part(nonPositive, " ≤ 0")
	if len(remedies) > 0 {
		b.WriteString(" (" + strings.Join(remedies, ", ") + ")")
	}
	part(nonFinite, " not finite")
	part(outside, " outside the axes")
	return b.String()
}
