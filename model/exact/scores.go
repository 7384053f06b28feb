package exact

import (
	"context"
	"math"
	"slices"
)

// LeverageScores are the ridge leverage scores τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ in [0, 1] of
// the n points, whose sum is the effective dimension (Alaoui and Mahoney 2015):
// how much a point counts that others don't stand for. From a Cholesky factor,
// O(n³), that MaximalDegrees at the same ridge shares, good to some
// 1e-16·(λ₁+γₛ)/γₛ, so that tiny scores are rounding only.
//
// Above the exact limit they are not known, and the result is nil. A
// *model.SingularError says that K + γₛI can't be factorised. ridge > 0; else it
// panics.
func (r *Reference) LeverageScores(ctx context.Context, ridge float64) ([]float64, error) {
	if !(ridge > 0) {
		panic("exact: LeverageScores with a ridge that is not positive")
	}
	if !r.exact {
		return nil, nil
	}
	r.effective.mu.Lock()
	defer r.effective.mu.Unlock()
	l, err := r.leverage(ctx, ridge)
	return slices.Clone(l.scores), err
}

// LeadingEigenvalues are the count largest eigenvalues of K, or all n where there
// are no more, descending and clamped at 0. For n ≤ 1500 all have been computed
// at once, O(n³), and are returned; above it is a block Lanczos iteration, see
// [model.Gram.Leading], on at least 32 and at most n/4 values. count ≥ 1; else it panics.
func (r *Reference) LeadingEigenvalues(ctx context.Context, count int) ([]float64, error) {
	if count < 1 {
		panic("exact: LeadingEigenvalues of less than one")
	}
	all, err := r.Eigenvalues(ctx)
	if all != nil || err != nil {
		return slices.Clone(all), err
	}
	r.spectrum.mu.Lock()
	defer r.spectrum.mu.Unlock()
	part, err := r.leadingPart(ctx, leadingCount(count, r.N()))
	if err != nil {
		return nil, err
	}
	return slices.Clone(part.values[:min(count, len(part.values))]), nil
}

// Degrees are the degrees of freedom at each of the ridges: d_eff = Σᵢ τᵢ and
// Bach's d_max = n·maxᵢ τᵢ, both between 0 and n. They come from all eigenpairs of
// K, which the first call computes, O(n³), as Diagnose does; each ridge costs n²
// then. No digits are lost, however small the ridge. Ridges > 0 and
// n ≤ DiagnosticsLimit; else it panics.
func (r *Reference) Degrees(ctx context.Context, ridges []float64) (effective, maximal []float64, err error) {
	if err := r.needPairs(ctx, "Degrees"); err != nil {
		return nil, nil, err
	}
	for _, ridge := range ridges {
		if !(ridge > 0) {
			panic("exact: Degrees with a ridge that is not positive")
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		effective = append(effective, DegreesOfFreedom(r.pairs.values, ridge))
		maximal = append(maximal, r.pairs.largestScore(r.N(), ridge))
	}
	return effective, maximal, nil
}

// Coherences are μᵣ = (n/r)·maxᵢ‖Uᵣ(i,:)‖² in [1, n/r] of the r leading
// eigenvectors of K (Candès and Recht 2009), for r from 1 to n at index r−1; see
// [Diagnostics]. NaN where λᵣ and λᵣ₊₁ are equal to rounding, so that the vectors
// are not determined, and for r = n, where it is 1 whatever K is. Of all
// eigenpairs, as Degrees. n ≤ DiagnosticsLimit; else it panics.
func (r *Reference) Coherences(ctx context.Context) ([]float64, error) {
	if err := r.needPairs(ctx, "Coherences"); err != nil {
		return nil, err
	}
	n := r.N()
	largest := make([]float64, n)
	for i := range n {
		sum := 0.0
		for j, u := range r.pairs.vectors.RawRowView(i) {
			sum += u * u
			largest[j] = math.Max(largest[j], sum)
		}
	}
	for j, v := range largest {
		rank := j + 1
		largest[j] = float64(n) / float64(rank) * v
		if !r.pairs.separate(rank) {
			largest[j] = math.NaN()
		}
	}
	return largest, nil
}

// needPairs makes sure that all eigenpairs are there.
func (r *Reference) needPairs(ctx context.Context, what string) error {
	if r.N() > DiagnosticsLimit {
		panic("exact: " + what + " above DiagnosticsLimit")
	}
	return r.decompose(ctx)
}
