package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Norms come from FᵀF or FFᵀ, the smaller: both have the eigenvalues of K̃ other than 0.
func (a *factor) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	if a.q == 0 {
		return 0, 0, ctx.Err()
	}
	if a.q <= a.n {
		g, err := a.normal(ctx)
		if err != nil {
			return 0, 0, err
		}
		return linalg.Norms(ctx, g, rng)
	}
	g := mat.NewSymDense(a.n, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, a.whole().RawMatrix(), 0, g.RawSymmetric()); err != nil {
		return 0, 0, err
	}
	return linalg.Norms(ctx, g, rng)
}

// Norms are those of L, as the columns of W are orthonormal.
func (a *coupled) Norms(ctx context.Context, _ *rand.Rand) (frobenius, spectral float64, err error) {
	values := a.spectrum
	return floats.Norm(values, 2), floats.Norm(values, math.Inf(1)), ctx.Err()
}

// Norms are those of the blocks.
func (a *blocks) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	for _, b := range a.block {
		f, s, err := linalg.Norms(ctx, asSymmetric(b), rng)
		if err != nil {
			return 0, 0, err
		}
		frobenius, spectral = math.Hypot(frobenius, f), max(spectral, s)
	}
	return frobenius, spectral, nil
}
