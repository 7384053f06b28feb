package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gramscope/model/exact"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// NoScores returns the reason why leverage scores, and other figures that need all eigenpairs, can't be
// computed for n rows with the given exact limit, or "" if they can.
func NoScores(n, exactLimit int) string {
	if most := min(exact.DiagnosticsLimit, exactLimit); n > most {
		return fmt.Sprintf("leverage scores are for n up to %d, not %d: lower n", most, n)
	}
	return ""
}

// matrixOf is [sweep.Plan.Matrix] or [sweep.Plan.MatrixWithPairs] of a plan.
type matrixOf func(context.Context, trial.Setting) (*trial.Matrix, error)

// ofK returns numbers that are computed from a cell's K, once for each name and value of at.
func ofK(ctx context.Context, p *sweep.Plan, s trial.Setting, name string, at any, matrix matrixOf,
	compute func(*exact.Reference) ([]float64, error)) ([]float64, error) {
	return p.Numbers(fmt.Sprint(name, " ", p.MatrixKey(s), " ", at), func() ([]float64, error) {
		on, err := matrix(ctx, s)
		if err != nil {
			return nil, err
		}
		return compute(on.Reference)
	})
}

// Eigenvalues returns the largest eigenvalues of a cell's K, descending and clamped at 0: all n if they are
// cheap, else count of them, see [exact.Reference.LeadingEigenvalues].
func Eigenvalues(ctx context.Context, p *sweep.Plan, s trial.Setting, count int) ([]float64, error) {
	return ofK(ctx, p, s, "eigenvalues", count, p.Matrix, func(k *exact.Reference) ([]float64, error) {
		return k.LeadingEigenvalues(ctx, min(count, s.Draw.N))
	})
}

// EffectiveDimension returns d_eff of a cell's K at a ridge.
func EffectiveDimension(ctx context.Context, p *sweep.Plan, s trial.Setting, ridge float64) (float64, error) {
	v, err := ofK(ctx, p, s, "d_eff", ridge, p.Matrix, func(k *exact.Reference) ([]float64, error) {
		d, err := k.EffectiveDimension(ctx, ridge)
		return []float64{d.Value}, err
	})
	if err != nil {
		return 0, err
	}
	return v[0], nil
}

// StableRank returns the stable rank of a cell's K at a width σ. It is accurate to three digits, or an estimate; see
// [exact.Reference.RoughStableRank]. The matrix is not cached.
func StableRank(ctx context.Context, p *sweep.Plan, s trial.Setting, sigma float64) (float64, error) {
	s.Kernel = s.Kernel.WithSigma(sigma)
	v, err := p.Numbers("stable rank "+p.MatrixKey(s), func() ([]float64, error) {
		rows, err := p.Rows(s)
		if err != nil {
			return nil, err
		}
		seed := [2]uint64{s.Draw.Seed, trial.Hash("reference", s.Draw.Rep)}
		k, err := exact.NewReference(rows.Gram(s.Kernel), p.ExactFigures(s), seed)
		if err != nil {
			return nil, err
		}
		rank, err := k.RoughStableRank(ctx)
		return []float64{rank}, err
	})
	if err != nil {
		return 0, err
	}
	return v[0], nil
}

// LeverageScores returns the leverage scores of a cell's rows at a ridge, in the order of its [Cloud]; see
// [exact.Reference.LeverageScores]. There are none unless NoScores returns "".
func LeverageScores(ctx context.Context, p *sweep.Plan, s trial.Setting, ridge float64) ([]float64, error) {
	return ofK(ctx, p, s, "leverage scores", ridge, p.Matrix, func(k *exact.Reference) ([]float64, error) {
		return k.LeverageScores(ctx, ridge)
	})
}

// Degrees returns the degrees of freedom of a cell's K at each of the ridges, see [exact.Reference.Degrees].
func Degrees(ctx context.Context, p *sweep.Plan, s trial.Setting,
	ridges []float64) (effective, maximal []float64, err error) {
	both, err := ofK(ctx, p, s, "degrees", ridges, p.MatrixWithPairs, func(k *exact.Reference) ([]float64, error) {
		effective, maximal, err := k.Degrees(ctx, ridges)
		return slices.Concat(effective, maximal), err
	})
	if err != nil {
		return nil, nil, err
	}
	return both[:len(both)/2], both[len(both)/2:], nil
}

// Coherences returns the coherences of a cell's K for each rank, see [exact.Reference.Coherences].
func Coherences(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
	return ofK(ctx, p, s, "coherences", nil, p.MatrixWithPairs, func(k *exact.Reference) ([]float64, error) {
		return k.Coherences(ctx)
	})
}

// Landmarks returns the rows on which a cell's K̃ is based, ascending and numbered as in [Cloud]. There are none with
// random features or cluster centres.
func Landmarks(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]int, error) {
	a, err := p.Approximation(ctx, s)
	if err != nil {
		return nil, err
	}
	return slices.Sorted(slices.Values(a.Landmarks())), nil
}

// ApproximateEigenvalues returns the eigenvalues of a cell's K̃, descending, without those that are zero to
// working precision. The last ones of an indefinite K̃ are negative.
func ApproximateEigenvalues(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
	s, err := p.Resolved(ctx, s)
	if err != nil {
		return nil, err
	}
	return p.Numbers("eigenvalues of K̃ "+s.FitKey(), func() ([]float64, error) {
		a, err := p.Approximation(ctx, s)
		if err != nil {
			return nil, err
		}
		pairs, err := a.Decompose(ctx)
		if err != nil {
			return nil, err
		}
		values := pairs.Values()
		slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
		return values, nil
	})
}

// ByScore returns the rows in descending order of their scores; equal ones keep their order.
func ByScore(scores []float64) []int {
	order := linalg.Sequence(0, len(scores))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	return order
}
