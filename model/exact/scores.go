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
	l, err := r.leverageAt(ctx, ridge)
	return slices.Clone(l.scores), err
}

// Degrees are the degrees of freedom at each of the ridges: d_eff = Σᵢ τᵢ and
// Bach's d_max = n·maxᵢ τᵢ, both between 0 and n. They come from all eigenpairs of
// K, which the first call computes, O(n³), as Diagnose does; each ridge costs n²
// then. No digits are lost, however small the ridge. Ridges > 0 and
// n ≤ DiagnosticsLimit; else it panics.
func (r *Reference) Degrees(ctx context.Context, ridges []float64) (effective, maximal []float64, err error) {
	pairs, err := r.needPairs(ctx, "Degrees")
	if err != nil {
		return nil, nil, err
	}
	for _, ridge := range ridges {
		if !(ridge > 0) {
			panic("exact: Degrees with a ridge that is not positive")
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		effective = append(effective, DegreesOfFreedom(pairs.values, ridge))
		maximal = append(maximal, pairs.largestScore(r.N(), ridge))
	}
	return effective, maximal, nil
}

// Coherences are μᵣ = (n/r)·maxᵢ‖Uᵣ(i,:)‖² in [1, n/r] of the r leading
// eigenvectors of K (Candès and Recht 2009), for r from 1 to n at index r−1; see
// [Diagnostics]. NaN where λᵣ and λᵣ₊₁ are equal to rounding, so that the vectors
// are not determined, and for r = n, where it is 1 whatever K is. Of all
// eigenpairs, as Degrees. n ≤ DiagnosticsLimit; else it panics.
func (r *Reference) Coherences(ctx context.Context) ([]float64, error) {
	pairs, err := r.needPairs(ctx, "Coherences")
	if err != nil {
		return nil, err
	}
	n := r.N()
	largest := make([]float64, n)
	for i := range n {
		sum := 0.0
		for j, u := range pairs.vectors.RawRowView(i) {
			sum += u * u
			largest[j] = math.Max(largest[j], sum)
		}
	}
	for j, v := range largest {
		rank := j + 1
		largest[j] = float64(n) / float64(rank) * v
		if !pairs.separate(rank) {
			largest[j] = math.NaN()
		}
	}
	return largest, nil
}

// needPairs are all eigenpairs.
func (r *Reference) needPairs(ctx context.Context, what string) (*eigenpairs, error) {
	if r.N() > DiagnosticsLimit {
		panic("exact: " + what + " above DiagnosticsLimit")
	}
	return r.decompose(ctx)
}
