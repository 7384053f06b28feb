package lab

import (
	"context"
	"errors"

	"gramscope/model"
	"gramscope/model/sweep"
)

// compareLater prepares the plans that run again with the exact regression: the present
// setting, then the grid if the screen needs it, and then the setting with the theory's bounds. Above the
// exact limit this is only done if the screen needs it.
func (p *Plans) compareLater(t *Task) error {
	add := func(plan *sweep.Plan, bounds bool) error {
		spec := plan.Spec.Clone()
		spec.Figures = spec.Figures.With(sweep.FigureRegression, sweep.FigureExact)
		if bounds {
			spec.Figures = spec.Figures.With(sweep.FigureBounds)
			spec.Reps = 1 // the bounds take O(n³), and are similar in all repetitions
		}
		again, err := sweep.Prepare(spec, t.Methods, t.Setting.Store)
		if large := (*model.MemoryError)(nil); t.Setting.sampled() && errors.As(err, &large) {
			p.tooLarge = err // known once the other figures are
			return nil
		}
		p.compared = append(p.compared, again)
		return err
	}
	exact := p.Now.Regresses() && !t.Setting.Classifies() && (!t.Setting.sampled() || t.Wants.Has(sweep.FigureExact))
	if exact {
		if err := add(p.Now, false); err != nil {
			return err
		}
	}
	alongGrid := exact && t.Wants.Has(sweep.FigureExact) && p.Grid != nil
	if alongGrid {
		if err := add(p.Grid, false); err != nil {
			return err
		}
	}
	if alongGrid && !t.Setting.sampled() || t.theory {
		return add(p.Now, true)
	}
	return nil
}

// compare runs one repetition of these plans. The fits are cached. The exact regression, once for each
// ridge, takes most of the time.
func (p *Plans) compare(ctx context.Context, rep int, post func(any)) {
	for _, plan := range p.compared {
		i := 0
		for result := range plan.RunCells(ctx, ofRepetition(plan, rep), 1) {
			r := recomputed{OnGrid: len(plan.Spec.Over) > 0, Result: result}
			if r.OnGrid {
				r.Point = i / len(plan.Spec.Methods)
			}
			i++
			post(r)
		}
		plan.Wait()
	}
}
