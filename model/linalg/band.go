package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

const (
	// bandWidth is how many off-diagonals are left: as few as products of matrices
	// are still fast for.
	bandWidth = 32

	// bandRow is what a row of a band has room for: the bulge that chase moves is as
	// wide as the band, and what whole vectors of a register write before the
	// diagonal falls in the rest.
	bandRow = 2*bandWidth + 8

	bandStride = bandRow - 1 // between rows, so that columns are below each other
)

// band is the upper triangle of a symmetric matrix of order n: entry (i, j) is that
// of a general matrix of stride bandStride, for i ≤ j < i+2·bandWidth.
type band struct {
	n    int
	data []float64
}

// block is the address of entry (i, j), for kernels.
func (b band) block(i, j int) []float64 { return b.data[i*bandStride+j:] }

// bandOrder is the order from which the way over a band is the faster one.
const bandOrder = 64

// reduceByBand is the diagonal and the off-diagonal of a tridiagonal matrix with the
// eigenvalues of a, order n ≥ 1 and an upper triangle, which it overwrites: over a band
// where that is faster, as nearly all of the work is products of matrices then, and else
// as reduce makes it.
func (i Implementation) reduceByBand(ctx context.Context, a blas64.Symmetric) (d, e []float64, err error) {
	if i.on == nil || a.N < bandOrder {
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

// reduceToBand returns a matrix with the eigenvalues of a, order n ≥ 1 and an upper
// triangle, that has bandWidth off-diagonals: each block of rows is multiplied from
// the right by reflections that leave a lower triangle beside the diagonal block, and
// the rest of the matrix by them from both sides (Bischof, Lang and Sun 2000). It
// overwrites a.
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

// reflectRows makes a lower triangle of a, by reflections of its columns: Hᵢ = I −
// tauᵢ·vᵢ·vᵢᵀ, of which it writes vᵢ, zero up to i and one there, to row i of v. What
// is right of the triangle is left as it is.
func reflectRows(a, v blas64.General) (tau []float64) {
	tau = make([]float64, v.Rows)
	inner := make([]float64, a.Rows)
	for i := range tau {
		own, vi := row(a, i), row(v, i)
		clear(vi[:i])
		copy(vi[i:], own[i:])
		own[i], tau[i] = lapackgonum.Implementation{}.Dlarfg(len(own)-i, own[i], vi[i+1:], 1)
		vi[i] = 1
		below, w := part(a, i+1, a.Rows, i, a.Cols), contiguous(inner[i+1:])
		blas64.Gemv(blas.NoTrans, 1, below, contiguous(vi[i:]), 0, w)
		blas64.Ger(-tau[i], w, contiguous(vi[i:]), below)
	}
	return tau
}

// twoSided writes to w the W for which QᵀAQ = A − VᵀW − WᵀV with Q = I − VᵀTV: with
// Y = Tᵀ·V·A, it is Y − ½·(Y·Vᵀ·T)·V. It needs one more matrix like w, x.
func (i Implementation) twoSided(ctx context.Context, a blas64.Symmetric, v, t, w, x blas64.General) error {
	p, _ := i.gemm(blas.NoTrans, blas.NoTrans, v.Rows, a.N, a.N, 1, v.Data, v.Stride, a.Data, a.Stride, 0, x.Data, x.Stride)
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
