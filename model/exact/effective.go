package exact

import (
	"context"
	"math"
	"sync"

	"gramscope/model"
	"gramscope/model/linalg"
)

// effective caches the last effective dimension asked for, and the last
// leverage scores.
type effective struct {
	mu    sync.Mutex
	ridge float64
	dEff  float64
	known bool

	scores leverage
}

// leverage is what a Cholesky factor tells of the leverage scores τ at a ridge.
type leverage struct {
	ridge   float64   // 0: nothing known
	sum     float64   // Σᵢ τᵢ
	largest float64   // maxᵢ τᵢ
	scores  []float64 // τᵢ
}

// EffectiveDimension is Σᵢ τᵢ = tr K(K+γₛI)⁻¹ = Σ λᵢ/(λᵢ+γₛ), between 0 and the
// rank: from all eigenvalues for n ≤ 1500, from a Cholesky factor above, and
// above the exact limit an estimate: see sampledDimension. ridge > 0.
func (r *Reference) EffectiveDimension(ctx context.Context, ridge float64) (float64, error) {
	if !(ridge > 0) {
		panic("exact: EffectiveDimension with a ridge that is not positive")
	}
	r.effective.mu.Lock()
	defer r.effective.mu.Unlock()
	if r.effective.known && r.effective.ridge == ridge {
		return r.effective.dEff, nil
	}
	d, err := r.effectiveDimension(ctx, ridge)
	if err != nil {
		return 0, err
	}
	r.effective.ridge, r.effective.dEff, r.effective.known = ridge, d, true
	return d, nil
}

func (r *Reference) effectiveDimension(ctx context.Context, ridge float64) (float64, error) {
	if !r.exact {
		return r.sampledDimension(ctx, ridge)
	}
	values, err := r.Eigenvalues(ctx)
	if err != nil {
		return 0, err
	}
	if values == nil {
		scores, err := r.leverage(ctx, ridge)
		return scores.sum, err
	}
	return DegreesOfFreedom(values, ridge), nil
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
// ridge shares for n > 1500, and is good to some 1e-16·n·(λ₁+γₛ)/γₛ. Above the
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
	r.effective.mu.Lock()
	defer r.effective.mu.Unlock()
	scores, err := r.leverage(ctx, ridge)
	return float64(r.N()) * scores.largest, err == nil, err
}

// leverage computes the scores unless they are those it has computed last. The
// caller holds the lock.
func (r *Reference) leverage(ctx context.Context, ridge float64) (leverage, error) {
	if r.effective.scores.ridge == ridge {
		return r.effective.scores, nil
	}
	scores, err := r.choleskyScores(ctx, ridge)
	if err == nil {
		r.effective.scores = scores
	}
	return scores, err
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
		return leverage{}, &model.SingularError{Mu: ridge, Condition: r.spectral / ridge}
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
		ridge:   ridge,
		sum:     math.Max(0, float64(n)-ridge*sum),
		largest: math.Max(0, 1-ridge*least),
		scores:  scores,
	}, nil
}
