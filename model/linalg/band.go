package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

const (
	// bandWidth is the number of off-diagonals that remain: as few as products are fast for.
	bandWidth = 32

	// bandRow is the length of a row of a band in memory: the band, the bulge that chase moves,
	// which is as wide as the band, and what full vector registers write before the diagonal.
	bandRow = 2*bandWidth + 8

	bandStride = bandRow - 1 // between rows, so that the entries of a column are in one line
)

// band is the upper triangle of a symmetric band matrix of order n. Entry (i, j), i ≤ j < i+2·bandWidth,
// is where a general matrix of stride bandStride would have it.
type band struct {
	n    int
	data []float64
}

// block returns the memory from entry (i, j) on, for the kernels.
func (b band) block(i, j int) []float64 { return b.data[i*bandStride+j:] }

// bandOrder is the order from which reduction by way of a band is faster.
const bandOrder = 64

// reduceByBand returns the diagonal and the off-diagonal of a tridiagonal matrix with the eigenvalues of
// a, order n ≥ 1, whose upper triangle it overwrites. It goes by way of a band where that is faster, as
// nearly all of the work is then products of matrices, and else calls reduce.
func (i Implementation) reduceByBand(ctx context.Context, a blas64.Symmetric) (d, e []float64, err error) {
	if a.N < bandOrder {
		t, err := reduce(ctx, a)
		if err != nil {
			return nil, nil, err
		}
		return t.d, t.e, nil
	}
	b, err := i.reduceToBand(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	return i.chase(ctx, b)
}

// reduceToBand returns a matrix with the eigenvalues of a, order n ≥ 1, and with bandWidth off-diagonals. It overwrites
// the upper triangle of a. Each block of rows is multiplied from the right by reflections that leave a lower triangle
// beside the diagonal block; the rest of the matrix is multiplied by them from both sides (Bischof, Lang and Sun 2000).
func (i Implementation) reduceToBand(ctx context.Context, a blas64.Symmetric) (band, error) {
	n := a.N
	rows := blas64.General{Rows: n, Cols: n, Stride: a.Stride, Data: a.Data}
	sides, x := newGeneral(3*bandWidth, n), newGeneral(bandWidth, n)
	for lo := bandWidth; lo < n-1; lo += bandWidth {
		if err := ctx.Err(); err != nil {
			return band{}, err
		}
		m := n - lo
		count := min(bandWidth, m-1)
		u := part(sides, 0, 3*count, 0, m)
		v, w := part(u, 0, count, 0, m), part(u, count, 2*count, 0, m)
		tau := reflectRows(part(rows, lo-bandWidth, lo, lo, n), v)
		rest := blas64.Symmetric{N: m, Stride: a.Stride, Uplo: blas.Upper, Data: a.Data[lo*a.Stride+lo:]}
		if err := i.twoSided(ctx, rest, v, blockFactor(v, tau), w, part(x, 0, count, 0, m)); err != nil {
			return band{}, err
		}
		if err := i.updateRest(ctx, rest, u); err != nil {
			return band{}, err
		}
	}
	b := band{n: n, data: make([]float64, n*bandRow)}
	for r := range n {
		copy(b.block(r, r)[:bandWidth+1], rows.Data[r*a.Stride+r:r*a.Stride+n])
	}
	return b, nil
}

// reflectRows turns a into a lower triangle by reflections of its columns, Hᵢ = I − tauᵢ·vᵢ·vᵢᵀ. It writes vᵢ, which is
// 0 before entry i and 1 there, to row i of v. Entries of a right of the triangle keep their old values.
func reflectRows(a, v blas64.General) (tau []float64) {
	tau = make([]float64, v.Rows)
	inner := make([]float64, a.Rows)
	for i := range tau {
		own, vi := row(a, i), row(v, i)
		clear(vi[:i])
		copy(vi[i:], own[i:])
		own[i], tau[i] = lapackgonum.Implementation{}.Dlarfg(len(own)-i, own[i], vi[i+1:], 1)
		vi[i] = 1
		below, w := part(a, i+1, a.Rows, i, a.Cols), Vector(inner[i+1:])
		blas64.Gemv(blas.NoTrans, 1, below, Vector(vi[i:]), 0, w)
		blas64.Ger(-tau[i], w, Vector(vi[i:]), below)
	}
	return tau
}

// twoSided writes to w the W for which QᵀAQ = A − VᵀW − WᵀV with Q = I − VᵀTV. It is Y − ½·(Y·Vᵀ·T)·V with
// Y = Tᵀ·V·A. x is scratch memory of the shape of w.
func (i Implementation) twoSided(ctx context.Context, a blas64.Symmetric, v, t, w, x blas64.General) error {
	p, _ := i.gemm(blas.NoTrans, blas.NoTrans, v.Rows, a.N, a.N, 1,
		v.Data, v.Stride, a.Data, a.Stride, 0, x.Data, x.Stride)
	p.b.triangle = blas.Upper
	if err := p.run(ctx); err != nil {
		return err
	}
	b := v.Rows
	yv, s := newGeneral(b, b), newGeneral(b, b)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, t, x, 0, w)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, w, v, 0, yv)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, yv, t, 0, s)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -0.5, s, v, 1, w)
	return nil
}

// chaseTile is the number of sweeps in a task, and of steps of each sweep.
const chaseTile = 8

// chase reduces a band to tridiagonal form, d and e, by chasing bulges (Lang 1993). Sweep s zeroes row s
// by a reflection, which creates a bulge beside the band. The steps of the sweep follow the bulge: each
// is bandWidth further down, removes the first row of the bulge by a reflection, and creates the next
// bulge. A step can run when the sweep before is two steps ahead, and writes to only bandWidth rows. So
// sweeps can follow each other closely, and all tasks of a wave are independent.
type chase struct {
	on     *instructions
	band   band
	v      []float64 // the last reflection of each sweep, bandWidth numbers each
	tau    []float64
	sweeps int
}

func (i Implementation) chase(ctx context.Context, b band) (d, e []float64, err error) {
	n := b.n
	c := &chase{on: i.on, band: b, sweeps: max(0, n-2)}
	c.v, c.tau = make([]float64, c.sweeps*bandWidth), make([]float64, c.sweeps)
	groups := blocks(c.sweeps, chaseTile)
	tiles := blocks(blocks(n-1, bandWidth)+chaseTile-1, chaseTile) // tasks of a group
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

// buffers is the scratch memory of a task.
type buffers struct {
	next, x, y, minusV, minusX [bandWidth]float64
}

// tile runs some of the steps of a group of sweeps. Each sweep stops one step before the previous one.
func (c *chase) tile(group, tile int) {
	var r buffers
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

// step applies the sweep's reflection to rows lo to hi from both sides, and computes the next reflection.
func (c *chase) step(sweep, step int, r *buffers) {
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

// reflection computes a reflection I − tau·v·vᵀ with v₀ = 1 that zeroes the first len(v) entries of x but
// the first, and applies it to them.
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

// diagonal applies the reflection to the diagonal block D that begins at row lo, from both sides: the
// result is D − v·wᵀ − w·vᵀ with x = tau·D·v and w = x − ½·tau·(xᵀv)·v.
func (c *chase) diagonal(lo int, v []float64, tau float64, r *buffers) {
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
	for i := 0; i < len(v); i += 8 { // what is written before the diagonal is not part of the matrix
		c.on.rankTwo(min(8, len(v)-i), len(v)-i, &r.minusV[i], &x[i], &r.minusX[i], &v[i], &d[i*bandStride+i], bandStride)
	}
}

// beside applies the reflection v from the left to the block B to the right of the diagonal block, which
// has as many columns as y. Then it applies from the right the reflection next, which zeroes the first row
// of B, and returns the tau of next.
func (c *chase) beside(lo, hi int, v []float64, tau float64, y []float64, r *buffers) float64 {
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
