package inspect

import (
	"context"

	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Floor is the error of the best approximation of that rank to the kernel matrix
// of a cell, and whether it is known.
func Floor(ctx context.Context, p *sweep.Plan, s trial.Setting, rank int) (floor float64, known bool, err error) {
	on, err := p.Matrix(ctx, s)
	if err != nil {
		return 0, false, err
	}
	estimate, known, err := on.Reference.Floor(ctx, rank)
	return estimate.Value, known, err
}

// EffectiveDimension is d_eff of a cell's kernel matrix at a ridge.
func EffectiveDimension(ctx context.Context, p *sweep.Plan, s trial.Setting, ridge float64) (float64, error) {
	on, err := p.Matrix(ctx, s)
	if err != nil {
		return 0, err
	}
	d, err := on.Reference.EffectiveDimension(ctx, ridge)
	return d.Value, err
}

// StableRanks calls emit with the stable rank of a cell's kernel matrix at each
// width σ, one after the other, good to three digits or an estimate; see
// [exact.Curve.RoughStableRank]. The matrices are not kept. A kernel without a
// scale has no such curve: nothing is emitted.
func StableRanks(ctx context.Context, p *sweep.Plan, s trial.Setting, sigmas []float64, emit func(i int, stableRank float64)) error {
	if !s.Kernel.Family.HasParam("gamma") {
		return nil
	}
	rows, err := p.Rows(s)
	if err != nil {
		return err
	}
	var curve exact.Curve
	for i, sigma := range sigmas {
		s.Kernel = s.Kernel.WithSigma(sigma)
		seed := [2]uint64{s.Draw.Seed, trial.Hash("reference", s.Draw.Rep)}
		ref, err := exact.NewReference(rows.Gram(s.Kernel), p.Exact(s), seed)
		if err != nil {
			return err
		}
		rank, err := curve.RoughStableRank(ctx, ref)
		if err != nil {
			return err
		}
		emit(i, rank)
	}
	return nil
}
