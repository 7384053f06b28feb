package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// chaseTile is how many sweeps, and steps of each, are one task.
const chaseTile = 8

// chase brings a band to tridiagonal form, d and e, by chasing bulges (Lang 1993).
// Sweep s makes zeros in row s with a reflection, which makes a bulge beside the
// band; step by step, bandWidth further down, a reflection removes the first row of
// that, and makes the next. A step needs those of the sweep before to be two ahead,
// and what it writes are bandWidth rows, so that sweeps follow one another closely:
// all tasks of a wave are independent of each other.
type chase struct {
	on     *instructions
	band   band
	v      []float64 // of each sweep the last reflection, bandWidth numbers
	tau    []float64
	sweeps int
}

func (i Implementation) chase(ctx context.Context, b band) (d, e []float64, err error) {
	n := b.n
	c := &chase{on: i.on, band: b, sweeps: max(0, n-2)}
	c.v, c.tau = make([]float64, c.sweeps*bandWidth), make([]float64, c.sweeps)
	groups := blocks(c.sweeps, chaseTile)
	tiles := blocks(blocks(n-1, bandWidth)+chaseTile-1, chaseTile) // of a group
	for wave := 0; wave < 2*(groups-1)+tiles; wave++ {
		first := max(0, blocks(wave-tiles+1, 2))
		last := min(groups-1, wave/2)
		err := parallel(ctx, last-first+1, func(task int) {
			group := first + task
			c.tile(group, wave-2*group)
		})
		if err != nil {
			return nil, nil, err
		}
	}
	d, e = make([]float64, n), make([]float64, n-1)
	for i := range n {
		d[i] = b.block(i, i)[0]
		if i+1 < n {
			e[i] = b.block(i, i+1)[0]
		}
	}
	return d, e, nil
}

// room is what a task works in.
type room struct {
	next, x, y, minusV, minusX [bandWidth]float64
}

// tile does part of the steps of a group of sweeps, each sweep one step less far than
// that before.
func (c *chase) tile(group, tile int) {
	var r room
	for s := range chaseTile {
		sweep := group*chaseTile + s
		if sweep >= c.sweeps {
			return
		}
		first := tile*chaseTile - s
		for step := max(0, first); step < first+chaseTile && sweep+1+step*bandWidth < c.band.n; step++ {
			c.step(sweep, step, &r)
		}
	}
}

// step applies the sweep's reflection to rows lo to hi, from both sides, and finds the
// next one.
func (c *chase) step(sweep, step int, r *room) {
	n := c.band.n
	lo := sweep + 1 + step*bandWidth
	hi := min(lo+bandWidth, n)
	end := min(hi+bandWidth, n)
	v := c.v[sweep*bandWidth : sweep*bandWidth+hi-lo]
	if step == 0 {
		c.tau[sweep] = c.reflection(v, c.band.block(sweep, lo))
	}
	c.diagonal(lo, v, c.tau[sweep], r)
	if hi < end {
		c.tau[sweep] = c.beside(lo, hi, v, c.tau[sweep], r.y[:end-hi], r)
		copy(c.v[sweep*bandWidth:], r.next[:end-hi])
	}
}

// reflection makes of the first numbers of x, as many as v has, a reflection I −
// tau·v·vᵀ with v₀ = 1 that leaves but the first.
func (c *chase) reflection(v, x []float64) (tau float64) {
	copy(v, x)
	clear(x[:len(v)])
	first := v[0]
	v[0] = 0
	rest := c.on.dot(len(v), &v[0], &v[0])
	if !(rest > 0x1p-900) { // or digits are lost
		x[0], tau = lapackgonum.Implementation{}.Dlarfg(len(v), first, v[1:], 1)
		v[0] = 1
		return tau
	}
	x[0] = -math.Copysign(math.Sqrt(first*first+rest), first)
	scale := 1 / (first - x[0])
	for i := range v {
		v[i] *= scale
	}
	v[0] = 1
	return (x[0] - first) / x[0]
}

// diagonal reflects the block D on the diagonal that begins at row lo: with x = tau·D·v,
// and w = x − ½·tau·(xᵀv)·v, it is D − v·wᵀ − w·vᵀ.
func (c *chase) diagonal(lo int, v []float64, tau float64, r *room) {
	if tau == 0 {
		return
	}
	d, x := c.band.block(lo, lo), r.x[:len(v)]
	clear(x)
	c.on.symmetricRows(blas.Upper, x, 0, len(v), d, bandStride, v)
	half := tau / 2 * c.on.dot(len(v), &x[0], &v[0])
	for i, vi := range v {
		x[i] = tau * (x[i] - half*vi)
		r.minusV[i], r.minusX[i] = -vi, -x[i]
	}
	for i := 0; i < len(v); i += 8 { // what is written before the diagonal is nothing's
		c.on.rankTwo(min(8, len(v)-i), len(v)-i, &r.minusV[i], &x[i], &r.minusX[i], &v[i], &d[i*bandStride+i], bandStride)
	}
}

// beside applies the reflection v from the left to the block B right of the diagonal
// one, with as many columns as y, then from the right one that makes zeros in its first
// row, next, of which it returns tau.
func (c *chase) beside(lo, hi int, v []float64, tau float64, y []float64, r *room) float64 {
	b, next := c.band.block(lo, hi), r.next[:len(y)]
	clear(y)
	c.on.addRows(y, v, b, bandStride)
	for j := range y {
		y[j] *= tau
		b[j] -= y[j]
	}
	nextTau := c.reflection(next, b)
	below := len(v) - 1
	if below == 0 {
		return nextTau
	}
	x := r.x[:below]
	c.on.rowDots(x, len(y), b[bandStride:], bandStride, next)
	inner := c.on.dot(len(y), &y[0], &next[0])
	for i, vi := range v[1:] {
		r.minusV[i], r.minusX[i] = -vi, nextTau*(vi*inner-x[i])
	}
	c.on.rankTwo(below, len(y), &r.minusV[0], &y[0], &r.minusX[0], &next[0], &b[bandStride], bandStride)
	return nextTau
}
