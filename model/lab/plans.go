package lab

import (
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"slices"
)

// prepare prepares the plans of the setting and of the grid, and posts them. The distances of the rows, if they were
// not known, are posted first.
func (t *Task) prepare(post func(any)) error {
	spec, hasGamma := t.Setting.Spec.Clone(), t.Setting.Family().HasGamma()
	if hasGamma && t.Widths.Known {
		spec.Width = spec.Width.WithGamma(t.Setting.Gamma(t.Widths))
	}
	spec.Figures = t.quick(spec.N).With(sweep.FigureApproxRank, sweep.FigureRegression)
	now, refused := sweep.Prepare(spec, t.Methods, t.Setting.Store)
	if now != nil && hasGamma && !t.Widths.Known { // also if the plan needs too much memory: the distances need less
		found, err := now.Distances()
		if err != nil {
			return err
		}
		t.Widths = found
		post(FoundWidths{t.Setting.WidthsKey(), found})
	}
	if refused != nil {
		return refused
	}
	t.now, t.axis = now, t.Setting.Axis
	if param, ok := sweep.Parameter(sweep.Parameters(t.Methods), t.axis.Name); ok && len(t.axis.Values) == 0 {
		t.axis = t.Setting.GridFor(param, t.Widths, sweep.Axis{})
	}
	spec.Figures, spec.Over = t.quick(spec.N), []sweep.Axis{t.axis}
	if t.grid, refused = sweep.Prepare(spec, t.Methods, t.Setting.Store); refused != nil {
		t.grid = nil
	} else {
		t.axis = t.grid.Spec.Over[0]
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
// regression, then the grid if the screen needs it there, and the setting with the theory's bounds, which are similar in
// all repetitions. Above the exact limit the exact regression is compared with only if the screen needs it. tooLarge is why
// some are left out, if they need too much memory.
func (t *Task) later() (list []*sweep.Plan, tooLarge error) {
	add := func(to *sweep.Plan, figures ...sweep.Figure) {
		plan := to.Asking(to.Spec.Figures.With(figures...))
		if plan.Spec.Figures.Has(sweep.FigureBounds) {
			plan.Cells = ofRepetition(plan, 1)
		}
		if err := plan.CheckMemory(1); err != nil {
			tooLarge = err
			return
		}
		list = append(list, plan)
	}
	add(t.now, sweep.FigureFloor)
	if t.grid != nil {
		floors, first := *t.grid, ofRepetition(t.grid, 1)
		if t.grid.MatrixKey(first[0]) != t.grid.MatrixKey(first[len(first)-1]) {
			floors.Cells = first // one repetition is enough for matrices whose eigenvalues nothing else needs
		}
		add(&floors, sweep.FigureFloor)
	}
	exact := t.now.Regresses() && !t.Setting.Classifies() && (!t.Setting.sampled() || t.Wants.Has(sweep.FigureExact))
	if exact {
		add(t.now, sweep.FigureExact)
	}
	alongGrid := exact && t.Wants.Has(sweep.FigureExact) && t.grid != nil
	if alongGrid {
		add(t.grid, sweep.FigureRegression, sweep.FigureExact)
	}
	if alongGrid && !t.Setting.sampled() || t.Wants.Has(sweep.FigureBounds) {
		add(t.now, sweep.FigureExact, sweep.FigureBounds)
	}
	return list, tooLarge
}

// ofRepetition returns the cells of a repetition.
func ofRepetition(plan *sweep.Plan, rep int) []trial.Setting {
	var some []trial.Setting
	for _, c := range plan.Cells {
		if c.Draw.Rep == rep {
			some = append(some, c)
		}
	}
	return some
}
