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
// the solution of Nyström ridge regression on the same m distinct landmarks, up to the
// tolerance. y, of length n, is centred by the caller and finite; α is of length m.
// weight, of length m and positive, is how often each landmark was expected to be drawn,
// πⱼ: its inclusion probability, or m·Pⱼ for m draws with probabilities Pⱼ; nil: m/n, that
// of uniform sampling. Weights change how fast it converges, and nothing else.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = T·diag(1/π)·Tᵀ + μI, the preconditioner is
// B = T⁻¹A⁻¹, and Bᵀ(K_nMᵀK_nM + μK_MM)B is near I where the landmarks represent all rows: its
// condition is below 17 for m ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n
// uniform ones. T comes with complete pivoting, which needs no jitter: a landmark that depends
// on others to working precision, such as one of two equal points, is left out and its weight
// is 0. The sums of 1/π are over all m still.
//
// It reads m² + n·m entries where K_nM can be stored; else at most
// m² + n·m·(iterations + 2). Time O(n·m·iterations + m³), memory O(m²) beside K_nM.
// It is the wrong choice where m is near n, or many μ are wanted: a factorisation costs
// no more then, and serves all μ at once. With few landmarks and a small μ it converges
// slowly, and warns. A μ of 0, or below the rounding errors of K, is a
// *model.SingularError; a kernel that overflows a *model.DegenerateError.
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
