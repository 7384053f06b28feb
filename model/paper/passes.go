package paper

import (
	"context"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// problem is a regression of a plan that solvers are compared on.
type problem struct {
	cell   trial.Setting
	gram   *model.Gram
	offset float64
	target []float64 // centred
	cross  *mat.Dense
	test   []float64
}

func problemOf(ctx context.Context, plan *sweep.Plan, cell trial.Setting) (p problem, err error) {
	drawn, err := plan.Rows(cell)
	if err != nil {
		return p, err
	}
	p = problem{cell: cell, gram: drawn.Gram(cell.Kernel)}
	p.offset, p.target = learn.Centred(drawn.Train.Y)
	if drawn.Test != nil {
		p.cross, p.test = model.Cross(cell.Kernel.Function(), drawn.Test.X, drawn.Train.X), drawn.Test.Y
	}
	_, err = p.gram.Store(ctx)
	return p, err
}

// rmse returns the error at the test rows of weights on some training rows, nil for all.
func (p problem) rmse(rows []int, alpha []float64) float64 {
	full := alpha
	if rows != nil {
		full = make([]float64, p.gram.N())
		for j, i := range rows {
			full[i] = alpha[j]
		}
	}
	return learn.RMSE(learn.Values(p.cross, full, p.offset), p.test)
}

func (p problem) eigenpairs(ctx context.Context, g *model.Gram, rng *rand.Rand) (*model.Decomposition, error) {
	a, err := p.cell.Fitter().Fit(ctx, g, rng)
	if err != nil {
		return nil, err
	}
	return a.Decompose(ctx)
}

// overPasses solves with K by pcg and askotch, each stopped after several numbers of passes over K, and on landmarks by
// falkon and krill. Of pcg an iteration is a pass; its preconditioner counts, too. The arguments are the numbers of passes, and those
// of landmarks, each with commas between.
func overPasses(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	passes, landmarks := strings.Split(arguments[0], ","), strings.Split(arguments[1], ",")
	for _, cell := range plan.Cells {
		p, err := problemOf(ctx, plan, cell)
		if err != nil {
			return nil, err
		}
		n, mu := p.gram.N(), cell.Mu
		whole, m := float64(n)*float64(n), cell.Params[model.BudgetName]
		add := func(solver string, entries float64, asked, figures map[string]float64) {
			figures["entries"], figures["passes_read"] = entries, entries/whole
			rows = append(rows, measured(plan, cell, solver, asked, figures))
		}
		near, err := p.eigenpairs(ctx, p.gram.View(), cell.Generator())
		if err != nil {
			return nil, err
		}
		for i := range passes {
			count := int(argument(passes, i))
			asked := map[string]float64{"passes": float64(count)}
			fits, err := learn.PCG(ctx, p.gram.View(), near, p.target, []float64{mu}, learn.Options{Iterations: count})
			if err != nil {
				return nil, err
			}
			fit := fits[0]
			if fit.Err != nil {
				return nil, fit.Err
			}
			add(trial.SolverPCG, float64(n)*m+float64(fit.Iterations)*whole, asked, map[string]float64{"residual": fit.Residual, "rmse_test": p.rmse(nil, fit.Alpha)})
			sketched, err := learn.ASkotch(ctx, p.gram.View(), p.eigenpairs, p.target, mu, cell.Generator(), learn.Options{Iterations: count})
			if err != nil {
				return nil, err
			}
			block := float64(learn.ASkotchBlock(n))
			add(trial.SolverASkotch, float64(sketched.Iterations)*block*(float64(n)+m), asked,
				map[string]float64{"residual": sketched.Residual, "rmse_test": p.rmse(nil, sketched.Alpha)})
		}
		for i := range landmarks {
			count := int(argument(landmarks, i))
			asked, entries := map[string]float64{"m": float64(count)}, float64(count)*float64(n+count)
			rng := cell.Generator()
			chosen := model.SampleRows(n, count, rng)
			alpha, _, err := learn.Falkon(ctx, p.gram.View(), chosen, p.target, mu, learn.Options{})
			if err != nil {
				return nil, err
			}
			add(trial.SolverFalkon, entries, asked, map[string]float64{"rmse_test": p.rmse(chosen, alpha)})
			alpha, _, err = learn.Krill(ctx, p.gram.View(), chosen, p.target, mu, rng, learn.Options{})
			if err != nil {
				return nil, err
			}
			add(trial.SolverKrill, entries, asked, map[string]float64{"rmse_test": p.rmse(chosen, alpha)})
		}
	}
	return rows, nil
}
