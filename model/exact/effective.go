package exact

import (
	"context"
	"math"

	"gramscope/model"
	"gramscope/model/linalg"
)

// leverage is what a Cholesky factor tells of the leverage scores τ at a ridge.
type leverage struct {
	sum     float64   // Σᵢ τᵢ
	largest float64   // maxᵢ τᵢ
	scores  []float64 // τᵢ
}

// EffectiveDimension is Σᵢ τᵢ = tr K(K+γₛI)⁻¹ = Σ λᵢ/(λᵢ+γₛ), between 0 and the
// rank: from all eigenvalues for n ≤ 4096, which every ridge shares, and from a
// Cholesky factor above, O(n³) for each ridge, good to some 1e-16·n·(λ₁+γₛ)/γₛ. Where
// figures are estimates it is one from the sampled rows; see sampledSpectrum.
// A *model.SingularError says that K + γₛI can't be factorised. ridge > 0; else it
// panics.
func (r *Reference) EffectiveDimension(ctx context.Context, ridge float64) (Estimate, error) {
	if !(ridge > 0) {
		panic("exact: EffectiveDimension with a ridge that is not positive")
	}
	if !r.exact {
		return r.sampledDimension(ctx, ridge)
	}
	return r.dEff.at(ridge).get(ctx, func() (Estimate, error) {
		values, err := r.Eigenvalues(ctx)
		if err != nil {
			return Estimate{}, err
		}
		if values == nil {
			scores, err := r.leverageAt(ctx, ridge)
			return exactly(scores.sum), err
		}
		return exactly(DegreesOfFreedom(values, ridge)), nil
	})
}

// DegreesOfFreedom is Σ λᵢ/(λᵢ+ridge) over the given eigenvalues.
func DegreesOfFreedom(values []float64, ridge float64) float64 {
	sum := 0.0
	for i := len(values) - 1; i >= 0; i-- { // small ones first
		sum += values[i] / (values[i] + ridge)
	}
	return sum
}

// MaximalDegrees is d_max = n·maxᵢ τᵢ, τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ: the maximal marginal
// degrees of freedom of Bach (2013), between the effective dimension and n. It
// tells how many columns uniform sampling needs, which must not miss the one
// point that carries most; equal to the effective dimension where all points
// count alike.
//
// It comes from a Cholesky factor, O(n³), which EffectiveDimension at the same
// ridge shares for n > 4096, and is good to some 1e-16·n·(λ₁+γₛ)/γₛ. Above the
// exact limit it is not known, and the second result false: no sample tells
// what the largest of n scores is. A *model.SingularError says that K + γₛI can't be
// factorised. ridge > 0; else it panics.
func (r *Reference) MaximalDegrees(ctx context.Context, ridge float64) (float64, bool, error) {
	if !(ridge > 0) {
		panic("exact: MaximalDegrees with a ridge that is not positive")
	}
	if !r.exact {
		return 0, false, nil
	}
	scores, err := r.leverageAt(ctx, ridge)
	return float64(r.N()) * scores.largest, err == nil, err
}

// leverageAt are the scores at a ridge, of which those of the last one are kept.
func (r *Reference) leverageAt(ctx context.Context, ridge float64) (leverage, error) {
	return r.leverage.at(ridge).get(ctx, func() (leverage, error) { return r.choleskyScores(ctx, ridge) })
}

// choleskyScores takes τᵢ = 1 − γₛ·‖eᵢᵀU⁻¹‖² from UᵀU = K + γₛI.
func (r *Reference) choleskyScores(ctx context.Context, ridge float64) (leverage, error) {
	k, err := r.gram.Symmetric(ctx)
	if err != nil {
		return leverage{}, err
	}
	n := r.N()
	for i := range n {
		k.SetSym(i, i, k.At(i, i)+ridge)
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, k)
	if err != nil {
		return leverage{}, err
	}
	if !ok {
		largest, err := r.Largest(ctx)
		if err != nil {
			return leverage{}, err
		}
		return leverage{}, &model.SingularError{Mu: ridge, Condition: largest.Value / ridge}
	}
	inverse, err := linalg.InverseDiagonal(ctx, u)
	if err != nil {
		return leverage{}, err
	}
	sum, least, scores := 0.0, math.Inf(1), make([]float64, n)
	for i, s := range inverse {
		sum += s
		least = math.Min(least, s)
		scores[i] = math.Max(0, 1-ridge*s)
	}
	return leverage{
		sum:     math.Max(0, float64(n)-ridge*sum),
		largest: math.Max(0, 1-ridge*least),
		scores:  scores,
	}, nil
}
