package lab

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// The messages of jobs of kind job.Sweep.
type (
	// FoundWidths is posted first, if the distances were not known.
	FoundWidths struct {
		Key    WidthsKey
		Widths kernel.Distances
	}
	// Prepared is posted before the first row.
	Prepared struct {
		Now, Grid *sweep.Plan // Grid is nil if refused
		refused   error       // why there is no grid
	}
	// Row is a finished run, of the grid or of the present setting. It replaces an earlier one, which has fewer
	// figures.
	Row struct {
		OnGrid bool
		Point  int // index on the axis
		Result sweep.Result
	}
	// Floor is the error of the best rank-r approximation at a point of the grid.
	Floor struct {
		Point int
		Value float64
	}
)

// Task is the job that computes the outcome of one setting.
type Task struct {
	Setting Setting
	Widths  kernel.Distances
	Methods []model.Method
	Workers int
	Wants   sweep.Figures // figures of the rows in addition to the errors
	theory  bool          // whether the bounds at the present setting are needed
}

// run computes the present setting and the grid, repetition by repetition, and
// then the figures that need all eigenvalues.
func (t *Task) run(limits job.Limits) job.Work {
	return func(ctx context.Context, post func(any)) error {
		plans, err := t.InTurn(ctx, limits, post)
		if err != nil || !limits.Cubic.Acquire(ctx) {
			return err
		}
		defer limits.Cubic.Release()
		if err := plans.floors(ctx, post); err != nil {
			return err
		}
		return t.try(ctx, plans, post)
	}
}

// InTurn waits for the limit on jobs and computes the rows. With diagnostics it waits for the limit on
// jobs of O(n³).
func (t *Task) InTurn(ctx context.Context, limits job.Limits, post func(any)) (*Plans, error) {
	limit := limits.Runs
	if t.Wants.Has(sweep.FigureDiagnostics) {
		limit = limits.Cubic
	}
	if !limit.Acquire(ctx) {
		return nil, ctx.Err()
	}
	defer limit.Release()
	return t.rows(ctx, post)
}

func (t *Task) rows(ctx context.Context, post func(any)) (*Plans, error) {
	p := &Plans{axis: t.Setting.Axis}
	spec, err := t.FixWidth(ctx, post)
	if err != nil {
		return nil, err
	}
	if param, ok := sweep.Parameter(sweep.Parameters(t.Methods), p.axis.Name); ok && len(p.axis.Values) == 0 {
		p.axis = t.Setting.GridFor(param, t.Widths, sweep.Axis{})
	}
	soon := t.Wants.With(sweep.FigureError).Without(sweep.FigureExact, sweep.FigureBounds) // these come last, see floors
	if sweep.DefaultFigures(spec.N).Has(sweep.FigureApproxRank) {
		soon = soon.With(sweep.FigureApproxRank)
	}
	spec.Figures = soon.With(sweep.FigureApproxRank, sweep.FigureRegression)
	if p.Now, err = sweep.Prepare(spec, t.Methods, t.Setting.Store); err != nil {
		return nil, err
	}
	p.soon = []*sweep.Plan{p.Now}
	if spec.N > spec.ExactLimit && p.Now.Regresses() && !soon.Has(sweep.FigureRegression) {
		spec.Figures = soon
		quick, err := sweep.Prepare(spec, t.Methods, t.Setting.Store)
		if err != nil {
			return nil, err
		}
		p.soon = []*sweep.Plan{quick, p.Now}
	}
	grid := spec.Clone()
	grid.Figures = soon
	grid.Over = []sweep.Axis{p.axis}
	var refused error
	if p.Grid, refused = sweep.Prepare(grid, t.Methods, t.Setting.Store); refused != nil {
		p.Grid = nil
	} else {
		p.axis = p.Grid.Spec.Over[0]
		p.soon = slices.Insert(p.soon, 1, p.Grid)
	}
	post(Prepared{p.Now, p.Grid, refused})
	if err := p.prepareLater(t); err != nil {
		return nil, err
	}
	for rep := 1; rep <= spec.Reps; rep++ {
		for _, plan := range p.soon {
			p.run(ctx, plan, rep, t.Workers, post)
		}
	}
	return p, ctx.Err()
}

// FixWidth returns the spec with a number for γ. If γ follows from the data, it computes the
// distances here, once for all plans.
func (t *Task) FixWidth(ctx context.Context, post func(any)) (sweep.Spec, error) {
	spec := t.Setting.Spec.Clone()
	if !t.Setting.Family().HasGamma() {
		return spec, nil
	}
	if !t.Widths.Known {
		probe := spec.Clone()
		probe.Width = probe.Width.Unmeasured()
		plan, err := sweep.Prepare(probe, t.Methods, t.Setting.Store)
		var large *model.MemoryError
		if err != nil && !errors.As(err, &large) { // the distances need less memory than the plan
			return spec, err
		}
		if t.Widths, err = plan.Distances(); err != nil {
			return spec, err
		}
		post(FoundWidths{t.Setting.WidthsKey(), t.Widths})
	}
	spec.Width = spec.Width.WithGamma(t.Setting.Gamma(t.Widths))
	return spec, nil
}

// run runs one repetition of a plan. The very first run has all processors for itself, because the screen shows
// no figures before it has ended.
func (p *Plans) run(ctx context.Context, plan *sweep.Plan, rep, workers int, post func(any)) {
	for workers > 1 && plan.CheckMemory(workers) != nil {
		workers--
	}
	some := ofRepetition(plan, rep)
	if !p.begun && len(some) > 0 {
		p.begun = true
		p.cells(ctx, plan, some[:1], 0, 1, post)
		p.cells(ctx, plan, some[1:], 1, workers, post)
		return
	}
	p.cells(ctx, plan, some, 0, workers, post)
}

// cells runs some consecutive cells of a repetition, from that index on.
func (p *Plans) cells(ctx context.Context, plan *sweep.Plan, some []trial.Setting, from, workers int, post func(any)) {
	for result := range plan.RunCells(ctx, some, workers) {
		if ctx.Err() != nil {
			continue // some rows may be missing after cancelling
		}
		r := Row{OnGrid: len(plan.Spec.Over) > 0, Result: result}
		if r.OnGrid {
			r.Point = from / len(plan.Spec.Methods)
		}
		from++
		post(r)
	}
	plan.Wait() // before InTurn releases the limit
}

// floors computes the figures that need all of K: the smallest errors that the ranks allow, at the
// present setting and along the grid, and the exact regression. It computes
// the repetitions one after the other, because large matrices are not cached with their eigenvalues.
func (p *Plans) floors(ctx context.Context, post func(any)) error {
	along := make([][]float64, len(p.axis.Values))
	for rep := 1; rep <= p.Now.Spec.Reps && ctx.Err() == nil; rep++ {
		for i, plan := range p.later {
			if p.run(ctx, plan, rep, 1, post); i > 0 {
				continue
			}
			if err := p.gridFloors(ctx, rep, along, post); err != nil {
				return err
			}
		}
	}
	return cmp.Or(ctx.Err(), p.tooLarge)
}

// gridFloors computes the smallest errors that the budget allows along the grid in one repetition. It adds them to
// those of the repetitions before, by points, and posts the means. Matrices other than that of the present setting have
// the first repetition only.
func (p *Plans) gridFloors(ctx context.Context, rep int, along [][]float64, post func(any)) error {
	if p.Grid == nil || !p.Grid.Spec.Condition.IsZero() && p.axis.Name != model.BudgetName {
		return nil // without a grid; or the budget differs from method to method
	}
	values, all := maps.Clone(p.Grid.Spec.Values), ofRepetition(p.Grid, rep)
	now := p.Now.MatrixKey(ofRepetition(p.Now, rep)[0])
	for i, v := range p.axis.Values {
		values[p.axis.Name] = v
		cells := all[i*len(p.Grid.Spec.Methods):][:len(p.Grid.Spec.Methods)]
		cell := cells[0]
		if rep > 1 && p.Grid.MatrixKey(cell) != now {
			continue // one repetition is enough for a matrix whose eigenvalues nothing else needs
		}
		fillCoupled(values, p.Grid.Spec.With, cells)
		value, known, err := inspect.Floor(ctx, p.Grid, cell, rankAsked(values, cell.Draw.N))
		if err != nil && !degenerate(err) {
			return err
		}
		if err == nil && known {
			along[i] = append(along[i], value.Value)
			post(Floor{i, Average(along[i])})
		}
	}
	return nil
}

// degenerate reports whether an error is about the matrix. The rows on the matrix then have the error.
func degenerate(err error) bool {
	var d *model.DegenerateError
	return errors.As(err, &d)
}

// rankAsked returns the rank that the budget and the target rank allow.
func rankAsked(values model.Values, n int) int {
	rank := model.Budget(nil).Default
	if m, ok := values[model.BudgetName]; ok {
		rank = m
	}
	if k := values[model.TargetRankName]; k > 0 {
		rank = min(rank, k)
	}
	return min(int(rank), n)
}
