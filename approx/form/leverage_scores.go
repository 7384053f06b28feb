package form

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LeverageScores returns the ridge leverage scores of F·Fᵀ, ‖R⁻ᵀFᵢ‖² with RᵀR = FᵀF+γI, for an F that
// is not stored. R comes from Cholesky or, where that is too inaccurate, from QR. The scores are in
// [0, 1], and at most those of K if F·Fᵀ ⪯ K. The error is the context's.
func (a *Factor) LeverageScores(ctx context.Context, ridge float64) ([]float64, error) {
	scores := make([]float64, a.n)
	if a.q == 0 {
		return scores, nil
	}
	normal, err := a.normal(ctx, ridge)
	if err != nil {
		return nil, err
	}
	r, ok := blas64.Triangular{}, false
	if mat.Norm(normal, 1) <= squareable*ridge {
		r, ok = cholesky(normal)
	}
	if !ok {
		r = upper(a.triangulated(ridge))
	}
	for lo, f := range a.pieces() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		blas64.Trsm(blas.Right, blas.NoTrans, 1, r, f.RawMatrix())
		rows, _ := f.Dims()
		for p := range rows {
			scores[lo+p] = min(1, floats.Dot(f.RawRowView(p), f.RawRowView(p)))
		}
	}
	return scores, nil
}

// squareable is the condition of FᵀF+γI up to which LeverageScores uses Cholesky. The relative error of
// the scores is then about the condition times eps.
const squareable = 1e9
