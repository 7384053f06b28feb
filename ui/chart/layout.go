package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Settled is the chart with the ends that its axes have wherever it is drawn: those that are set and can be used, else those
// of the data. It is not ok where there is nothing to draw.
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

// Settled is that of a chart of dots: the ends of both axes are rounded ones. It is not ok where no dot can be drawn on both.
func (d Dots) Settled() (settled Dots, ok bool) {
	l := d.lines()
	d.X.round(l.Series[0].X)
	d.Y.round(l.Series[0].Y)
	return d, slices.ContainsFunc(d.Dots, func(dot Dot) bool { return drawable(d.X.Scale, dot.X) && drawable(d.Y.Scale, dot.Y) })
}

// lines are the axes and the places of the dots.
func (d Dots) lines() Lines {
	s := Series{X: make([]float64, len(d.Dots)), Y: make([]float64, len(d.Dots)), NoLine: true, NoMarkers: true}
	for i, dot := range d.Dots {
		s.X[i], s.Y[i] = dot.X, dot.Y
	}
	return Lines{X: d.X, Y: d.Y, Series: []Series{s}}
}

// Hidden says how many dots cannot be seen, "" where all can. The chart must be settled.
func (d Dots) Hidden() string {
	return strings.Join(slices.DeleteFunc([]string{d.Thinned(), d.lines().Hidden()}, func(s string) bool { return s == "" }), "; ")
}

// Thinned says how many of the points are drawn, "" where all are.
func (d Dots) Thinned() string {
	if d.Of <= len(d.Dots) {
		return ""
	}
	return fmt.Sprintf("%d of %d points drawn", len(d.Dots), d.Of)
}

// round gives an axis whose range cannot be used that of Range; it is not ok where no value can be drawn.
func (a *Axis) round(values ...[]float64) (ok bool) {
	lo, hi, ok := Range(a.Scale, values...)
	if ok && !a.usable() {
		a.Lo, a.Hi = lo, hi
	}
	return ok
}

// Shows is Map for what lies between the ends of the axis: it is not ok outside.
func (a Axis) Shows(v float64) (u float64, ok bool) {
	const slack = 1e-9 // rounding at the ends of an axis is not "outside"
	u, ok = a.Map(v)
	return u, ok && u >= -slack && u <= 1+slack
}

// Layers are the indices of the series from the lowest to the top: faint ones are beneath all others, the first is on top.
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

// Curve is a series as it is drawn: its samples in ascending order of X, without those that have no place on the x axis. The
// others are NaN where there is a gap; an end of the band below all that a log axis can show is −Inf. Lo and Hi are empty
// where there is no band.
type Curve struct{ X, Y, Lo, Hi []float64 }

// Curve is that of a series.
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
	if len(s.Lo) == 0 || len(s.Hi) == 0 {
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

// Stretches are the parts of a curve without gaps, from the first index to before the last.
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

// Hidden says how many samples and points cannot be seen, and why; "" where all can. The chart must be settled.
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
		case !okX || !okY:
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
		count(m.X, m.Y)
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
