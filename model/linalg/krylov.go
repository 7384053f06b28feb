package linalg

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Krylov finds leading eigenpairs of a symmetric matrix from products with it.
type Krylov struct {
	N     int                           // order
	Mul   func(dst, x *mat.Dense) error // dst = A·x, n×b
	Block int                           // how many vectors at a time: an eigenvalue's copies are found up to as many
	Limit int                           // dimensions that the space may grow to
	Last  bool                          // take the pairs of the last space where they have not settled
}

// ErrSlow says that the Krylov space has grown to its limit.
var ErrSlow = errors.New("linalg: no convergence within the dimensions allowed")

// Leading returns the r largest eigenvalues, descending, and their eigenvectors, n×r,
// by block Lanczos iteration with full re-orthogonalisation and Rayleigh–Ritz
// projection (Golub and Van Loan, 10.3.6) from a Gaussian start. It stops when the
// residuals are so small that the error of the rank-r approximation exceeds the
// optimum by less than 1e-9 of the optimum, or by rounding errors. An error is
// [ErrSlow], that of Mul or the context's. 1 ≤ r, r + Block ≤ Limit and
// Limit + Block ≤ N; else it panics.
func (k Krylov) Leading(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, p := k.N, k.Block
	if r < 1 || p < 1 || r+p > k.Limit || k.Limit+p > n {
		panic("linalg: a Krylov space that does not hold what is asked for")
	}
	basis := mat.NewDense(n, k.Limit+p, nil) // orthonormal columns
	t := mat.NewSymDense(k.Limit+p, nil)     // their Rayleigh quotient
	block := Gaussian(n, p, rng)
	Orthonormalise(block)
	next := min(r+r/2+3*p, k.Limit/p*p) // when to look at the Ritz values
	for size := 0; size+p <= k.Limit; {
		basis.Slice(0, n, size, size+p).(*mat.Dense).Copy(block)
		size += p
		w := mat.NewDense(n, p, nil)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := k.Mul(w, block); err != nil {
			return nil, nil, err
		}
		q := basis.Slice(0, n, 0, size).(*mat.Dense)
		h := Project(w, q)
		for i := range size {
			for j := range p {
				t.SetSym(i, size-p+j, h.At(i, j))
			}
		}
		rest := Orthonormalise(w)
		if size >= next {
			quotient := mat.NewSymDense(size, nil)
			quotient.CopySym(t)
			theta, s, err := Eigen(ctx, quotient)
			if err != nil {
				return nil, nil, err
			}
			if settled(theta, s, rest, r) || k.Last && size+p > k.Limit {
				vectors := mat.NewDense(n, r, nil)
				vectors.Mul(q, s.Slice(0, size, 0, r))
				return theta[:r:r], vectors, nil
			}
			next = min(size+max(p, size/5), k.Limit/p*p)
		}
		// What the QR of a nearly rank-deficient block brought back from the span of q.
		Project(w, q)
		Orthonormalise(w)
		block = w
	}
	return nil, nil, ErrSlow
}

// settled compares the residuals of the first r Ritz pairs, ‖rest·(last p
// components of sᵢ)‖, with the optimum's error, which is at least θ(r+1).
func settled(theta []float64, s, rest *mat.Dense, r int) bool {
	k, _ := s.Dims()
	p, _ := rest.Dims()
	var res mat.Dense
	res.Mul(rest, s.Slice(k-p, k, 0, r))
	sum := mat.Norm(&res, 2)
	rounding := 1e-13 * theta[0] * math.Sqrt(float64(r))
	return sum*sum <= 1e-9*theta[r]*theta[r] || sum <= rounding
}

// Gaussian is an n×p matrix of independent standard normal entries, drawn row by row.
func Gaussian(n, p int, rng *rand.Rand) *mat.Dense {
	g := mat.NewDense(n, p, nil)
	for i := range g.RawMatrix().Data {
		g.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return g
}
