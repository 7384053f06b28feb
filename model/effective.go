package model

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// effective caches the last effective dimension asked for.
type effective struct {
	mu    sync.Mutex
	ridge float64
	dEff  float64
	known bool
}

// EffectiveDimension is Σᵢ τᵢ = tr K(K+γₛI)⁻¹ = Σ λᵢ/(λᵢ+γₛ), between 0 and the
// rank: from all eigenvalues for n ≤ 1500, from a Cholesky factor above, and
// above the exact limit an estimate: see sampledDimension. ridge > 0.
func (r *Reference) EffectiveDimension(ctx context.Context, ridge float64) (float64, error) {
	if !(ridge > 0) {
		panic("model: EffectiveDimension with a ridge that is not positive")
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
		return r.choleskyDimension(ctx, ridge)
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

// choleskyDimension is n − γₛ·‖L⁻¹‖_F² with LLᵀ = K + γₛI.
func (r *Reference) choleskyDimension(ctx context.Context, ridge float64) (float64, error) {
	k, err := r.gram.symmetric(ctx)
	if err != nil {
		return 0, err
	}
	n := r.N()
	for i := range n {
		k.SetSym(i, i, k.At(i, i)+ridge)
	}
	u, ok := lapack64.Potrf(k.RawSymmetric())
	if !ok {
		return 0, &SingularError{Mu: ridge, Condition: r.spectral / ridge}
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	u.Diag = blas.NonUnit
	lapack64.Trtri(u)
	sum := 0.0
	for i := range n {
		s := 0.0
		for _, v := range u.Data[i*u.Stride+i : i*u.Stride+n] {
			s += v * v
		}
		sum += s
	}
	return math.Max(0, float64(n)-ridge*sum), nil
}
