package chart

import (
	"math"
	"sort"
)

// trace is a series in cell coordinates: x, ascending, from 0 in the middle of the first column to cols−1 in the middle
// of the last; y in rows counted from the bottom, NaN at a gap.
type trace struct {
	x, y []float64
}

// far bounds coordinates outside the chart, so that differences of them stay finite.
const far = 1e9

// trace maps samples in ascending order of x into cell coordinates; −Inf becomes a height far below the chart.
func (p *plot) trace(xs, ys []float64) trace {
	t := trace{x: make([]float64, len(xs)), y: make([]float64, len(xs))}
	for i, x := range xs {
		u, _ := p.X.Map(x)
		t.x[i], t.y[i] = coordinate(u, p.cols), math.NaN()
		if v, ok := p.Y.Map(ys[i]); ok {
			t.y[i] = coordinate(v, p.rows)
		} else if math.IsInf(ys[i], -1) {
			t.y[i] = -far
		}
	}
	return t
}

func coordinate(u float64, cells int) float64 { return min(max(u*float64(cells-1), -far), far) }

// extremes calls visit for every column from 0 to cols−1 with samples between the heights 0 and top: with the lowest
// and the highest.
func (t trace) extremes(cols int, top float64, visit func(col int, lo, hi float64)) {
	for i := 0; i < len(t.x); {
		col := math.Floor(t.x[i] + 0.5)
		lo, hi := math.Inf(1), math.Inf(-1)
		for ; i < len(t.x) && math.Floor(t.x[i]+0.5) == col; i++ {
			if y := t.y[i]; y >= -0.5 && y <= top+0.5 {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
		if col >= 0 && col < float64(cols) && lo <= hi {
			visit(int(col), max(lo, 0), min(hi, top))
		}
	}
}

// resample sets dst to the trace's heights at first, first+step, …, by linear interpolation in cell coordinates, NaN in
// gaps. Each end of a line is extended to the border of its column, so that even a single sample fills its cell.
func (t trace) resample(dst []float64, first, step float64) {
	for k := range dst {
		dst[k] = math.NaN()
	}
	for _, part := range Stretches(t.y) {
		x, y := t.x[part[0]:part[1]], t.y[part[0]:part[1]]
		last := len(x) - 1
		lo, hi := math.Floor(x[0]+0.5)-0.5, math.Floor(x[last]+0.5)+0.5
		from := max(0, int(math.Ceil((lo-first)/step)))
		to := min(len(dst)-1, int(math.Floor((hi-first)/step)))
		for k := from; k <= to; k++ {
			at := first + float64(k)*step
			switch j := sort.SearchFloat64s(x, at); {
			case j == 0:
				dst[k] = y[0]
			case j > last:
				dst[k] = y[last]
			default:
				dst[k] = y[j-1] + (y[j]-y[j-1])*((at-x[j-1])/(x[j]-x[j-1]))
			}
		}
	}
}

// clip limits the heights at column borders to rows 0 to top. A line that leaves the chart ends at its border.
func clip(edges []float64, top float64) {
	inside := func(v float64) bool { return v >= -0.5 && v <= top+0.5 }
	before := false // whether the original value to the left was inside
	for k, v := range edges {
		in := inside(v)
		if in || before || k+1 < len(edges) && inside(edges[k+1]) {
			edges[k] = min(max(v, 0), top) // NaN stays NaN
		} else {
			edges[k] = math.NaN()
		}
		before = in
	}
}

// Coincident returns groups of at least two curves that can't be told apart in the chart, as indices of Series in
// ascending order: over the part of the x axis that they share, which is at least half of each, they differ by at most
// a sixtieth of the y axis. Only curves that are not Faint and have markers count.
func (l Lines) Coincident() (groups [][]int) {
	l, ok := l.Settled()
	if !ok {
		return nil
	}
	const steps = 61
	p := plot{Lines: l, pane: pane{cols: steps, rows: steps}}
	heights := make([][]float64, len(l.Series)) // by column; none of curves that do not count or are in a group
	for i, s := range l.Series {
		if !s.Faint && !s.NoLine && !s.NoMarkers && len(s.X) > 1 {
			c := l.Curve(s)
			heights[i] = make([]float64, steps)
			p.trace(c.X, c.Y).resample(heights[i], 0, 1)
		}
	}
	for i := range heights {
		group := []int{i}
		for k := i + 1; k < len(heights); k++ {
			if coincide(heights[i], heights[k]) {
				group = append(group, k)
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
			for _, k := range group {
				heights[k] = nil
			}
		}
	}
	return groups
}

// coincide reports whether two curves differ by at most 1 where both are defined, on at least half of each.
func coincide(a, b []float64) bool {
	var both, onlyA, onlyB int
	for k := range min(len(a), len(b)) {
		switch inA, inB := !math.IsNaN(a[k]), !math.IsNaN(b[k]); {
		case inA && inB && math.Abs(a[k]-b[k]) > 1:
			return false
		case inA && inB:
			both++
		case inA:
			onlyA++
		case inB:
			onlyB++
		}
	}
	return both > 0 && both >= max(onlyA, onlyB)
}
