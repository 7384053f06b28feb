package lab

import (
	"errors"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Plans are the plans of the present setting and of the grid. Each computes what the rows of those before it lack.
type Plans struct {
	Now, Grid   *sweep.Plan   // of the present setting, and of the grid, which may be nil
	soon, later []*sweep.Plan // in the order in which a repetition runs them; the first of later has the floors
	tooLarge    error         // why some of later are left out, if they need too much memory
	axis        sweep.Axis
	begun       bool // whether a run has begun
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

// prepareLater prepares the plans of what takes O(n³): the present setting with the floors, the setting with the exact
// regression, then the grid if the screen needs it there, and then the setting with the theory's bounds. Above the
// exact limit the exact regression is compared with only if the screen needs it.
func (p *Plans) prepareLater(t *Task) error {
	add := func(plan *sweep.Plan, figures ...sweep.Figure) error {
		spec := plan.Spec.Clone()
		spec.Figures = spec.Figures.With(figures...)
		if spec.Figures.Has(sweep.FigureBounds) {
			spec.Reps = 1 // the bounds are similar in all repetitions
		}
		again, err := sweep.Prepare(spec, t.Methods, t.Setting.Store)
		if large := (*model.MemoryError)(nil); errors.As(err, &large) {
			p.tooLarge = err // known once the other figures are
			return nil
		}
		p.later = append(p.later, again)
		return err
	}
	if err := add(p.Now, sweep.FigureFloor); err != nil {
		return err
	}
	exact := p.Now.Regresses() && !t.Setting.Classifies() && (!t.Setting.sampled() || t.Wants.Has(sweep.FigureExact))
	if exact {
		if err := add(p.Now, sweep.FigureExact); err != nil {
			return err
		}
	}
	alongGrid := exact && t.Wants.Has(sweep.FigureExact) && p.Grid != nil
	if alongGrid {
		if err := add(p.Grid, sweep.FigureRegression, sweep.FigureExact); err != nil {
			return err
		}
	}
	if alongGrid && !t.Setting.sampled() || t.theory {
		return add(p.Now, sweep.FigureExact, sweep.FigureBounds)
	}
	return nil
}
