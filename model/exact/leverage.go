package exact

import (
	"context"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/linalg"
)

// leverage is the leverage scores at a ridge, from a Cholesky factor.
type leverage struct {
	sum    float64   // Σᵢ τᵢ = n − γₛ·tr(K+γₛI)⁻¹
	scores []float64 // τᵢ
}

// LeverageScores returns the ridge leverage scores τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ in [0, 1] of the n points. A score measures how
// much of a point the others do not represent; the sum of all is the effective dimension (Alaoui and Mahoney 2015). The
// scores come from a Cholesky factor, in O(n³), which MaximalDegrees at the same ridge uses too. Their absolute error
// is about 1e-16·(λ₁+γₛ)/γₛ. The result is nil above the exact limit. The error is a *model.SingularError if K + γₛI
// can't be factorised, or the context's. LeverageScores panics unless ridge > 0.
func (r *Reference) LeverageScores(ctx context.Context, ridge float64) ([]float64, error) {
	checkRidge("LeverageScores", ridge)
	if !r.exact {
		return nil, nil
	}
	l, err := r.leverageAt(ctx, ridge)
	return slices.Clone(l.scores), err
}

// EffectiveDimension returns Σᵢ τᵢ = tr K(K+γₛI)⁻¹ = Σ λᵢ/(λᵢ+γₛ), between 0 and the rank. For n ≤ 4096 it comes from
// all eigenvalues, which are computed once for all ridges; for larger n from a Cholesky factor, in O(n³) for each
// ridge, with an error of about 1e-16·n·(λ₁+γₛ)/γₛ. If figures are estimates, it is estimated from the sampled rows;
// see sampledDimension. Errors and panics are those of LeverageScores.
func (r *Reference) EffectiveDimension(ctx context.Context, ridge float64) (Estimate, error) {
	checkRidge("EffectiveDimension", ridge)
	if !r.exact {
		return r.sampledDimension(ctx, ridge)
	}
	values, err := r.Eigenvalues(ctx)
	if values != nil || err != nil {
		return Exactly(DegreesOfFreedom(values, ridge)), err
	}
	scores, err := r.leverageAt(ctx, ridge)
	return Exactly(scores.sum), err
}

// DegreesOfFreedom returns Σ λᵢ/(λᵢ+ridge) over the given eigenvalues.
func DegreesOfFreedom(values []float64, ridge float64) float64 {
	sum := 0.0
	for _, v := range slices.Backward(values) { // small ones first
		sum += v / (v + ridge)
	}
	return sum
}

// MaximalDegrees returns d_max = n·maxᵢ τᵢ, the maximal marginal degrees of freedom (Bach 2013). It is
// between the effective dimension, where all points have the same score, and n. Uniform sampling needs
// about d_max columns, so as not to miss the point with the largest score.
//
// It comes from the Cholesky factor of LeverageScores, with an error of about 1e-16·n·(λ₁+γₛ)/γₛ. Above
// the exact limit it is not known, and the second result is false: the largest of n scores can't be
// estimated from a sample. Errors and panics are those of LeverageScores.
func (r *Reference) MaximalDegrees(ctx context.Context, ridge float64) (float64, bool, error) {
	checkRidge("MaximalDegrees", ridge)
	if !r.exact {
		return 0, false, nil
	}
	l, err := r.leverageAt(ctx, ridge)
	if err != nil {
		return 0, false, err
	}
	return float64(r.N()) * slices.Max(l.scores), true, nil
}

// Degrees returns d_eff = Σᵢ τᵢ and Bach's d_max = n·maxᵢ τᵢ at each of the ridges, both between 0 and n. They come
// from all eigenpairs of K. The first call computes these in O(n³), as Diagnose does; then each ridge costs n². No
// digits are lost, however small the ridge is. Degrees panics unless all ridges are above 0 and n ≤ DiagnosticsLimit.
func (r *Reference) Degrees(ctx context.Context, ridges []float64) (effective, maximal []float64, err error) {
	pairs, err := r.decompose(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, ridge := range ridges {
		checkRidge("Degrees", ridge)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		effective = append(effective, DegreesOfFreedom(pairs.values, ridge))
		maximal = append(maximal, pairs.largestScore(r.N(), ridge))
	}
	return effective, maximal, nil
}

// leverageAt computes τᵢ = 1 − γₛ·‖eᵢᵀU⁻¹‖² from UᵀU = K + γₛI. The scores stay stored.
func (r *Reference) leverageAt(ctx context.Context, ridge float64) (leverage, error) {
	return r.leverage.at(ridge).get(ctx, func() (l leverage, err error) {
		k, err := r.gram.Symmetric(ctx)
		if err != nil {
			return l, err
		}
		linalg.AddRidge(k, ridge)
		u, ok, err := linalg.CholeskyInPlace(ctx, k)
		if err != nil {
			return l, err
		}
		if !ok {
			largest, err := r.Largest(ctx)
			if err == nil {
				err = &model.SingularError{Mu: ridge, Condition: largest.Value / ridge}
			}
			return l, err
		}
		l.scores, err = linalg.InverseDiagonal(ctx, u)
		l.sum = math.Max(0, float64(r.N())-ridge*inOrder(l.scores))
		for i, s := range l.scores {
			l.scores[i] = math.Max(0, 1-ridge*s)
		}
		return l, err
	})
}
