package linalg

import (
	"context"
	"runtime"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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

// tile does part of the steps of a group of sweeps, each sweep one step less far than
// that before.
func (c *chase) tile(group, tile int) {
	var room [2 * bandWidth]float64
	for s := range chaseTile {
		sweep := group*chaseTile + s
		if sweep >= c.sweeps {
			return
		}
		first := tile*chaseTile - s
		for step := max(0, first); step < first+chaseTile; step++ {
			if sweep+1+step*bandWidth >= c.band.n {
				break
			}
			c.step(sweep, step, room[:bandWidth], room[bandWidth:])
		}
	}
}

// step applies the sweep's reflection to rows lo to hi, from both sides, and finds the
// next one.
func (c *chase) step(sweep, step int, x, y []float64) {
	b, n := c.band, c.band.n
	lo := sweep + 1 + step*bandWidth
	hi := min(lo+bandWidth, n)
	v, tau := c.v[sweep*bandWidth:(sweep+1)*bandWidth], c.tau[sweep]
	if step == 0 {
		tau = reflection(v[:hi-lo], b.block(sweep, lo))
	}
	v, x = v[:hi-lo], x[:hi-lo]
	if tau != 0 {
		c.diagonal(lo, v, x, tau)
	}
	end := min(hi+bandWidth, n)
	if hi < end {
		c.tau[sweep] = c.beside(lo, hi, v, tau, x, y[:end-hi])
	}
}

// reflection makes of the first len(v) numbers of x, of which it leaves the first, a
// reflection I − tau·v·vᵀ with v₀ = 1.
func reflection(v, x []float64) (tau float64) {
	copy(v, x)
	clear(x[:len(v)])
	x[0], tau = lapackgonum.Implementation{}.Dlarfg(len(v), v[0], v[1:], 1)
	v[0] = 1
	return tau
}

// diagonal reflects the block D on the diagonal that begins at row lo: with x = tau·D·v,
// and w = x − ½·tau·(xᵀv)·v, it is D − v·wᵀ − w·vᵀ.
func (c *chase) diagonal(lo int, v, x []float64, tau float64) {
	const stride = bandRow - 1
	d := c.band.block(lo, lo)
	clear(x)
	c.on.symmetricRows(blas.Upper, x, 0, len(v), d, stride, v)
	half := tau / 2 * c.on.dot(len(v), &x[0], &v[0])
	var negV, negX [bandWidth]float64
	for i, vi := range v {
		x[i] = tau * (x[i] - half*vi)
		negV[i], negX[i] = -vi, -x[i]
	}
	for r := 0; r < len(v); r += 8 { // entries before the diagonal are no one's
		rows := min(8, len(v)-r)
		c.on.rankTwo(rows, len(v)-r, &negV[r], &x[r], &negX[r], &v[r], &d[r*stride+r], stride)
	}
}

// beside applies the reflection v to the block B right of the diagonal one, from the
// left, then one from the right that makes zeros in its first row, with which it
// replaces v. x and y are room for as many numbers as B has rows and columns.
func (c *chase) beside(lo, hi int, v []float64, tau float64, x, y []float64) float64 {
	const stride = bandRow - 1
	b := c.band.block(lo, hi)
	clear(y)
	c.on.addRows(y, v, b, stride) // vᵀB
	for j := range y {
		y[j] *= tau
		b[j] -= y[j]
	}
	var next, negV, negX [bandWidth]float64
	w := next[:len(y)]
	nextTau := reflection(w, b)
	below := len(v) - 1
	if below > 0 {
		c.on.rowDots(x[:below], len(y), b[stride:], stride, w)
		yw := c.on.dot(len(y), &y[0], &w[0])
		for r := range below {
			negV[r] = -v[r+1]
			negX[r] = -nextTau * (x[r] - v[r+1]*yw)
		}
		c.on.rankTwo(below, len(y), &negV[0], &y[0], &negX[0], &w[0], &b[stride], stride)
	}
	copy(v[:cap(v)], w)
	return nextTau
}

var _ = runtime.GOMAXPROCS
var _ blas64.General
