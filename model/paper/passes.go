package paper

import (
	"context"
	"math/rand/v2"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// overPasses solves with K by pcg and askotch, each stopped after the numbers of passes over K that are its arguments.
// Of pcg an iteration is a pass; its preconditioner, the method, counts, too.
func overPasses(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	for _, cell := range plan.Cells {
		drawn, err := plan.Rows(cell)
		if err != nil {
			return nil, err
		}
		gram := drawn.Gram(cell.Kernel)
		if _, err := gram.Store(ctx); err != nil {
			return nil, err
		}
		offset, target := learn.Centred(drawn.Train.Y)
		cross := model.Cross(cell.Kernel.Function(), drawn.Test.X, drawn.Train.X)
		n, m := float64(gram.N()), cell.Params[model.BudgetName]
		pairs := func(ctx context.Context, g *model.Gram, rng *rand.Rand) (*model.Decomposition, error) {
			a, err := cell.Fitter().Fit(ctx, g, rng)
			if err != nil {
				return nil, err
			}
			return a.Decompose(ctx)
		}
		near, err := pairs(ctx, gram.View(), cell.Generator())
		if err != nil {
			return nil, err
		}
		for i := range arguments {
			passes := argument(arguments, i)
			add := func(solver string, entries float64, fit learn.Solution) {
				rows = append(rows, measured(plan, cell, solver, map[string]float64{"passes": passes}, map[string]float64{
					"entries": entries, "residual": fit.Residual, "rmse_test": learn.RMSE(learn.Values(cross, fit.Alpha, offset), drawn.Test.Y)}))
			}
			options := learn.Options{Iterations: int(passes)}
			fits, err := learn.PCG(ctx, gram.View(), near, target, []float64{cell.Mu}, options)
			if err != nil {
				return nil, err
			}
			if fits[0].Err != nil {
				return nil, fits[0].Err
			}
			add(trial.SolverPCG, n*m+float64(fits[0].Iterations)*n*n, fits[0])
			fit, err := learn.ASkotch(ctx, gram.View(), pairs, target, cell.Mu, cell.Generator(), options)
			if err != nil {
				return nil, err
			}
			add(trial.SolverASkotch, float64(fit.Iterations*learn.ASkotchBlock(gram.N()))*(n+m), fit)
		}
	}
	return rows, nil
}
