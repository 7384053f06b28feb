package learn

import (
	"context"
	"fmt"
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
// n, is finite, and centred by the caller; α has length m. weight, of length m and positive, is the
// expected number of draws πⱼ of each landmark: its inclusion probability, or m·Pⱼ for m draws with
// probabilities Pⱼ. nil stands for m/n, the value for uniform sampling. The weights change only the
// speed of convergence.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = T·diag(1/π)·Tᵀ + μI, the preconditioner is
// B = T⁻¹A⁻¹. Bᵀ(K_nMᵀK_nM + μK_MM)B is near I if the landmarks represent all rows: its condition is
// below 17 for m ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n uniform ones. T is
// computed with complete pivoting, which needs no jitter. A landmark that depends on others to working
// precision, such as one of two equal points, is left out and its weight in α is 0; the sums of 1/π
// still run over all m.
//
// It reads m² + n·m entries if K_nM can be stored, else at most m² + n·m·(iterations + 2). It takes
// O(n·m·iterations + m³) time, and O(m²) memory beside K_nM. If m is near n, or many μ are wanted, a
// factorisation is better: it costs no more and serves all μ at once. With few landmarks and a small μ
// it converges slowly, and warns. The error is a *model.SingularError if μ is 0 or below the rounding
// errors of K, a *model.DegenerateError if the kernel overflows, or the context's.
func Falkon(ctx context.Context, g *model.Gram, landmarks []int, weight, y []float64, mu float64, opts LandmarkOptions) ([]float64, LandmarkInfo, error) {
	checkLandmarks("Falkon", g.N(), landmarks, y, mu, opts)
	if weight != nil {
		checkLength("weights", len(weight), len(landmarks))
	}
	for j, w := range weight {
		if !(w > 0 && !math.IsInf(w, 0)) {
			panic(fmt.Sprintf("learn: Falkon's weight %d is %v, want above 0", j, w))
		}
	}
	return iterate(ctx, "falkon", g, landmarks, y, mu, opts, byWeights(weight))
}

// byWeights returns AᵀA = R·diag(1/π)·Rᵀ + μI, which is close to T·diag(1/π)·Tᵀ + μI. Unlike
// that, it includes the part of the dependent landmarks in the span of the others.
func byWeights(weight []float64) inner {
	return func(ctx context.Context, s *landmarkSystem) (blas64.Triangular, error) {
		r, m := s.factor.Rows, s.factor.Cols
		roots := make([]float64, m) // of 1/π
		for j, landmark := range s.order {
			inverse := float64(s.columns.g.N()) / float64(m)
			if weight != nil {
				inverse = 1 / weight[landmark]
			}
			roots[j] = math.Sqrt(inverse)
		}
		w := mat.NewDense(r, m, nil)
		for i := range r {
			row := s.factor.Data[i*s.factor.Stride:][:m]
			floats.MulTo(w.RawRowView(i)[i:], row[i:], roots[i:])
		}
		return innerFactor(ctx, w, s.mu)
	}
}
