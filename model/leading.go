package model

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// krylovBlock is how many vectors Leading multiplies with at a time. An
// eigenvalue of K may be this many times degenerate (those of the periodic
// kernel are double) and all its copies are still found.
const krylovBlock = 16

// Leading returns the r largest eigenvalues of K, descending and clamped at 0,
// and their eigenvectors, n×r. It reads all of K.
//
// For r ≤ n/4 it is a block Lanczos iteration with full re-orthogonalisation
// and Rayleigh–Ritz projection (Golub and Van Loan, 10.3.6), stopped when the
// residuals are so small that the error of the rank-r approximation exceeds
// the optimum by less than 1e-9 of the optimum, or by rounding errors; otherwise,
// and where that converges too slowly, a full eigendecomposition, O(n³); see
// fullLimit for n above 4096.
// 1 ≤ r ≤ n; else it panics.
func (g *Gram) Leading(ctx context.Context, r int, rng *rand.Rand) (values []float64, vectors *mat.Dense, err error) {
	n := g.N()
	if r < 1 || r > n {
		panic("model: Leading of a rank outside 1..n")
	}
	if 4*r <= n && n > 4*krylovBlock {
		values, vectors, err = g.krylov(ctx, r, rng)
		if !errors.Is(err, linalg.ErrSlow) {
			return values, vectors, err
		}
	}
	return g.leadingInFull(ctx, r)
}

// LeadingMemory is what Leading takes, in bytes: a basis of some times r dimensions and
// what is projected on it. Where Ritz values need more, or a spectrum is so flat that
// all of K is decomposed, [Gram.Afford] is asked.
func LeadingMemory(n, r int) int64 {
	if 4*r > n || n <= 4*krylovBlock {
		return 8 * (3*int64(n)*int64(n) + int64(n)*int64(r))
	}
	return krylovMemory(n, r, usualLimit(n, r))
}

// krylovMemory is what a Krylov space of so many dimensions takes, which settles before.
func krylovMemory(n, r, limit int) int64 {
	dims, count := int64(n), int64(r)
	width := int64(limit + krylovBlock)
	used := min(width, 2*count+4*krylovBlock)
	return 8 * (dims*width + width*width + 4*used*used + dims*(count+3*krylovBlock))
}

// usualLimit is a dimension at which most Krylov spaces have settled.
func usualLimit(n, r int) int { return min(n/2, 4*r+20*krylovBlock) }

// fullLimit is the largest n that is worth a full eigendecomposition. Above
// it Leading settles for the Ritz pairs of a space of 4r+320 dimensions, whose
// eigenvalues are a little too small where the spectrum is flat.
const fullLimit = 4096

func (g *Gram) leadingInFull(ctx context.Context, r int) ([]float64, *mat.Dense, error) {
	n := g.N()
	square := 8 * int64(n) * int64(n)
	reason := "and a spectrum that takes a full eigendecomposition"
	if err := g.Afford(Memory{Fit: 3*square + 8*int64(n)*int64(r)}, reason, nil); err != nil {
		return nil, nil, err
	}
	k, err := g.Symmetric(ctx)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err := linalg.Leading(ctx, k, r)
	return clamp(values), vectors, err
}

func (g *Gram) krylov(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, dims := g.N(), 0
	usual := usualLimit(n, r)
	limit := usual
	if n <= fullLimit {
		limit = n / 2
	}
	k := linalg.Krylov{
		N: n, Block: krylovBlock, Limit: limit, Last: n > fullLimit,
		Mul: func(dst, x *mat.Dense) error {
			if dims += krylovBlock; dims > usual && dims <= usual+krylovBlock {
				need := Memory{Fit: krylovMemory(n, r, limit)}
				if err := g.Afford(need, "and a spectrum that takes a large Krylov space", nil); err != nil {
					return err
				}
			}
			return g.MulTo(ctx, dst, x)
		},
	}
	values, vectors, err := k.Leading(ctx, r, rng)
	return clamp(values), vectors, err
}

// clamp replaces what is below 0, which for eigenvalues of K is rounding errors.
func clamp(values []float64) []float64 {
	for i, v := range values {
		values[i] = max(0, v)
	}
	return values
}
