package model

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// tiny is the norm below which a vector counts as zero: its inverse would
// overflow, or its entries have lost their digits.
const tiny = 0x1p-960

// operator is dst = A·x for a symmetric n×n matrix A.
type operator func(dst, x []float64) error

// extremes returns the smallest and the largest eigenvalue of A by Lanczos
// iteration with full re-orthogonalisation (Golub and Van Loan, 10.3) from a
// Gaussian start. Both lie within the true range of eigenvalues. It stops when
// the one that is larger in size has an error bound below tol times its size,
// the bound being the smaller of the residual and of residual²/gap, or after
// maxSteps products.
func extremes(ctx context.Context, n int, a operator, rng *rand.Rand, tol float64, maxSteps int) (lo, hi float64, err error) {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	floats.Scale(1/floats.Norm(v, 2), v)
	basis := mat.NewDense(min(maxSteps, n), n, nil) // one Lanczos vector a row
	var alpha, beta []float64
	w := make([]float64, n)
	look := 4 // looking at the Ritz values costs O(k³): ever more rarely
	for k := 0; k < min(maxSteps, n); k++ {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		basis.SetRow(k, v)
		if err := a(w, v); err != nil {
			return 0, 0, err
		}
		alpha = append(alpha, floats.Dot(w, v))
		orthogonalise(w, basis, k+1)
		b := floats.Norm(w, 2)
		done := k+1 == min(maxSteps, n)
		if done || k+1 == look || b <= 1e-15*math.Abs(alpha[0]) || b < tiny {
			look = k + 1 + max(4, k/4)
			var settled bool
			lo, hi, settled = ritzExtremes(alpha, beta, b, tol)
			if settled || b < tiny || b <= 1e-15*max(math.Abs(lo), math.Abs(hi)) {
				return lo, hi, nil
			}
		}
		beta = append(beta, b)
		floats.ScaleTo(v, 1/b, w)
	}
	return lo, hi, nil
}

// orthogonalise subtracts from w its part in the span of the first k rows of
// basis, twice, which is enough (Kahan's rule).
func orthogonalise(w []float64, basis *mat.Dense, k int) {
	q := basis.Slice(0, k, 0, len(w)).(*mat.Dense).RawMatrix()
	wv := blas64.Vector{N: len(w), Inc: 1, Data: w}
	c := blas64.Vector{N: k, Inc: 1, Data: make([]float64, k)}
	for range 2 {
		blas64.Gemv(blas.NoTrans, 1, q, wv, 0, c)
		blas64.Gemv(blas.Trans, -1, q, c, 1, wv)
	}
}

// ritzExtremes returns the end points of the spectrum of the tridiagonal
// matrix (alpha, beta), and whether the larger one in size has settled; next
// is the norm of the residual vector that the next step would start from.
func ritzExtremes(alpha, beta []float64, next, tol float64) (lo, hi float64, settled bool) {
	theta, last := tridiagonal(alpha, beta)
	k := len(theta)
	lo, hi = theta[0], theta[k-1]
	end, inner := k-1, k-2
	if math.Abs(lo) > math.Abs(hi) {
		end, inner = 0, 1
	}
	if k == 1 {
		return lo, hi, next == 0
	}
	bound := next * math.Abs(last[end])
	if gap := math.Abs(theta[end] - theta[inner]); gap > 0 {
		bound = min(bound, bound*(bound/gap)) // in this order nothing tiny underflows
	}
	return lo, hi, bound <= tol*math.Abs(theta[end])
}

// tridiagonal returns the eigenvalues of the symmetric tridiagonal matrix with
// diagonal alpha, ascending, and the last component of each eigenvector.
func tridiagonal(alpha, beta []float64) (theta, last []float64) {
	k := len(alpha)
	theta = append([]float64(nil), alpha...)
	e := append([]float64(nil), beta[:k-1]...)
	z := make([]float64, k*k)
	ok := lapackgonum.Implementation{}.Dsteqr(lapack.EVTridiag, k, theta, e, z, k, make([]float64, max(1, 2*k-2)))
	if !ok {
		panic("model: the tridiagonal eigenproblem did not converge")
	}
	return theta, z[(k-1)*k:]
}
