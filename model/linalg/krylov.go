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
	space := NewSpace(n, p, rng)
	next := min(r+r/2+3*p, k.Limit/p*p) // when to look at the Ritz values
	for size := p; size <= k.Limit; size += p {
		if err := space.Grow(ctx, size, k.Mul); err != nil {
			return nil, nil, err
		}
		if size < next {
			continue
		}
		pairs, err := space.Ritz(ctx, size, r)
		if err != nil {
			return nil, nil, err
		}
		if pairs.settled(r) || k.Last && size+p > k.Limit {
			return pairs.Values[:r:r], space.Vectors(pairs), nil
		}
		next = min(size+max(p, size/5), k.Limit/p*p)
	}
	return nil, nil, ErrSlow
}

// settled compares the residuals with the optimum's error, which is at least θ(r+1).
func (p Ritz) settled(r int) bool {
	sum := 0.0
	for _, v := range p.Residuals {
		sum += v * v
	}
	rounding := 1e-13 * p.Values[0] * math.Sqrt(float64(r))
	return sum <= 1e-9*p.Values[r]*p.Values[r] || sum <= rounding*rounding
}

// Gaussian is an n×p matrix of independent standard normal entries, drawn row by row.
func Gaussian(n, p int, rng *rand.Rand) *mat.Dense {
	g := mat.NewDense(n, p, nil)
	for i := range g.RawMatrix().Data {
		g.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return g
}
