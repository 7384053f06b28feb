package ui

import (
	"context"

	"gramscope/model/sweep"
)

// compareLater prepares what is run again with the exact regression: the present
// setting, and where it is wanted the grid, and then the bounds of the theory.
func (p *plans) compareLater(ctx context.Context, t *task) error {
	add := func(plan *sweep.Plan, bounds bool) error {
		spec := plan.Spec.Clone()
		spec.Figures = spec.Figures.With(sweep.FigureRegression, sweep.FigureExact)
		if bounds {
			spec.Figures = spec.Figures.With(sweep.FigureBounds)
			spec.Reps = 1 // O(n³) each, and much the same
		}
		again, err := sweep.Prepare(ctx, spec, t.methods, t.setting.store)
		p.compared = append(p.compared, again)
		return err
	}
	exact := p.now.Regresses() && !t.setting.classifies() && p.now.Spec.N <= p.now.Spec.ExactLimit
	if exact {
		if err := add(p.now, false); err != nil {
			return err
		}
	}
	promised := exact && t.wants.Has(sweep.FigureExact) && p.grid != nil
	if promised {
		if err := add(p.grid, false); err != nil {
			return err
		}
	}
	if promised || t.theory {
		return add(p.now, true)
	}
	return nil
}

// compare runs one repetition of them: the fits are there, what takes time is the exact
// regression, once for each ridge.
func (p *plans) compare(ctx context.Context, rep int, post func(any)) {
	for _, plan := range p.compared {
		i := 0
		for result := range plan.RunCells(ctx, ofRepetition(plan, rep), 1) {
			r := compared{onGrid: len(plan.Spec.Over) > 0, result: result}
			if r.onGrid {
				r.point = i / len(plan.Spec.Methods)
			}
			i++
			post(r)
		}
		plan.Wait()
	}
}
