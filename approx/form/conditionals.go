package form

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// conditionals are B and V by places in the order.
type conditionals struct {
	start []int     // of each place in the lists, and their length at the end
	near  []int32   // the neighbours' places, ascending
	b     []float64 // their coefficients
	v     []float64 // > 0
}

// back solves (I−B)ᵀ·u = x in the memory of x, one place a row.
func (c *conditionals) back(x *mat.Dense, lo, hi int) {
	for p := len(c.v) - 1; p >= 0; p-- {
		from := x.RawRowView(p)[lo:hi]
		for k := c.start[p]; k < c.start[p+1]; k++ {
			floats.AddScaled(x.RawRowView(int(c.near[k]))[lo:hi], c.b[k], from)
		}
	}
}

// forth solves (I−B)·w = x in the memory of x.
func (c *conditionals) forth(x *mat.Dense, lo, hi int) {
	for p := range c.v {
		to := x.RawRowView(p)[lo:hi]
		for k := c.start[p]; k < c.start[p+1]; k++ {
			floats.AddScaled(to, c.b[k], x.RawRowView(int(c.near[k]))[lo:hi])
		}
	}
}

// backFrom and forthFrom are back and forth for one column, in which the places before first take no neighbours.
func (c *conditionals) backFrom(first int, x []float64) {
	for p := len(c.v) - 1; p >= first; p-- {
		from, b := x[p], c.b[c.start[p]:c.start[p+1]]
		for k, q := range c.near[c.start[p]:c.start[p+1]] {
			x[q] += b[k] * from
		}
	}
}

func (c *conditionals) forthFrom(first int, x []float64) {
	for p := first; p < len(c.v); p++ {
		sum, b := x[p], c.b[c.start[p]:c.start[p+1]]
		for k, q := range c.near[c.start[p]:c.start[p+1]] {
			sum += b[k] * x[q]
		}
		x[p] = sum
	}
}

// before returns those of the first places, which depend on no others.
func (c *conditionals) before(end int) *conditionals {
	return &conditionals{c.start[:end+1], c.near[:c.start[end]], c.b[:c.start[end]], c.v[:end]}
}

// multiply replaces x by K̃·x in this order. Columns are divided among the processors.
func (c *conditionals) multiply(x *mat.Dense) {
	_, b := x.Dims()
	if raw := x.RawMatrix(); b == 1 && raw.Stride == 1 {
		c.backFrom(0, raw.Data)
		floats.Mul(raw.Data, c.v)
		c.forthFrom(0, raw.Data)
		return
	}
	linalg.Parallel(b, func(lo, hi int) {
		c.back(x, lo, hi)
		for p, v := range c.v {
			floats.Scale(v, x.RawRowView(p)[lo:hi])
		}
		c.forth(x, lo, hi)
	})
}

// ancestors returns the places that the values at the given ones depend on, ascending, and those on these
// alone: K̃ among them is the same.
func (c *conditionals) ancestors(places []int) ([]int, *conditionals) {
	among := make([]bool, len(c.v))
	for _, p := range places {
		among[p] = true
	}
	count := 0
	for p := len(among) - 1; p >= 0; p-- {
		if among[p] {
			count++
			for _, q := range c.near[c.start[p]:c.start[p+1]] {
				among[q] = true
			}
		}
	}
	if count == len(among) {
		return linalg.Sequence(0, count), c
	}
	all, renamed := make([]int, 0, count), make([]int32, len(among))
	own := &conditionals{start: make([]int, 1, count+1)}
	for p, is := range among {
		if !is {
			continue
		}
		renamed[p] = int32(len(all))
		all = append(all, p)
		for k := c.start[p]; k < c.start[p+1]; k++ {
			own.near, own.b = append(own.near, renamed[c.near[k]]), append(own.b, c.b[k])
		}
		own.start, own.v = append(own.start, len(own.near)), append(own.v, c.v[p])
	}
	return all, own
}
