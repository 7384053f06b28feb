package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// reflectorBlock is the number of rows that are reduced before one product updates the rest.
const reflectorBlock = 32

// tridiagonal is the result of reduce: A = Q·T·Qᵀ, where T has the diagonal d and the off-diagonal e, and
// Q = H₀·H₁⋯H₍ₙ₋₂₎ with Hᵢ = I − tauᵢ·vᵢ·vᵢᵀ. vᵢ is 0 up to entry i and 1 at i+1; its further entries are
// in row i of reflectors.
type tridiagonal struct {
	d, e, tau  []float64
	reflectors blas64.General
}

// reduce brings the upper triangle of a, order n ≥ 1, to tridiagonal form by Householder reflections in
// blocks (Dongarra, Hammarling and Sorensen 1989). Half of the work is products of the remaining matrix
// with a vector, one for each row; the other half is rank-2k updates, one for each block. It overwrites a.
func reduce(ctx context.Context, a blas64.Symmetric) (*tridiagonal, error) {
	n := a.N
	t := &tridiagonal{
		d: make([]float64, n), e: make([]float64, n-1), tau: make([]float64, n-1),
		reflectors: blas64.General{Rows: n, Cols: n, Stride: a.Stride, Data: a.Data},
	}
	sides := newGeneral(3*min(n, reflectorBlock), n)
	for first, end := range Tiles(n, reflectorBlock) {
		count := end - first
		w := part(sides, count, 2*count, 0, n)
		if err := t.reduceRows(ctx, first, count, w); err != nil {
			return nil, err
		}
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

// reduceRows brings count rows to tridiagonal form. It does not change the remaining matrix, but writes
// rows of W, its first count ones, so that VᵀW + WᵀV is what has to be subtracted from it.
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
		subtractProduct(part(a, first, i, i, n), blas64.Vector{N: done, Inc: w.Stride, Data: w.Data[i:]}, own)
		subtractProduct(part(w, 0, done, i, n), blas64.Vector{N: done, Inc: a.Stride, Data: a.Data[first*a.Stride+i:]}, own)
		t.d[i] = own[0]
		if i == n-1 {
			return nil
		}
		v := own[1:]
		t.e[i], t.tau[i] = lapackgonum.Implementation{}.Dlarfg(len(v), v[0], v[min(1, len(v)-1):], 1)
		v[0] = 1
		x := row(w, done)[i+1:]
		Host.Dsymv(blas.Upper, len(v), 1, a.Data[(i+1)*a.Stride+i+1:], a.Stride, v, 1, 0, x, 1)
		vs, ws := part(a, first, i, i+1, n), part(w, 0, done, i+1, n)
		wv, vv := Vector(inner[:done]), Vector(inner[count:count+done])
		blas64.Gemv(blas.NoTrans, 1, ws, Vector(v), 0, wv)
		blas64.Gemv(blas.NoTrans, 1, vs, Vector(v), 0, vv)
		subtractProduct(vs, wv, x)
		subtractProduct(ws, vv, x)
		blas64.Scal(t.tau[i], Vector(x))
		blas64.Axpy(-t.tau[i]/2*blas64.Dot(Vector(x), Vector(v)), Vector(v), Vector(x))
	}
	return nil
}

// subtractProduct sets y −= aᵀ·x.
func subtractProduct(a blas64.General, x blas64.Vector, y []float64) {
	blas64.Gemv(blas.Trans, -1, a, x, 1, Vector(y))
}

// updateRest computes c −= VᵀW + WᵀV for the remaining matrix c. V is in the first third of the rows of u
// and W in the second. It copies V to the last third, so that all is one product.
func (i Implementation) updateRest(ctx context.Context, c blas64.Symmetric, u blas64.General) error {
	b := u.Rows / 3
	for r := range b {
		copy(row(u, 2*b+r), row(u, r))
	}
	p, _ := i.gemm(blas.Trans, blas.NoTrans, c.N, c.N, 2*b, -1,
		u.Data, u.Stride, u.Data[b*u.Stride:], u.Stride, 1, c.Data, c.Stride)
	p.triangle = blas.Upper
	return p.run(ctx)
}

// backBlock is the number of reflections that are applied at a time, a multiple of a tile's columns.
const backBlock = 72

// backTransform replaces each row z of rows by Q·z. Blocks of reflections are I − VᵀTV
// (Schreiber and Van Loan 1989), so that nearly all of the work is products of matrices.
func (t *tridiagonal) backTransform(ctx context.Context, rows blas64.General) error {
	n := len(t.d)
	count := len(t.tau)
	if count == 0 || rows.Rows == 0 {
		return ctx.Err()
	}
	clean := newGeneral(min(backBlock, count), n)
	scaled, zv := newGeneral(clean.Rows, n), newGeneral(rows.Rows, clean.Rows)
	for first := (count - 1) / backBlock * backBlock; first >= 0; first -= backBlock {
		b := min(backBlock, count-first)
		v := part(clean, 0, b, first+1, n)
		for i := range b {
			own := row(v, i)
			clear(own[:i])
			own[i] = 1
			copy(own[i+1:], row(t.reflectors, first+i)[first+i+2:])
		}
		tv := part(scaled, 0, b, first+1, n)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, blockFactor(v, t.tau[first:first+b]), v, 0, tv)
		target, x := part(rows, 0, rows.Rows, first+1, n), part(zv, 0, rows.Rows, 0, b)
		if err := Gemm(ctx, blas.NoTrans, blas.Trans, 1, target, tv, 0, x); err != nil {
			return err
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -1, x, v, 1, target); err != nil {
			return err
		}
	}
	return nil
}

// blockFactor returns the upper triangular T of H₀⋯H₍b₋₁₎ = I − VᵀTV for the reflections
// in the rows of v: its column i is −tauᵢ·T·(V·vᵢ) above the diagonal.
func blockFactor(v blas64.General, tau []float64) blas64.General {
	b := v.Rows
	gram, t := newGeneral(b, b), newGeneral(b, b)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, v, v, 0, gram)
	for i := range b {
		for r := range i {
			sum := 0.0
			for c := r; c < i; c++ {
				sum += t.Data[r*b+c] * gram.Data[c*b+i]
			}
			t.Data[r*b+i] = -tau[i] * sum
		}
		t.Data[i*b+i] = tau[i]
	}
	return t
}
