package paper

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

const (
	rathore2024 = "Rathore and others 2024" // Have ASkotch (arXiv 2407.10070)
	zhao2023    = "Zhao and others 2023"    // An adaptive factorized Nyström preconditioner (arXiv 2304.05460)
)

// solvers are the entries on the solvers of kernel ridge regression.
func solvers() []Entry { return []Entry{askotchEntries(), afnWidths()} }

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
// falkon and krill. Of pcg an iteration is a pass; its preconditioner counts, too.
func overPasses(ctx context.Context, plan *sweep.Plan, passes []int, landmarks []int) (rows []Row, err error) {
	for _, cell := range plan.Cells {
		p, err := problemOf(ctx, plan, cell)
		if err != nil {
			return nil, err
		}
		n, mu := p.gram.N(), cell.Mu
		whole, m := float64(n)*float64(n), cell.Params[model.BudgetName]
		add := func(solver string, entries float64, asked, figures map[string]float64) {
			figures["entries"], figures["passes_read"] = entries, entries/whole
			rows = append(rows, measured(solver, cell.Draw.Rep, asked, figures))
		}
		near, err := p.eigenpairs(ctx, p.gram.View(), cell.Generator())
		if err != nil {
			return nil, err
		}
		for _, count := range passes {
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
		for _, count := range landmarks {
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
	return rows, ctx.Err()
}

// askotchEntries: at seeds 2 to 4 askotch has 0.27 to 0.70 times the test error of pcg up to 10 passes, and then 0.98 to
// 0.99 times that of falkon on 1600 landmarks; its residual after 50 passes is 4.7e-6 to 5.7e-6.
func askotchEntries() Entry {
	passes, landmarks := []int{1, 2, 5, 10, 20, 50}, []int{100, 400, 1600}
	run := Run{Data: "friedman", Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Reps, s.Kernel, s.Methods, s.Figures = 4000, 0.2, 2, "matern32", []string{"nystrom"}, sweep.Figures{}
		s.Values = model.Values{model.BudgetName: 100, model.RidgeName: 0.04}
	}}
	return Entry{
		Name: "askotch-entries", Paper: rathore2024, Item: "the comparison of solvers",
		Title:   "residual and test error of ASkotch over the kernel entries read, beside pcg, falkon and krill",
		Reports: "ASkotch comes to a better test error than PCG in the same time, converges linearly to the solution with all of K, and predicts better than regression on landmarks.",
		Differs: "The paper has data sets of 10⁵ to 10⁸ rows. Here n = 4000 and λ = 10⁻⁵, with 100 uniform landmarks for pcg's preconditioner and for each block. passes_read are entries over n². " +
			"An iteration of pcg counts n² entries, of which the symmetry saves half. pcg catches up after some 20 passes. " +
			"Per entry nothing is better here than falkon on 1600 landmarks, whose error all of K does not lower by more than a fiftieth.",
		Runs: []Run{run.measure("residuals and test errors of solvers that are stopped early", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
			return overPasses(ctx, plan, passes, landmarks)
		})},
		Columns: []string{"passes", "m", "passes_read", "residual", "rmse_test"},
		Chart:   &Chart{X: "passes_read", Y: "rmse_test", LogX: true, LogY: true, XTitle: "kernel entries read over n²"},
		check: func(f *Findings) {
			of := func(solver, column string, where at) claim.Figure {
				return claim.Of(fmt.Sprintf("%s of %s at %v", column, solver, where), f.mean(0, solver, column, where))
			}
			for _, count := range passes[:4] {
				where := at{"passes": float64(count)}
				f.evidence.AtMostTimes(of(trial.SolverASkotch, "rmse_test", where), 0.8, of(trial.SolverPCG, "rmse_test", where))
			}
			f.evidence.AtMost("the residual of askotch after 50 passes", f.mean(0, trial.SolverASkotch, "residual", at{"passes": 50}), 1e-4)
			most := of(trial.SolverFalkon, "rmse_test", at{"m": 1600})
			f.evidence.AtMostTimes(of(trial.SolverASkotch, "rmse_test", at{"passes": 10}), 1.02, most)
			f.evidence.AtMostTimes(most, 1, of(trial.SolverASkotch, "rmse_test", at{"passes": 1}))
		},
	}
}

// afnWidths: at seeds 3 and 4 AFN takes at most 27 and 28 iterations, a low rank at most 500, which is the limit.
func afnWidths() Entry {
	widths := []float64{0.001, 0.01, 0.03, 0.1, 0.3, 1, 3, 10}
	run := func(label, preconditioner string, methods ...string) Run {
		return Run{Data: "blobs", Label: label, Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps, s.Methods, s.Learner, s.Solver, s.Preconditioner = 2000, 0, 1, methods, trial.LearnRidge, trial.SolverPCG, preconditioner
			s.Values = model.Values{model.BudgetName: 100, model.RidgeName: 1e-3, model.ToleranceName: 1e-6}
			s.Over, s.Figures = []sweep.Axis{{Name: model.SigmaName, Values: widths}}, sweep.Figures{sweep.FigureRegression, sweep.FigureStableRank}
		}}
	}
	return Entry{
		Name: "afn-widths", Paper: zhao2023, Item: "the iterations over the length scale",
		Title:   "iterations of pcg as σ grows, preconditioned by a low rank and by AFN",
		Reports: "Unpreconditioned and low-rank preconditioned conjugate gradients need most iterations at middle length scales. With AFN their number stays almost constant.",
		Differs: "The points are five round clusters in the plane. AFN has 100 farthest points as landmarks and 30 neighbours, without the estimate of the rank that " +
			"may replace it by Nyström. So it takes some iterations at large σ, too, where a low rank takes one or two. The low-rank solvers stop at 500 iterations.",
		Runs:    []Run{run("low rank", "", "nystrom", "rpcholesky"), run("AFN", trial.PreconditionedByAFN, "nystrom")},
		Columns: []string{"sigma", "stable_rank", "solver_iterations", "solver_residual"},
		Chart:   &Chart{X: "sigma", Y: "solver_iterations", And: []int{1}, Also: []string{"stable_rank"}, LogX: true, LogY: true, XTitle: "σ", YTitle: "iterations"},
		check: func(f *Findings) {
			_, afn := f.points(1, "nystrom", "sigma", "solver_iterations", nil)
			for _, method := range []string{"nystrom", "rpcholesky"} {
				_, low := f.points(0, method, "sigma", "solver_iterations", nil)
				if len(low) == 0 || len(afn) == 0 {
					return
				}
				peak := slices.Max(low)
				f.says(peak >= 3*max(low[0], low[len(low)-1]), "%s takes %v iterations over σ", method, low)
				f.evidence.AtLeast("the most iterations of "+method+" over those of AFN", peak/slices.Max(afn), 3)
			}
			f.evidence.AtMost("the most iterations with AFN", slices.Max(afn), 60)
		},
	}
}
