package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"gramscope/model"
)

// Falkon is kernel ridge regression on landmarks by preconditioned conjugate
// gradients (Rudi, Carratino and Rosasco, NIPS 2017): f(z) = k(z, X_M)·α with
//
//	α = argmin ‖y − K_nM·α‖² + μ·αᵀK_MM·α,  (K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,
//
// the solution of Nyström ridge regression on the same landmarks, up to the
// tolerance. y, of length n, is centred by the caller and finite. landmarks are m
// distinct rows. weight, of length m and positive, is how often each landmark was
// expected to be drawn, πⱼ: its inclusion probability, or m·Pⱼ for m draws with
// probabilities Pⱼ; nil: m/n, that of uniform sampling. Weights change how fast it
// converges, and nothing else. α is of length m.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = T·diag(1/π)·Tᵀ + μI, the
// preconditioner is B = T⁻¹A⁻¹, and Bᵀ(K_nMᵀK_nM + μK_MM)B is near I where the
// landmarks represent all rows: its condition is below 17 for
// m ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n uniform
// ones. T comes from a Cholesky factorisation with complete pivoting, which needs no
// jitter: a landmark that depends on others to working precision, such as one of
// two equal points, is left out and its weight is 0. The sums of 1/π are over all
// m still.
//
// It reads K_nM once, n·m entries, where that can be stored; else at most
// m² + n·m·(iterations + 2). Time O(n·m·iterations + m³), memory O(m²) beside K_nM.
// Where m is near n, or many μ are wanted, it is the wrong choice: a factorisation
// costs no more then, and serves all μ at once. With few landmarks and a small μ
// it converges slowly; the info then holds a warning.
//
// A μ of 0, or below the rounding errors of K, is a *model.SingularError; a kernel
// that overflows a *model.DegenerateError. Wrong lengths, landmarks that repeat or
// are no rows, weights that are not positive and a negative μ panic.
func Falkon(ctx context.Context, g *model.Gram, landmarks []int, weight, y []float64, mu float64, opts LandmarkOptions) ([]float64, LandmarkInfo, error) {
	checkLandmarks("Falkon", g.N(), landmarks, y, mu, opts)
	checkWeights(weight, len(landmarks))
	return iterate(ctx, "falkon", g, landmarks, y, mu, opts, byWeights(ctx, inverseWeights(weight, len(landmarks), g.N()), mu))
}

// byWeights is AᵀA = R·diag(1/π)·Rᵀ + μI, near T·diag(1/π)·Tᵀ + μI.
func byWeights(ctx context.Context, inverse []float64, mu float64) inner {
	return func(_ *landmarkColumns, p *preconditioner) (blas64.Triangular, error) {
		return innerFactor(ctx, p.weighted(inverse), mu)
	}
}

// inverseWeights are 1/πⱼ.
func inverseWeights(weight []float64, m, n int) []float64 {
	inverse := make([]float64, m)
	for j := range inverse {
		inverse[j] = float64(n) / float64(m)
		if weight != nil {
			inverse[j] = 1 / weight[j]
		}
	}
	return inverse
}

func checkWeights(weight []float64, m int) {
	if weight != nil && len(weight) != m {
		panic(fmt.Sprintf("learn: Falkon with %d weights for %d landmarks", len(weight), m))
	}
	for j, w := range weight {
		if !(w > 0 && !math.IsInf(w, 0)) {
			panic(fmt.Sprintf("learn: Falkon's weight %d is %v, want above 0", j, w))
		}
	}
}
