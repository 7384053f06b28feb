package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// backBlock is how many reflections are applied at a time, a multiple of a tile's
// columns.
const backBlock = 72

// backTransform replaces each row z of rows by Q·z. Blocks of reflections are
// I − VᵀTV (Schreiber and Van Loan 1989), so that nearly all of the work is
// products of matrices.
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
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, blockFactor(v, t.tau[first:first+b]), v, 0, tv); err != nil {
			return err
		}
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

// blockFactor is the upper triangular T of H₀⋯H₍b₋₁₎ = I − VᵀTV for the reflections
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
