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

// Run computes the cells on that many workers and sends one row each, in cell order, as
// [trial.InOrder] does. [Plan.Wait] waits for cells that still compute once ctx is
// cancelled, whose rows are lost.
func (p *Plan) Run(ctx context.Context, workers int) <-chan Result {
	return p.RunCells(ctx, p.Cells, workers)
}

// RunCells is Run for some of the plan's cells.
func (p *Plan) RunCells(ctx context.Context, cells []trial.Setting, workers int) <-chan Result {
	atOnce, r := max(1, min(workers, len(cells))), runner{p}
	return trial.InOrder(ctx, len(cells), r.visits(cells, workers), atOnce, p.working, func(i, _ int) (Result, bool) {
		enter := func(s Stage) {
			if p.Watch != nil {
				p.Watch(i, s)
			}
		}
		defer enter(StageEnd)
		return r.cell(ctx, cells[i], atOnce, enter)
	})
}

// Wait waits until no goroutine computes for the plan, as some still do for a while after a run was
// cancelled. No run may begin meanwhile.
func (p *Plan) Wait() { p.working.Wait() }

// runner computes the rows of a plan's cells.
type runner struct{ *Plan }

// cell computes one row while that many workers compute; ok is false if ctx was cancelled before the
// row was finished. Errors and panics are the row's failure. enter is called when the run enters a stage.
func (p runner) cell(ctx context.Context, s trial.Setting, workers int, enter func(Stage)) (r Result, ok bool) {
	asked := p.Asked(s)
	if p.Spec.Partial {
		if err := p.estimate().check(s); err != nil {
			return asked.failed(err), true
		}
	}
	r, err := p.store.rows.Get(p.key(s), 1, 20000, func() (r Result, err error) {
		defer recovered(&err)
		return p.compute(ctx, s, asked, workers, enter)
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return r, false
	case err != nil:
		return asked.failed(err), true
	}
	r.Mu, r.ScoreRidge = asked.Mu, asked.ScoreRidge // the row may have been computed at others
	return r, true
}

// recovered, if it is deferred, turns a panic into an error.
func recovered(err *error) {
	if panicked := recover(); panicked != nil {
		*err = fmt.Errorf("panic: %v", panicked)
	}
}

// Asked returns the row of a cell before it has run, with its settings and no results.
func (p *Plan) Asked(s trial.Setting) Result {
	r := Result{
		Data: p.store.Source().Name(), N: s.Draw.N, D: p.store.Source().Dims(), Kernel: s.Kernel.Family.Name,
		Gamma: s.Kernel.Gamma(), Sigma: s.Kernel.Sigma(), Method: s.Method.Name, Params: s.Kernel.Parameters(),
		Mu: s.Mu, ScoreRidge: s.ScoreRidge, Rep: s.Draw.Rep, Seed: s.Draw.Seed,
	}
	maps.Copy(r.Params, s.Params)
	if p.Regresses() {
		r.Learner = s.Learner
		if trial.Iterates(s.Solver) {
			r.Learner += " by " + s.Solver
			r.Params[model.ToleranceName] = s.Tolerance
		}
	}
	return r
}

// key names everything that a row's figures depend on. Only d_eff, diagnostics, bounds, regression, and
// methods with a ridge among their parameters depend on ridges.
func (p *Plan) key(s trial.Setting) string {
	var ridge, mu float64
	if p.wants(FigureDEff) || p.wants(FigureDiagnostics) || p.wants(FigureBounds) {
		ridge = s.ScoreRidge
	}
	if p.Regresses() || p.wants(FigureBounds) {
		mu = s.Mu
	}
	return fmt.Sprint(p.fitKey(s), ridge, mu, p.Spec.Figures, s.Solver, s.Tolerance)
}

// fitKey names everything that a fit, and what is kept with it, depends on.
func (p *Plan) fitKey(s trial.Setting) string {
	return fmt.Sprint(s.FitKey(), p.ExactFigures(s), p.Regresses(), s.Learner, p.keepsApproximation(s),
		p.wants(FigureError), p.wants(FigureSpectral), p.wants(FigureApproxRank))
}

// keepsApproximation reports whether K̃ itself is needed after the fit.
func (p *Plan) keepsApproximation(s trial.Setting) bool {
	return p.diagnosed(s) || trial.OnLandmarks(s.Solver)
}

// run is the computation of one cell.
type run struct {
	*trial.Trial
	on    *trial.Matrix
	fit   *trial.Fit
	enter func(Stage)
}

// compute fits, or takes a fit from another ridge, and adds the figures that depend on the ridges.
func (p runner) compute(ctx context.Context, s trial.Setting, r Result, workers int, enter func(Stage)) (Result, error) {
	enter(StageKernel)
	on, err := p.Matrix(ctx, s)
	if err != nil {
		return r, err
	}
	c := run{Trial: trial.New(s, on.Rows, on.Gram, p.estimate().afford(s, workers)), on: on, enter: enter}
	if c.fit, err = p.store.Fit(p.fitKey(s), func() (*trial.Fit, error) { return p.fit(ctx, c) }); err != nil {
		return r, err
	}
	r.Metrics, r.Seconds = c.fit.Metrics, c.fit.Seconds
	r.RankUsed, r.Bytes, r.Entries, r.Cached = c.fit.Rank, c.fit.Bytes, c.fit.Entries, c.fit.Cached
	r.Warnings = slices.Concat(on.Rows.Warnings, p.constantTarget(on.Rows), remedy.Notes(c.fit.Warnings...))
	r.forgetReference()
	for _, step := range []struct {
		wanted bool
		stage  Stage
		add    func(context.Context, run, *Result) error
	}{
		{p.wants(FigureStableRank), StageStableRank, addStableRank},
		{p.diagnosed(s), StageEigenpairs, addDiagnostics},
		{p.wants(FigureFloor), StageFloor, addFloor},
		{p.wants(FigureDEff), StageDEff, addDimension},
		{p.Regresses() && c.fit.Learns(), StageRegression, p.regress},
		{p.wants(FigureBounds), StageBounds, addBounds},
	} {
		if !step.wanted {
			continue
		}
		enter(step.stage)
		if err := step.add(ctx, c, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// fit approximates K, compares K̃ with K, and computes what all ridges share.
func (p runner) fit(ctx context.Context, c run) (*trial.Fit, error) {
	if p.Regresses() && c.Learner == trial.LearnRidge {
		if err := trial.CheckTarget(c.Rows.Train, c.Rows.Test); err != nil {
			return nil, err
		}
	}
	c.enter(StageFit)
	f, err := c.Fit(ctx)
	if err != nil {
		return nil, err
	}
	c.AddMaking(f)
	if err := p.measure(ctx, c, f); err != nil {
		return nil, err
	}
	if p.Regresses() {
		c.enter(StageRegression)
		if err := c.Decompose(ctx, f, false); err != nil {
			return nil, err
		}
	}
	if p.wants(FigureApproxRank) { // after normal equations, which know K̃'s norms
		c.enter(StageApproxRank)
		rank, err := c.on.Reference.Compare(f.Measured()).StableRank(ctx)
		if err != nil {
			return nil, err
		}
		f.Metrics.StableRank = rank.Value
	}
	f.Forget(p.keepsApproximation(c.Setting))
	return f, nil
}

// measure compares K̃ with K: the traces, and the errors that are wanted.
func (p runner) measure(ctx context.Context, at run, f *trial.Fit) error {
	reference := at.on.Reference
	m := noMetrics()
	m.Exact = reference.Exact()
	c := reference.Compare(f.Approx)
	for _, figure := range []struct {
		wanted    bool
		stage     Stage
		of        func(context.Context) (exact.Estimate, error)
		value, se *float64
	}{
		{true, StageError, c.Trace, &m.Trace, &m.TraceSE},
		{p.wants(FigureError), StageError, c.Error, &m.Error, &m.ErrorSE},
		{p.wants(FigureSpectral), StageSpectral, c.Spectral, &m.Spectral, &m.SpectralSE},
	} {
		if !figure.wanted {
			continue
		}
		at.enter(figure.stage)
		e, err := figure.of(ctx)
		if err != nil {
			return err
		}
		*figure.value, *figure.se = e.Value, e.SE
	}
	if sum := m.Trace + max(m.Error, 0); p.wants(FigureError) && (math.IsNaN(sum) || math.IsInf(sum, 0)) {
		return fmt.Errorf("the approximation is not finite: its error is %v", m.Error)
	}
	f.Metrics = m
	return nil
}

// constantTarget warns of a target with only one value.
func (p runner) constantTarget(rows *trial.Rows) []remedy.Note {
	y := rows.Train.Y
	if !p.Regresses() || slices.Min(y) != slices.Max(y) {
		return nil
	}
	return []remedy.Note{{Text: fmt.Sprintf("the target is %v in all %d training rows, and its regression says nothing", y[0], len(y)), Remedies: trial.AnotherTarget()}}
}

// addStableRank fills in the stable rank of K.
func addStableRank(ctx context.Context, c run, r *Result) error {
	rank, err := c.on.Reference.StableRank(ctx)
	r.StableRank, r.StableRankSE = rank.Value, rank.SE
	return err
}

// addFloor fills in the error of the best approximation of the same rank.
func addFloor(ctx context.Context, c run, r *Result) error {
	floor, known, err := c.on.Reference.Floor(ctx, r.RankUsed)
	if known {
		r.Floor, r.FloorSE = floor.Value, floor.SE
	}
	return err
}

// addDimension fills in the effective dimension.
func addDimension(ctx context.Context, c run, r *Result) error {
	d, err := c.on.Reference.EffectiveDimension(ctx, r.ScoreRidge)
	r.DEff, r.DEffSE = d.Value, d.SE
	if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
		r.DEff, r.DEffSE, err = math.NaN(), math.NaN(), nil
		r.warn(fmt.Sprintf("d_eff: %v", singular))
	}
	return err
}
