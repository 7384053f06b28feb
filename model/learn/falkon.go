package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Falkon returns kernel ridge regression on landmarks by preconditioned conjugate
// gradients (Rudi, Carratino and Rosasco, NIPS 2017): f(z) = k(z, X_M)·α with
//
//	α = argmin ‖y − K_nM·α‖² + μ·αᵀK_MM·α,  (K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,
//
// which is Nyström ridge regression on the same m distinct landmarks, up to the tolerance. y, of length
// n, is finite, and centred by the caller; α has length m.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = (n/m)·TTᵀ + μI, as for landmarks drawn uniformly, the preconditioner is
// B = T⁻¹A⁻¹. Bᵀ(K_nMᵀK_nM + μK_MM)B is near I if the landmarks represent all rows: its condition is
// below 17 for m ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n uniform ones. T is
// computed with complete pivoting, which needs no jitter. A landmark that depends on others to working
// precision, such as one of two equal points, is left out and its weight in α is 0, but it counts in
// A, as the part of it in the span of the others.
//
// It reads m² + n·m entries if K_nM can be stored, else at most m² + n·m·(iterations + 2). It takes
// O(n·m·iterations + m³) time, and O(m²) memory beside K_nM. If m is near n, or many μ are wanted, a
// factorisation is better: it costs no more and serves all μ at once. With few landmarks and a small μ
// it converges slowly, and warns. The error is a *model.SingularError if μ is 0 or below the rounding
// errors of K, a *model.DegenerateError if the kernel overflows, or the context's.
func Falkon(ctx context.Context, g *model.Gram, landmarks []int, y []float64, mu float64, opts LandmarkOptions) ([]float64, LandmarkInfo, error) {
	checkLandmarks("Falkon", g.N(), landmarks, y, mu, opts)
	return iterate(ctx, "falkon", g, landmarks, y, mu, opts, uniform)
}

// uniform returns A with AᵀA = (n/m)·RRᵀ + μI.
func uniform(ctx context.Context, s *landmarkSystem) (blas64.Triangular, error) {
	r, m := s.factor.Rows, s.factor.Cols
	root := math.Sqrt(float64(s.columns.g.N()) / float64(m))
	w := mat.NewDense(r, m, nil)
	for i := range r {
		floats.ScaleTo(w.RawRowView(i)[i:], root, s.factor.Data[i*s.factor.Stride:][i:m])
	}
	return innerFactor(ctx, w, s.mu)
}
