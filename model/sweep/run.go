package sweep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// cell computes one row. workers is the number of workers that compute at the same time. Errors and
// panics become the row's failure. ok is false if ctx was cancelled before the row was finished.
func (p *Plan) cell(ctx context.Context, s trial.Setting, workers int) (row Result, ok bool) {
	err := p.check(s)
	if err == nil {
		s, err = p.Resolved(ctx, s)
	}
	asked := p.EmptyRow(s)
	if err == nil {
		row, err = p.known(ctx, s, asked, workers)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return asked, false
	case err != nil:
		return asked.failed(err), true
	}
	asked.values, asked.figures, asked.Warnings = row.values, row.figures, row.Warnings
	return asked, true
}

// known returns the figures of the store, or of an earlier run of the program, and computes those that are missing.
func (p *Plan) known(ctx context.Context, s trial.Setting, asked Result, workers int) (Result, error) {
	key, keeper := p.rowKey(s), p.store.keeper
	enough := func(row Result) bool { return row.values != nil && row.figures.Covers(p.Spec.Figures) }
	return p.store.rows.Grow(key, 1, 20000, enough, func(row Result) (_ Result, err error) {
		defer Recovered(&err)
		if row.values == nil {
			row = asked
		}
		if row.values == nil && keeper != nil {
			row, _ = asked.decoded(keeper.Recall(key)) // asked, if there is no earlier row
		}
		if !enough(row) {
			if row, err = p.compute(ctx, s, row, workers); err != nil {
				return row, err
			}
		}
		if keeper != nil {
			keeper.Keep(key, row)
		}
		return row, nil
	})
}

// Recovered turns a panic into an error. It must be deferred.
func Recovered(err *error) {
	if panicked := recover(); panicked != nil {
		*err = remedy.Panic(panicked)
	}
}

// EmptyRow returns the row of a cell with its settings and without results.
func (p *Plan) EmptyRow(s trial.Setting) Result {
	r := Result{
		Data: p.store.Source().Name(), N: s.Draw.N, D: p.store.Source().Dims(),
		Kernel: s.Kernel.Family.Name, Gamma: s.Kernel.Gamma(), Sigma: s.Kernel.Sigma(), Widths: p.Spec.Widths,
		Method: s.Method.Name, Params: s.Kernel.Parameters(),
		Mu: s.Mu, ScoreRidge: s.ScoreRidge, Rep: s.Draw.Rep, Seed: s.Draw.Seed,
	}
	maps.Copy(r.Params, s.Params)
	if !s.Condition.IsZero() {
		delete(r.Params, model.BudgetName) // not known yet
	}
	if p.Regresses() {
		r.Learner = s.Learner
		if trial.Iterates(s.Solver) {
			r.Learner += " by " + s.Solver
			r.Params[model.ToleranceName] = s.Tolerance
		}
	}
	return r
}

// rowKey returns a text of everything that a row's figures depend on.
func (p *Plan) rowKey(s trial.Setting) string {
	return fmt.Sprint(s.FitKey(), p.ExactFigures(s), s.Chooses, s.Learner, s.Solver, s.Tolerance, s.ScoreRidge, s.Mu)
}

// measuredKey returns a text of everything that a fit and the figures stored with it depend on besides the data.
func (p *Plan) measuredKey(s trial.Setting) string {
	return fmt.Sprint(s.FitKey(), p.ExactFigures(s), s.Chooses, p.Regresses(), s.Learner, s.Solver == trial.SolverPCG,
		p.keepsApproximation(s), namesOf(p.comparisons()), p.wants(FigureApproxRank))
}

// comparisons returns the comparisonColumns that the spec asks for.
func (p *Plan) comparisons() []Column {
	return slices.DeleteFunc(comparisonColumns(), func(c Column) bool { return !p.Spec.Figures.fill(c) })
}

// keepsApproximation reports whether K̃ itself is needed after the fit.
func (p *Plan) keepsApproximation(s trial.Setting) bool {
	return p.diagnosed(s) || s.Solver == trial.SolverFalkon
}

// compute fits, or takes the stored fit of a run at other ridges, and computes the columns that the row does not have
// yet.
func (p *Plan) compute(ctx context.Context, s trial.Setting, row Result, workers int) (Result, error) {
	on, err := p.Matrix(ctx, s)
	if err != nil {
		return row, err
	}
	t := trial.New(s, on.Rows, on.Gram, p.MemoryLimit().CheckLater(s, workers, p.memory))
	v := &visit{Trial: t, ctx: ctx, plan: p, on: on, row: &row}
	had := row.figures
	if rank := row.Get("rank_used"); !math.IsNaN(rank) {
		v.rank = int(rank)
	}
	first := row.values == nil
	if row.values = slices.Clone(row.values); first {
		row.Warnings, row.values = slices.Concat(on.Rows.Warnings, p.constantTarget(on.Rows)), newValues()
		if _, err := v.fitted(); err != nil {
			return row, err
		}
	}
	row.figures = had.With(p.Spec.Figures...)
	for _, c := range p.Columns() {
		if c.of == nil || !p.Spec.Figures.fill(c) || c.Figure == FigureDiagnostics && !p.diagnosed(s) {
			continue
		}
		// A row without FigureExact may lack the risk, which the exact regression now gives.
		if known := !first && had.fill(c); known && (c.Figure != FigureRegression || !math.IsNaN(row.values[c.index])) {
			continue
		}
		found, err := c.of(v)
		if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
			row.warn(err.Error())
			continue
		}
		if err != nil {
			return row, err
		}
		row.values[c.index] = found.Value
		if c.Estimated {
			row.values[indices()[StandardErrorOf(c.Name)]] = found.SE
		}
	}
	return row, nil
}

// fit approximates K, compares K̃ with K, and computes the figures and the decomposition that do not
// depend on the ridges.
func (p *Plan) fit(ctx context.Context, c *visit) (*trial.Fit, error) {
	if p.Regresses() && c.Learner == trial.LearnRidge {
		if err := trial.CheckTarget(c.Rows.Train, c.Rows.Test); err != nil {
			return nil, err
		}
	}
	f, err := c.Fit(ctx)
	if err != nil {
		return nil, err
	}
	c.AddFeatureTime(f)
	f.Compared = map[string]exact.Estimate{}
	for _, column := range p.comparisons() {
		found, err := column.compare(c.on.Reference.Compare(f.Approx), ctx)
		if err != nil {
			return nil, err
		}
		if math.IsNaN(found.Value) || math.IsInf(found.Value, 0) {
			return nil, fmt.Errorf("the approximation is not finite: its %s is %v", column.Title(), found.Value)
		}
		f.Compared[column.Name] = found
	}
	if p.Regresses() {
		if err := c.Decompose(ctx, f); err != nil {
			return nil, err
		}
	}
	if p.wants(FigureApproxRank) { // after Decompose, whose normal equations have K̃'s norms
		found, err := c.on.Reference.Compare(f.Measured()).StableRank(ctx)
		if err != nil {
			return nil, err
		}
		f.Compared["stable_rank_approx"] = found
	}
	f.Forget(p.keepsApproximation(c.Setting))
	return f, nil
}
