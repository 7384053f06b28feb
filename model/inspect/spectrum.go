package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gramscope/model"
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

// StableRanks calls emit with the stable rank of a cell's K at each width σ, one after the other. The
// values are accurate to three digits, or estimates; see [exact.Reference.RoughStableRank]. The matrices are not
// cached. For a kernel without a width, emit is not called.
func StableRanks(ctx context.Context, p *sweep.Plan, s trial.Setting, sigmas []float64,
	emit func(i int, stableRank float64)) error {
	if !s.Kernel.Family.HasGamma() {
		return nil
	}
	if len(sigmas) > 0 {
		s.Kernel = s.Kernel.WithSigma(sigmas[0]) // the curve does not depend on the cell's width
	}
	computed := false
	all, err := p.Numbers(fmt.Sprint("stable ranks ", p.MatrixKey(s), sigmas), func() (all []float64, err error) {
		computed = true
		rows, err := p.Rows(s)
		if err != nil {
			return nil, err
		}
		for i, sigma := range sigmas {
			s.Kernel = s.Kernel.WithSigma(sigma)
			seed := [2]uint64{s.Draw.Seed, trial.Hash("reference", s.Draw.Rep)}
			ref, err := exact.NewReference(rows.Gram(s.Kernel), p.ExactFigures(s), seed)
			if err != nil {
				return nil, err
			}
			rank, err := ref.RoughStableRank(ctx)
			if err != nil {
				return nil, err
			}
			emit(i, rank)
			all = append(all, rank)
		}
		return all, nil
	})
	for i, rank := range all {
		if !computed {
			emit(i, rank)
		}
	}
	return err
}

// LeverageScores returns the leverage scores of a cell's rows at a ridge, in the order of its [Cloud]; see
// [exact.Reference.LeverageScores]. It panics unless NoScores returns "".
func LeverageScores(ctx context.Context, p *sweep.Plan, s trial.Setting, ridge float64) ([]float64, error) {
	mustScore(p, s)
	return ofK(ctx, p, s, "leverage scores", ridge, p.Matrix, func(k *exact.Reference) ([]float64, error) {
		return k.LeverageScores(ctx, ridge)
	})
}

// Degrees returns the degrees of freedom of a cell's K at each of the ridges, see [exact.Reference.Degrees].
// It panics unless NoScores returns "".
func Degrees(ctx context.Context, p *sweep.Plan, s trial.Setting,
	ridges []float64) (effective, maximal []float64, err error) {
	mustScore(p, s)
	both, err := ofK(ctx, p, s, "degrees", ridges, p.MatrixWithPairs, func(k *exact.Reference) ([]float64, error) {
		effective, maximal, err := k.Degrees(ctx, ridges)
		return slices.Concat(effective, maximal), err
	})
	if err != nil {
		return nil, nil, err
	}
	return both[:len(both)/2], both[len(both)/2:], nil
}

// Coherences returns the coherences of a cell's K for each rank, see [exact.Reference.Coherences]. It panics
// unless NoScores returns "".
func Coherences(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
	mustScore(p, s)
	return ofK(ctx, p, s, "coherences", nil, p.MatrixWithPairs, func(k *exact.Reference) ([]float64, error) {
		return k.Coherences(ctx)
	})
}

func mustScore(p *sweep.Plan, s trial.Setting) {
	if why := NoScores(s.Draw.N, p.Spec.ExactLimit); why != "" {
		panic("inspect: " + why)
	}
}

// Landmarks returns the rows on which a cell's K̃ is based, ascending and numbered as in [Cloud], and
// whether it is based on rows at all: with random features or cluster centres it is not.
func Landmarks(ctx context.Context, p *sweep.Plan, s trial.Setting) (rows []int, has bool, err error) {
	numbers, err := p.Numbers("landmarks "+p.FitKey(s), func() (numbers []float64, err error) {
		a, err := p.Approximation(ctx, s)
		if err != nil {
			return nil, err
		}
		if l, ok := a.(model.Landmarker); ok {
			for _, row := range slices.Sorted(slices.Values(l.Landmarks())) {
				numbers = append(numbers, float64(row))
			}
		}
		return numbers, nil
	})
	for _, row := range numbers {
		rows = append(rows, int(row))
	}
	return rows, len(rows) > 0, err
}

// ApproximateEigenvalues returns the eigenvalues of a cell's K̃, descending, without those that are zero to
// working precision. The last ones of an indefinite K̃ are negative.
func ApproximateEigenvalues(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
	return p.Numbers("eigenvalues of K̃ "+p.FitKey(s), func() ([]float64, error) {
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
