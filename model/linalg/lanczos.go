package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tiny is the norm below which a vector counts as zero: its inverse would overflow, or its entries have
// lost digits to underflow.
const tiny = 0x1p-960

// Operator sets dst = A·x for a symmetric n×n matrix A.
type Operator func(dst, x []float64) error

// Norms returns ‖A‖_F and ‖A‖₂ of a symmetric matrix. The second comes from at most 300 steps of
// [Extremes], with a relative tolerance of 1e-12, and is never too large.
func Norms(ctx context.Context, a *mat.SymDense, rng *rand.Rand) (frobenius, spectral float64, err error) {
	raw := a.RawSymmetric()
	lo, hi, err := Extremes(ctx, raw.N, func(dst, x []float64) error {
		blas64.Symv(1, raw, Vector(x), 0, Vector(dst))
		return nil
	}, rng, 1e-12, 300)
	return mat.Norm(a, 2), max(math.Abs(lo), math.Abs(hi)), err
}

// Extremes returns the smallest and the largest eigenvalue of A, of order n ≥ 1, by Lanczos iteration with full
// re-orthogonalisation (Golub and Van Loan, 10.3) from a Gaussian start. Both are within the true range of eigenvalues.
// It stops after maxSteps products, or when the error bound of the one that is larger in absolute value is below tol
// times that value. The bound is the smaller of the residual and residual²/gap. Among more than 32 eigenvalues it may
// take a cluster of them for one; the result is then within the cluster. The error is that of a, or the context's.
func Extremes(ctx context.Context, n int, a Operator, rng *rand.Rand,
	tol float64, maxSteps int) (lo, hi float64, err error) {
	v := Gaussian(1, n, rng).RawMatrix().Data
	floats.Scale(1/floats.Norm(v, 2), v)
	steps := min(maxSteps, n)
	basis := mat.NewDense(steps, n, nil) // one Lanczos vector a row
	var alpha, beta []float64
	w := make([]float64, n)
	look := 4 // step at which the Ritz values are computed next: rarely, as this costs O(k²)
	if n <= 32 {
		look = n // all steps cost little, and tell the eigenvalues of a cluster apart
	}
	for k := range steps {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		basis.SetRow(k, v)
		if err := a(w, v); err != nil {
			return 0, 0, err
		}
		alpha = append(alpha, floats.Dot(w, v))
		ProjectVector(w, basis.Slice(0, k+1, 0, n).(*mat.Dense))
		b := floats.Norm(w, 2)
		if k+1 == steps || k+1 == look || b <= 1e-15*math.Abs(alpha[0]) || b < tiny {
			look = k + 1 + max(4, k/4)
			var settled bool
			if lo, hi, settled, err = ritzExtremes(ctx, alpha, beta, b, tol); err != nil {
				return 0, 0, err
			}
			if settled || b < tiny || b <= 1e-15*max(math.Abs(lo), math.Abs(hi)) {
				return lo, hi, nil
			}
		}
		beta = append(beta, b)
		floats.ScaleTo(v, 1/b, w)
	}
	return lo, hi, nil
}

// ritzExtremes returns the smallest and the largest eigenvalue of the tridiagonal matrix (alpha, beta),
// and whether the one that is larger in absolute value has settled. next is the norm of the residual
// vector with which the next step would start.
func ritzExtremes(ctx context.Context, alpha, beta []float64,
	next, tol float64) (lo, hi float64, settled bool, err error) {
	theta, last, err := ritzValues(ctx, alpha, beta)
	if err != nil {
		return 0, 0, false, err
	}
	k := len(theta)
	lo, hi = theta[0], theta[k-1]
	end, inner := k-1, k-2
	if math.Abs(lo) > math.Abs(hi) {
		end, inner = 0, 1
	}
	if k == 1 {
		return lo, hi, next == 0, nil
	}
	bound := next * math.Abs(last[end])
	if gap := math.Abs(theta[end] - theta[inner]); gap > 0 {
		bound = min(bound, bound*(bound/gap)) // in this order nothing tiny underflows
	}
	return lo, hi, bound <= tol*math.Abs(theta[end]), nil
}

// ritzValues returns the eigenvalues of the symmetric tridiagonal matrix with
// diagonal alpha, ascending, and the last component of each eigenvector, in O(k²).
func ritzValues(ctx context.Context, alpha, beta []float64) (theta, last []float64, err error) {
	k := len(alpha)
	theta, e := slices.Clone(alpha), slices.Clone(beta[:k-1])
	exponent := toUnit(theta, e)
	last = make([]float64, k)
	last[k-1] = 1
	if err := implicitQL(ctx, theta, e, blas64.General{Rows: k, Cols: 1, Stride: 1, Data: last}); err != nil {
		return nil, nil, err
	}
	rescale(theta, exponent)
	order := make([]int, k)
	floats.ArgsortStable(theta, order)
	sorted := make([]float64, k)
	for i, from := range order {
		sorted[i] = last[from]
	}
	return theta, sorted, nil
}
