package ard

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// bound evaluates the evidence and its gradient.
//
// With V = U⁻ᵀK_mn, UᵀU = K_mm, K̃ = VᵀV, P = K̃ + μI and s_c² = y_cᵀP⁻¹y_c/n for each target, the bound is
//
//	Σ_c −n/2·log(2πe·s_c²) − q·(½·log|P| + tr(K−K̃)/(2μ))
//
// where the amplitude s² of kernel and noise has its best value. All is computed from B = μI + VVᵀ. A search evaluates it
// many times on the same points, and so it has its memory.
type bound struct {
	landmarkKernel
	y        *mat.Dense // centred
	gram     *mat.Dense // VVᵀ, of which the upper triangle is stored
	shifted  *mat.Dense // B, and then its Cholesky factor
	inverse  *mat.Dense // B⁻¹
	cs, left *mat.Dense // see [slopes.write]
}

// newBound returns the bound on a part of a problem.
func newBound(p Problem, size Size) *bound {
	q, m := p.Y.RawMatrix().Cols, size.Landmarks
	square := func() *mat.Dense { return mat.NewDense(m, m, nil) }
	b := &bound{newLandmarkKernel(p, size), mat.DenseCopyOf(p.Y.Slice(0, size.Rows, 0, q)), square(), square(), square(), mat.NewDense(m, size.Rows, nil), square()}
	for c := range q {
		_, centred := learn.Centred(mat.Col(nil, c, b.y))
		b.y.SetCol(c, centred)
	}
	return b
}

// at returns the bound, and its gradient by log ℓ and, last, by log μ. It is −Inf with no gradient where a matrix
// is singular.
func (b *bound) at(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error) {
	m, n := b.kmn.Dims()
	q := b.y.RawMatrix().Cols
	b.scale(widths)
	u, ok, err := factor(ctx, b.kmm, jitter*b.constant)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	v := b.kmn // becomes U⁻ᵀK_mn
	solve(blas.Trans, u, v)
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, v.RawMatrix(), 0, mat.NewSymDense(m, b.gram.RawMatrix().Data).RawSymmetric()); err != nil {
		return math.Inf(-1), err
	}
	squares := mat.Trace(b.gram) // tr K̃
	b.shifted.Copy(b.gram)
	factorB, ok, err := factor(ctx, b.shifted, mu)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	vy := mat.NewDense(m, q, nil)
	multiply(vy, blas.NoTrans, 1, v, b.y, 0)
	solve(blas.Trans, factorB, vy)
	solve(blas.NoTrans, factorB, vy) // B⁻¹VY
	a := mat.DenseCopyOf(b.y)        // P⁻¹Y
	multiply(a, blas.Trans, -1/mu, v, vy, 1/mu)

	dims, residual := float64(n), max(0, float64(n)*b.constant-squares)
	logDet := dims*math.Log(mu) + 2*logDiagonal(factorB) - float64(m)*math.Log(mu)
	total := -float64(q) * (logDet/2 + residual/(2*mu))
	amplitudes := make([]float64, q)
	for c := range q {
		amplitudes[c] = mat.Dot(b.y.ColView(c), a.ColView(c)) / dims
		if !(amplitudes[c] > 0) {
			return math.Inf(-1), nil
		}
		total -= dims / 2 * math.Log(2*math.Pi*math.E*amplitudes[c])
	}
	if gradient != nil {
		g := slopes{b, u, factorB, a, amplitudes, mu, residual}
		g.write(gradient)
	}
	return total, ctx.Err()
}

// multiply computes dst = α·op(v)·columns + β·dst, column by column, as there are few of them.
func multiply(dst *mat.Dense, t blas.Transpose, alpha float64, v, columns *mat.Dense, beta float64) {
	_, count := columns.Dims()
	for c := range count {
		blas64.Gemv(t, alpha, v.RawMatrix(), columns.ColView(c).(*mat.VecDense).RawVector(), beta, dst.ColView(c).(*mat.VecDense).RawVector())
	}
}
