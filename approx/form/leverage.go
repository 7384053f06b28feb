package form

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// triangulated returns R of [F; √μ·I] = QR. It reads F in tiles: each step replaces R by that of [R; tile].
func (a *Factor) triangulated(mu float64) *mat.Dense {
	top := mat.DenseCopyOf(mat.NewDiagDense(a.q, slices.Repeat([]float64{math.Sqrt(mu)}, a.q)))
	for _, f := range a.pieces() {
		var s mat.Dense
		s.Stack(top, f)
		triangulate(&s)
		top.Copy(s.Slice(0, a.q, 0, a.q))
	}
	return top
}

// triangulate overwrites s, which has at least as many rows as columns, with its QR factorisation as
// Geqrf does: R on and above the diagonal, Householder vectors below.
func triangulate(s *mat.Dense) {
	_, q := s.Dims()
	lapack64.Geqrf(s.RawMatrix(), make([]float64, q), make([]float64, 64*q), 64*q)
}

// upper returns the upper triangle of the first rows of s.
func upper(s blas64.General) blas64.Triangular {
	return blas64.Triangular{N: s.Cols, Stride: s.Stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: s.Data}
}

// LeverageScores returns the ridge leverage scores of F·Fᵀ, ‖R⁻ᵀFᵢ‖² with RᵀR = FᵀF+γₛI, for an F that
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
	var r blas64.Triangular
	if mat.Norm(normal, 1) <= squareable*ridge {
		u, ok, err := linalg.CholeskyInPlace(ctx, normal)
		if err != nil {
			return nil, err
		}
		if ok {
			r = u.RawTriangular()
		}
	}
	if r.N == 0 {
		r = upper(a.triangulated(ridge).RawMatrix())
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

// squareable is the condition of FᵀF+γₛI up to which LeverageScores uses Cholesky. The relative error of
// the scores is then about the condition times eps.
const squareable = 1e9
