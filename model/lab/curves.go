package lab

import (
	"context"
	"errors"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// CurvePoint is a point of the stable-rank or effective-dimension curve.
type CurvePoint struct{ X, Y float64 }

// StableRanks returns the job that computes the stable rank at each σ.
func StableRanks(plan *sweep.Plan, sigmas []float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		return inspect.StableRanks(ctx, plan, plan.Cells[0], sigmas, func(i int, v float64) { post(CurvePoint{sigmas[i], v}) })
	}
}

// EffectiveDimensions returns the job that computes the effective dimension at each γₛ, with a Cholesky
// factorisation for each.
func EffectiveDimensions(limits job.Limits, plan *sweep.Plan, ridges []float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		if !limits.Cubic.Acquire(ctx) {
			return nil
		}
		defer limits.Cubic.Release()
		for _, ridge := range ridges {
			v, err := inspect.EffectiveDimension(ctx, plan, plan.Cells[0], ridge)
			var singular *model.SingularError
			switch {
			case errors.As(err, &singular):
			case err != nil:
				return err
			default:
				post(CurvePoint{ridge, v})
			}
		}
		return nil
	}
}
