package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// ExactPath returns kernel ridge regression with K itself at several ridges ≥ 0: f(z) = ȳ + k(z, X)·α,
// with one α for each of mus. All ridges share a Krylov space. A ridge that is too small for this, or not
// above eps·‖K‖₁, is solved by a Cholesky factorisation. If that fails too, its α is nil and its entry in
// failed is a *model.SingularError. It takes 16n² bytes.
func ExactPath(
	ctx context.Context, g *model.Gram, y, mus []float64,
) (offset float64, alphas [][]float64, failed []error, err error) {
	checkLength("targets", len(y), g.N())
	offset, rest := Centred(y)
	alphas, failed = make([][]float64, len(mus)), make([]error, len(mus))
	switch {
	case floats.Norm(rest, 2) == 0:
		for i := range alphas {
			alphas[i] = make([]float64, len(y))
		}
	case len(mus) > 1:
		k, err := g.Symmetric(ctx)
		if err != nil {
			return 0, nil, nil, err
		}
		norm := mat.Norm(k, 1)
		if alphas, err = solvePath(ctx, k, rest, mus); err != nil {
			return 0, nil, nil, err
		}
		for i, mu := range mus {
			if mu <= linalg.Eps*norm { // K+μI is singular to working precision, and the solution is rounding errors
				alphas[i] = nil
			}
		}
	}
	for i, mu := range mus {
		if alphas[i] != nil {
			continue
		}
		exact, err := NewExact(ctx, g.View(), y, mu)
		var singular *model.SingularError
		switch {
		case errors.As(err, &singular):
			failed[i] = err
		case err != nil:
			return 0, nil, nil, err
		default:
			alphas[i] = exact.Alpha
		}
	}
	return offset, alphas, failed, nil
}

// Values returns offset + k·α, of length b, for kernel values k = k(Z, X), b×n.
func Values(k *mat.Dense, alpha []float64, offset float64) []float64 {
	rows, n := k.Dims()
	checkLength("kernel values", n, len(alpha))
	out := make([]float64, rows)
	mat.NewVecDense(rows, out).MulVec(k, mat.NewVecDense(len(alpha), alpha))
	floats.AddConst(offset, out)
	return out
}

// Limits of ‖b − (K+μI)α‖ relative to ‖b‖. The error of K·α is at most as large: with b = y−ȳ, the fit
// at the training rows is wrong by at most that many standard deviations of the target. Iteration stops
// when all ridges are below krylovTight. Ridges that are still above krylovLoose count as not solved.
const (
	krylovTight = 1e-6
	krylovLoose = 1e-2
)

// solvePath solves (K+μI)α = b for all μ at once, for K n×n and b ≠ 0. The α of a μ that needs more steps
// than allowed is nil. Lanczos iteration from b, with full re-orthogonalisation, gives K ≈ Qᵀ·T·Q with a
// tridiagonal T that all μ share, and α = Qᵀ(T+μI)⁻¹·‖b‖e₁ is the iterate of conjugate gradients for that
// μ (Golub and Van Loan, 11.3; shifted systems: Frommer and Maass 1999). It takes as many products with
// K as the smallest μ needs, typically 50 to 500, instead of n³/3 steps for every μ.
func solvePath(ctx context.Context, k *mat.SymDense, b, mus []float64) ([][]float64, error) {
	n := len(b)
	// With re-orthogonalisation this many steps cost as much as two or three Cholesky factorisations.
	steps := min(n, n/8+100)
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
		blas64.Symv(1, k.RawSymmetric(), linalg.Vector(q), 0, linalg.Vector(w))
		alpha = append(alpha, floats.Dot(q, w))
		linalg.ProjectVector(w, basis.Slice(0, s+1, 0, n).(*mat.Dense))
		next := floats.Norm(w, 2)
		open := false
		for i := range shifts {
			shifts[i].extend(alpha, beta, norm, next)
			open = open || !(shifts[i].residual <= krylovTight*norm)
		}
		// If the vector is only rounding errors, K maps the Krylov space into
		// itself, and the solutions in it are exact. It is NaN if K overflows.
		if !open || s+1 == steps || !(next > 0x1p-50*math.Abs(alpha[0])) {
			break
		}
		beta = append(beta, next)
		floats.ScaleTo(basis.RawRowView(s+1), 1/next, w)
	}
	return solutions(shifts, basis, beta, norm), nil
}

// shifted is the factorisation T+μI = L·D·Lᵀ, extended as T grows.
type shifted struct {
	mu       float64
	d, y     []float64 // D and L⁻¹·‖b‖e₁
	residual float64   // ‖b − (K+μI)α‖; NaN if T+μI is not positive definite
}

// extend adds the last row of T: its diagonal entry is the last of alpha. next is the following beta.
func (s *shifted) extend(alpha, beta []float64, norm, next float64) {
	d, y := alpha[len(alpha)-1]+s.mu, norm
	if j := len(beta) - 1; j >= 0 {
		l := beta[j] / s.d[j]
		d, y = d-beta[j]*l, -l*s.y[j]
	}
	if !(d > 0) { // rounding errors make K indefinite, and μ is too small to correct this
		d = math.NaN()
	}
	s.d, s.y = append(s.d, d), append(s.y, y)
	s.residual = next * math.Abs(y/d)
}

// solutions returns α for the shifts whose residual is small.
func solutions(shifts []shifted, basis *mat.Dense, beta []float64, norm float64) [][]float64 {
	n := len(basis.RawRowView(0))
	out := make([][]float64, len(shifts))
	for i, s := range shifts {
		if !(s.residual <= krylovLoose*norm) {
			continue
		}
		z, k := s.y, len(s.y)
		for j := k - 1; j >= 0; j-- {
			z[j] /= s.d[j]
			if j < k-1 {
				z[j] -= beta[j] / s.d[j] * z[j+1]
			}
		}
		out[i] = make([]float64, n)
		used := basis.Slice(0, k, 0, n).(*mat.Dense).RawMatrix()
		blas64.Gemv(blas.Trans, 1, used, linalg.Vector(z), 0, linalg.Vector(out[i]))
	}
	return out
}
