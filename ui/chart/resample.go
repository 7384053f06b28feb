package chart

import (
	"math"
	"slices"
)

// trace is a series in cell coordinates: x from 0 in the middle of the first column to cols−1 in the middle of the last, y in rows
// counted from the bottom. y is NaN at a gap. x ascends.
type trace struct {
	x, y []float64
}

// far bounds coordinates outside the chart, so that differences of them stay finite.
const far = 1e9

// ascending returns the indices of xs in ascending order of value, without those that are not drawable.
func ascending(s Scale, xs []float64) []int {
	order := make([]int, 0, len(xs))
	sorted := true
	for i, x := range xs {
		if !drawable(s, x) {
			continue
		}
		if n := len(order); n > 0 && xs[order[n-1]] > x {
			sorted = false
		}
		order = append(order, i)
	}
	if !sorted {
		slices.SortStableFunc(order, func(i, j int) int {
			if xs[i] < xs[j] {
				return -1
			} else if xs[i] > xs[j] {
				return 1
			}
			return 0
		})
	}
	return order
}

// trace maps the samples of a series into cell coordinates; indices beyond ys are gaps.
func (p *plot) trace(order []int, xs, ys []float64) trace {
	t := trace{x: make([]float64, 0, len(order)), y: make([]float64, 0, len(order))}
	for _, i := range order {
		u, _ := p.x.Map(xs[i])
		y := math.NaN()
		if i < len(ys) {
			if v, ok := p.y.Map(ys[i]); ok {
				y = coordinate(v, p.rows)
			}
		}
		t.x, t.y = append(t.x, coordinate(u, p.cols)), append(t.y, y)
	}
	return t
}

func coordinate(u float64, cells int) float64 { return min(max(u*float64(cells-1), -far), far) }

// resample reads the trace at first, first+step, …, into dst: straight lines in cell coordinates between neighbouring samples, NaN in
// gaps. Each end of a line is prolonged to the border of its column, so that even a single sample fills its cell.
func (t trace) resample(dst []float64, first, step float64) {
	for k := range dst {
		dst[k] = math.NaN()
	}
	for from := 0; from < len(t.y); from++ {
		if math.IsNaN(t.y[from]) {
			continue
		}
		to := from
		for to+1 < len(t.y) && !math.IsNaN(t.y[to+1]) {
			to++
		}
		resampleRun(dst, t.x[from:to+1], t.y[from:to+1], first, step)
		from = to
	}
}

// resampleRun does so for a stretch without gaps.
func resampleRun(dst, x, y []float64, first, step float64) {
	last := len(x) - 1
	lo, hi := math.Floor(x[0]+0.5)-0.5, math.Floor(x[last]+0.5)+0.5
	from := max(0, int(math.Ceil((lo-first)/step)))
	to := min(len(dst)-1, int(math.Floor((hi-first)/step)))
	j := 0
	for k := from; k <= to; k++ {
		at := first + float64(k)*step
		for j+1 < last && x[j+1] < at {
			j++
		}
		switch {
		case at <= x[0]:
			dst[k] = y[0]
		case at >= x[last]:
			dst[k] = y[last]
		default:
			dst[k] = y[j] + (y[j+1]-y[j])*((at-x[j])/(x[j+1]-x[j]))
		}
	}
}

// clip cuts values at column borders to rows 0 to top. Where a line leaves the chart it touches the border and stops.
func clip(edges []float64, top float64) {
	inside := func(v float64) bool { return v >= -0.5 && v <= top+0.5 }
	before := false // whether the value to the left, as it was, is inside
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
