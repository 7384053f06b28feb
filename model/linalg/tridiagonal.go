package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// reflectorBlock is how many rows are reduced before the rest of the matrix is
// updated, by one product for all of them.
const reflectorBlock = 32

// tridiagonal is what reduce makes of A: A = Q·T·Qᵀ with T's diagonal d and
// off-diagonal e, and Q = H₀·H₁⋯H₍ₙ₋₂₎, Hᵢ = I − tauᵢ·vᵢ·vᵢᵀ, where vᵢ is zero up
// to i, one at i+1, and stands behind that in row i of reflectors.
type tridiagonal struct {
	d, e, tau  []float64
	reflectors blas64.General
}

// reduce turns the upper triangle of a, order n ≥ 1, into tridiagonal form by
// Householder reflections in blocks (Dongarra, Hammarling and Sorensen 1989):
// half of the work is one product of the shrinking rest with a vector a row, the
// other half one rank-2k update a block. It overwrites a.
func reduce(ctx context.Context, a blas64.Symmetric) (*tridiagonal, error) {
	n := a.N
	t := &tridiagonal{
		d: make([]float64, n), e: make([]float64, n-1), tau: make([]float64, n-1),
		reflectors: blas64.General{Rows: n, Cols: n, Stride: a.Stride, Data: a.Data},
	}
	sides := newGeneral(3*min(n, reflectorBlock), n)
	for first := 0; first < n; first += reflectorBlock {
		count := min(reflectorBlock, n-first)
		w := part(sides, count, 2*count, 0, n)
		if err := t.reduceRows(ctx, first, count, w); err != nil {
			return nil, err
		}
		end := first + count
		if end == n {
			break
		}
		rest := blas64.Symmetric{N: n - end, Stride: a.Stride, Uplo: blas.Upper, Data: a.Data[end*a.Stride+end:]}
		u := part(sides, 0, 3*count, end, n)
		for i := range count {
			copy(row(u, i), row(t.reflectors, first+i)[end:])
		}
		if err := Host.updateRest(ctx, rest, u); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// reduceRows brings count rows to tridiagonal form. The rest of the matrix stays
// as it is: rows of W, of which it writes the first count, say what to subtract
// from it, VᵀW + WᵀV.
func (t *tridiagonal) reduceRows(ctx context.Context, first, count int, w blas64.General) error {
	a := t.reflectors
	n := a.Rows
	inner := make([]float64, 2*count)
	for i := first; i < first+count; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		done := i - first
		own := row(a, i)[i:]
		if done > 0 {
			v, x := part(a, first, i, i, n), part(w, 0, done, i, n)
			subtractProduct(v, blas64.Vector{N: done, Inc: w.Stride, Data: w.Data[i:]}, own)
			subtractProduct(x, blas64.Vector{N: done, Inc: a.Stride, Data: a.Data[first*a.Stride+i:]}, own)
		}
		t.d[i] = own[0]
		if i == n-1 {
			return nil
		}
		v := own[1:]
		t.e[i], t.tau[i] = lapackgonum.Implementation{}.Dlarfg(len(v), v[0], v[min(1, len(v)-1):], 1)
		v[0] = 1
		x := row(w, done)[i+1:]
		Host.symv(ctx, blas.Upper, len(v), 1, a.Data[(i+1)*a.Stride+i+1:], a.Stride, v, 1, 0, x, 1)
		if done > 0 {
			vs, ws := part(a, first, i, i+1, n), part(w, 0, done, i+1, n)
			wv, vv := contiguous(inner[:done]), contiguous(inner[count:count+done])
			blas64.Gemv(blas.NoTrans, 1, ws, contiguous(v), 0, wv)
			blas64.Gemv(blas.NoTrans, 1, vs, contiguous(v), 0, vv)
			subtractProduct(vs, wv, x)
			subtractProduct(ws, vv, x)
		}
		blas64.Scal(t.tau[i], contiguous(x))
		blas64.Axpy(-t.tau[i]/2*blas64.Dot(contiguous(x), contiguous(v)), contiguous(v), contiguous(x))
	}
	return nil
}

// subtractProduct is y −= aᵀ·x.
func subtractProduct(a blas64.General, x blas64.Vector, y []float64) {
	blas64.Gemv(blas.Trans, -1, a, x, 1, contiguous(y))
}
