package chart

import "math"

// Coincident returns groups of at least two curves that can't be told apart in the chart, as indices of Series in
// ascending order: over the part of the x axis that they share, which is at least half of each, they differ by at most
// a sixtieth of the y axis. Only curves that are not Faint and have markers count.
func (l Lines) Coincident() (groups [][]int) {
	l, ok := l.Settled()
	if !ok {
		return nil
	}
	type drawn struct {
		index int
		trace
	}
	var curves []drawn
	p := plot{Lines: l, pane: pane{cols: 61, rows: 61}} // coordinates from 0 to 60
	for i, s := range l.Series {
		if s.Faint || s.NoLine || s.NoMarkers || len(s.X) < 2 {
			continue
		}
		c := l.Curve(s)
		curves = append(curves, drawn{i, p.trace(c.X, c.Y)})
	}
	grouped := map[int]bool{}
	for k, a := range curves {
		group := []int{a.index}
		for _, b := range curves[k+1:] {
			if !grouped[a.index] && !grouped[b.index] && a.coincides(b.trace) {
				group = append(group, b.index)
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
			for _, i := range group {
				grouped[i] = true
			}
		}
	}
	return groups
}

// coincides reports whether two traces differ by at most 1 wherever both are defined, on at least half of the columns
// of each.
func (t trace) coincides(other trace) bool {
	a, b := make([]float64, 61), make([]float64, 61)
	t.resample(a, 0, 1)
	other.resample(b, 0, 1)
	var first, second, both int
	for k := range a {
		inA, inB := !math.IsNaN(a[k]), !math.IsNaN(b[k])
		switch {
		case inA && inB && math.Abs(a[k]-b[k]) > 1:
			return false
		case inA && inB:
			both++
		}
		if inA {
			first++
		}
		if inB {
			second++
		}
	}
	return both > 0 && 2*both >= max(first, second)
}
