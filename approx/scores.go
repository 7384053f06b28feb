package approx

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// exactScores are the ridge leverage scores τᵢ = [K(K+γI)⁻¹]ᵢᵢ. It reads all of
// K and costs O(n³). Where γ is below what float64 can tell from 0 next to K,
// the scores are those of the least ridge that it can (resolvable).
func exactScores(ctx context.Context, g *model.Gram, ridge float64) ([]float64, error) {
	k, err := wholeKernel(ctx, g)
	if err != nil {
		return nil, err
	}
	return scoresOf(ctx, k, ridge)
}

// wholeKernel reads K, n×n.
func wholeKernel(ctx context.Context, g *model.Gram) (*mat.Dense, error) {
	n := g.N()
	k := mat.NewDense(n, n, nil)
	err := tiles(ctx, n, n, func(rows []int) {
		g.Block(k.Slice(rows[0], rows[0]+len(rows), 0, n).(*mat.Dense), rows, nil)
	})
	if err != nil {
		return nil, err
	}
	return k, checkFinite(k)
}

// scoresOf is 1 − γ‖L⁻¹eᵢ‖² with LLᵀ = K+γI, for a γ that is resolvable. What
// cancellation takes away from small scores is made up for by the bounds
// Kᵢᵢ/(tr K+γ) ≤ τᵢ ≤ Kᵢᵢ/(Kᵢᵢ+γ), which close in on them as γ grows. k is
// overwritten.
func scoresOf(ctx context.Context, k *mat.Dense, ridge float64) ([]float64, error) {
	n, _ := k.Dims()
	trace := mat.Trace(k)
	ridge = resolvable(ridge, trace)
	tau := make([]float64, n)
	for i := range n {
		tau[i] = k.At(i, i)
		k.Set(i, i, tau[i]+ridge)
	}
	u, _, err := linalg.Jittered(ctx, asSymmetric(k))
	if err != nil {
		return nil, err
	}
	inverse, err := linalg.InverseDiagonal(ctx, u)
	if err != nil {
		return nil, err
	}
	for i, kii := range tau {
		tau[i] = min(kii/(kii+ridge), max(kii/(trace+ridge), 1-ridge*inverse[i]))
	}
	return tau, nil
}

// resolvable is the ridge, or 1000·eps·tr K where it is smaller: scores carry
// an error of about eps·λ₁/γ, which that holds to 1e-3.
func resolvable(ridge, trace float64) float64 { return max(ridge, 1000*eps*trace) }

// diagonal reads the n entries Kᵢᵢ, which are finite if and only if all of K is.
func diagonal(g *model.Gram) ([]float64, error) {
	d := make([]float64, g.N())
	g.Diag(d)
	return d, checkFinite(mat.NewDense(1, len(d), d))
}

// mustRidge panics for a score ridge that its descriptor rules out, or that
// nobody has filled in: it has no default of its own.
func mustRidge(ridge float64) {
	if !(ridge > 0) || math.IsInf(ridge, 0) {
		panic(fmt.Sprintf("approx: score-ridge = %v, want a number above 0", ridge))
	}
}
