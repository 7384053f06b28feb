package tune

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// What ‖b − (K+μI)α‖ may be of ‖b‖. K·α is off by no more than the residual, so that with
// b = y−ȳ the fit at the training rows errs by that many deviations of the target
// at most, and the loss at others by a fiftieth of that (measured on casp and
// california_housing at n = 3200): at krylovLoose by 2e-4 deviations, where a
// standard error over folds is 5e-3. Steps stop when all ridges are down to
// krylovTight; a ridge above krylovLoose after the last is not solved.
const (
	krylovTight = 1e-6
	krylovLoose = 1e-2
)

// krylovSteps is how many products with K are tried: these, and keeping their
// vectors orthogonal, then cost two or three Cholesky factorisations. On real
// data at n = 3200 the least of the default ridges asks for 50 to 500.
func krylovSteps(n int) int { return min(n, n/8+100) }

// solvePath solves (K+μI)α = b for every μ at once, K n×n symmetric and b ≠ 0,
// and gives nil for a μ whose solution is not found in that many steps. Lanczos
// iteration from b, with full re-orthogonalisation, makes K ≈ Qᵀ·T·Q with a
// tridiagonal T that all μ share, and α = Qᵀ(T+μI)⁻¹·‖b‖e₁ is the iterate of
// conjugate gradients for that μ (Golub and Van Loan, 11.3; shifted systems:
// Frommer and Maass 1999). It takes as many products with K as the least μ asks
// for, instead of n³/3 steps for every μ: some 200 at n = 3200 on real data.
func solvePath(ctx context.Context, k *mat.Dense, b, mus []float64) ([][]float64, error) {
	n := len(b)
	steps := krylovSteps(n)
	norm := floats.Norm(b, 2)
	basis := mat.NewDense(steps, n, nil) // one vector a row
	floats.ScaleTo(basis.RawRowView(0), 1/norm, b)
	var alpha, beta []float64
	shifts := make([]shifted, len(mus))
	for i, mu := range mus {
		shifts[i] = shifted{mu: mu}
	}
	w := make([]float64, n)
	for s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := basis.RawRowView(s)
		blas64.Gemv(blas.NoTrans, 1, k.RawMatrix(), vector(q), 0, vector(w))
		alpha = append(alpha, floats.Dot(q, w))
		linalg.ProjectVector(w, basis.Slice(0, s+1, 0, n).(*mat.Dense))
		next := floats.Norm(w, 2)
		open := false
		for i := range shifts {
			shifts[i].extend(alpha, beta, norm, next)
			open = open || !(shifts[i].residual <= krylovTight*norm)
		}
		// A vector that is all rounding error ends the Krylov space: K maps it
		// into itself, and the solutions in it are exact.
		if !open || s+1 == steps || next <= 0x1p-50*math.Abs(alpha[0]) {
			break
		}
		beta = append(beta, next)
		floats.ScaleTo(basis.RawRowView(s+1), 1/next, w)
	}
	return solutions(shifts, basis, alpha, beta, norm), nil
}

// shifted follows the Cholesky factorisation of T+μI = L·D·Lᵀ as T grows.
type shifted struct {
	mu       float64
	d, y     float64 // last of D and of L⁻¹·‖b‖e₁
	residual float64 // ‖b − (K+μI)α‖; NaN where T+μI is not positive definite
}

// extend by the last of alpha; next is what the following beta would be.
func (s *shifted) extend(alpha, beta []float64, norm, next float64) {
	a := alpha[len(alpha)-1] + s.mu
	if len(beta) == 0 {
		s.d, s.y = a, norm
	} else {
		b := beta[len(beta)-1]
		l := b / s.d
		s.d, s.y = a-b*l, -l*s.y
	}
	if !(s.d > 0) { // K is semi-definite up to rounding, which μ is too small for
		s.d = math.NaN()
	}
	s.residual = next * math.Abs(s.y/s.d)
}

// solutions are α for the shifts whose residual is small.
func solutions(shifts []shifted, basis *mat.Dense, alpha, beta []float64, norm float64) [][]float64 {
	k, n := len(alpha), len(basis.RawRowView(0))
	q := basis.Slice(0, k, 0, n).(*mat.Dense)
	out := make([][]float64, len(shifts))
	for i, s := range shifts {
		if !(s.residual <= krylovLoose*norm) {
			continue
		}
		d, z := make([]float64, k), make([]float64, k)
		d[0], z[0] = alpha[0]+s.mu, norm
		for j := 1; j < k; j++ {
			l := beta[j-1] / d[j-1]
			d[j], z[j] = alpha[j]+s.mu-beta[j-1]*l, -l*z[j-1]
		}
		for j := k - 1; j >= 0; j-- {
			z[j] /= d[j]
			if j < k-1 {
				z[j] -= beta[j] / d[j] * z[j+1]
			}
		}
		out[i] = make([]float64, n)
		blas64.Gemv(blas.Trans, 1, q.RawMatrix(), vector(z), 0, vector(out[i]))
	}
	return out
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
