package lab

import (
	"cmp"
	"context"
	"slices"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// The messages of jobs of kind job.Sweep.
type (
	// FoundDistances is posted first, if the distances of the setting's rows were not known.
	FoundDistances struct {
		Of        Setting
		Distances kernel.Distances
	}
	// Prepared is posted before the first row.
	Prepared struct {
		Now, Grid *sweep.Plan // Grid is nil if refused
		refused   error       // why there is no grid
	}
	// Row is a finished run, of the grid or of the present setting. It replaces an earlier one with fewer figures.
	Row struct {
		OnGrid bool
		Point  int // index on the axis
		Result sweep.Result
	}
)

// Task is the job that computes the outcome of one setting.
type Task struct {
	Setting Setting
	Methods []model.Method
	Workers int
	Wants   sweep.Figures // figures of the rows in addition to the errors

	now, grid *sweep.Plan // of the setting, and of the grid, which may be nil; once prepared
	begun     bool        // whether a run has begun
}

// run computes the present setting and the grid, repetition by repetition, and
// then the figures that need all eigenvalues.
func (t *Task) run(limits job.Limits) job.Work {
	return func(ctx context.Context, post func(any)) error {
		for _, part := range []job.Work{t.RowsJob(limits), limits.Cubic.Limited(t.floors), limits.Cubic.Limited(t.try)} {
			if err := part(ctx, post); err != nil {
				return err
			}
		}
		return nil
	}
}

// RowsJob returns the job that computes the rows, within the limit on sweeps, or with diagnostics on jobs of O(n³).
func (t *Task) RowsJob(limits job.Limits) job.Work {
	if t.Wants.Has(sweep.FigureDiagnostics) {
		return limits.Cubic.Limited(t.rows)
	}
	return limits.Runs.Limited(t.rows)
}

func (t *Task) rows(ctx context.Context, post func(any)) error {
	if err := t.prepare(post); err != nil {
		return err
	}
	for _, dear := range []bool{false, true} { // the fits of some methods read all of a large K; others need not wait
		t.cells(ctx, t.soon(), t.Workers, post, func(c trial.Setting) bool { return t.Setting.ReadsAll(c.Method) == dear })
	}
	return ctx.Err()
}

// cells runs the cells of plans that are asked for, repetition by repetition. The very first run has all processors for
// itself, because the screen shows no figures before it has ended.
func (t *Task) cells(ctx context.Context, plans []*sweep.Plan, most int, post func(any),
	asked func(trial.Setting) bool) {
	for rep := 1; rep <= t.now.Spec.Reps; rep++ {
		for _, plan := range plans {
			some, workers := plan.Only(func(c trial.Setting) bool { return c.Draw.Rep == rep && asked(c) }), most
			for workers > 1 && some.CheckMemory(workers) != nil {
				workers--
			}
			for left := some.Cells; len(left) > 0; {
				now := left
				if !t.begun {
					now = left[:1]
				}
				for r := range some.RunCells(ctx, now, workers) {
					post(Row{len(plan.Spec.Over) > 0, now[r.Cell].Point, r})
				}
				some.Wait() // before the job releases its limit
				t.begun, left = true, left[len(now):]
			}
		}
	}
}

// floors computes the figures that need all of K: the smallest errors that the ranks allow, and the exact regression.
// Repetitions come one after the other, because large matrices are not cached with their eigenvalues.
func (t *Task) floors(ctx context.Context, post func(any)) error {
	later, tooLarge := t.later()
	t.cells(ctx, later, 1, post, func(trial.Setting) bool { return true })
	return cmp.Or(ctx.Err(), tooLarge)
}

// prepare prepares the plans of the setting and of the grid, and posts them. The distances of the rows, if they were
// not known, are posted first.
func (t *Task) prepare(post func(any)) error {
	spec, _ := t.Setting.withGamma()
	spec.Figures = t.quick(spec.N).With(sweep.FigureApproxRank, sweep.FigureRegression)
	now, refused := sweep.Prepare(spec, t.Methods, t.Setting.Store)
	// Also if the plan needs too much memory: the distances need less.
	if now != nil && t.Setting.Family().HasGamma() && !t.Setting.Distances().Known {
		found, err := now.Distances()
		if err != nil {
			return err
		}
		post(FoundDistances{t.Setting, found})
	}
	if refused != nil {
		return refused
	}
	axis := t.Setting.Axis
	if param, ok := sweep.Parameter(sweep.Parameters(t.Methods), axis.Name); ok && len(axis.Values) == 0 {
		value := t.Setting.Value(param)
		switch param.Name { // the plan knows the width
		case model.GammaName:
			value = now.Gamma
		case model.SigmaName:
			value = now.Sigma
		}
		lo, hi, count := t.Setting.gridEnds(param, value)
		axis.Values = param.Spaced(lo, hi, count)
	}
	spec.Figures, spec.Over, t.now = t.quick(spec.N), []sweep.Axis{axis}, now
	if t.grid, refused = sweep.Prepare(spec, t.Methods, t.Setting.Store); refused != nil {
		t.grid = nil
	}
	post(Prepared{t.now, t.grid, refused})
	return nil
}

// quick returns the figures of the grid's rows. Others come last, see later.
func (t *Task) quick(n int) sweep.Figures {
	figures := t.Wants.With(sweep.FigureError).Without(sweep.FigureExact, sweep.FigureBounds)
	if sweep.DefaultFigures(n).Has(sweep.FigureApproxRank) {
		figures = figures.With(sweep.FigureApproxRank)
	}
	if t.Wants.Has(sweep.FigureExact) && t.Setting.sampled() { // exact regression is estimated from products with K
		figures = figures.With(sweep.FigureTraces)
	}
	return figures
}

// soon returns the plans that a repetition runs first: the setting, then the grid. A regression above the exact limit,
// which goes through many rows, comes after them.
func (t *Task) soon() []*sweep.Plan {
	spec := t.now.Spec
	quick, list := t.now.Asking(t.quick(spec.N)), []*sweep.Plan{t.now}
	if spec.N > spec.ExactLimit && !quick.Regresses() && t.now.Regresses() {
		list = []*sweep.Plan{quick, t.now}
	}
	if t.grid != nil {
		list = slices.Insert(list, 1, t.grid)
	}
	return list
}

// later returns the plans of what takes O(n³): the setting and the grid with the floors, the setting with the exact
// regression, then the grid with it if the screen needs that, and the setting with the theory's bounds, which are
// similar in all repetitions. Above the exact limit the exact regression is compared only if the screen needs it.
// tooLarge is the error of plans that are left out because they need too much memory.
func (t *Task) later() (list []*sweep.Plan, tooLarge error) {
	isFirst := func(c trial.Setting) bool { return c.Draw.Rep == 1 }
	add := func(to *sweep.Plan, figures ...sweep.Figure) {
		plan := to.Asking(to.Spec.Figures.With(figures...))
		if plan.Spec.Figures.Has(sweep.FigureBounds) {
			plan = plan.Only(isFirst)
		}
		if err := plan.CheckMemory(1); err != nil {
			tooLarge = err
			return
		}
		list = append(list, plan)
	}
	add(t.now, sweep.FigureFloor)
	if t.grid != nil {
		floors, first := t.grid, t.grid.Only(isFirst)
		if floors.MatrixKey(first.Cells[0]) != floors.MatrixKey(first.Cells[len(first.Cells)-1]) {
			floors = first // one repetition is enough for matrices whose eigenvalues nothing else needs
		}
		add(floors, sweep.FigureFloor)
	}
	wanted := t.Wants.Has(sweep.FigureExact)
	exact := t.now.Regresses() && !t.Setting.Classifies() && (!t.Setting.sampled() || wanted)
	if exact {
		add(t.now, sweep.FigureExact)
	}
	alongGrid := exact && wanted && t.grid != nil
	if alongGrid {
		add(t.grid, sweep.FigureRegression, sweep.FigureExact)
	}
	if alongGrid && !t.Setting.sampled() || t.Wants.Has(sweep.FigureBounds) {
		add(t.now, sweep.FigureExact, sweep.FigureBounds)
	}
	return list, tooLarge
}
