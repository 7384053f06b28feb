package sweep

import (
	"context"
	"fmt"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// checkCondition returns an error if the condition needs a target and there is none.
func (p preparation) checkCondition() error {
	if c := p.Spec.Condition; c.OfRegression() && !p.store.Source().HasTarget() {
		return &SpecError{fmt.Sprintf("m can't follow from %s: %s has no target", c, p.store.Source().Name()), remedy.By("name one", "target", "")}
	}
	return nil
}

// Resolved returns a cell with the m that follows from its condition, or the cell itself if it has none. The store
// remembers m. The error is that of [trial.Trial.Smallest]; a panic of the method becomes an error.
func (p *Plan) Resolved(ctx context.Context, s trial.Setting) (trial.Setting, error) {
	s, _, err := p.resolve(ctx, s)
	return s, err
}

// resolve is Resolved. It also returns the fit of the resolved cell, if the search has made it.
func (p *Plan) resolve(ctx context.Context, s trial.Setting) (trial.Setting, *trial.Fit, error) {
	if s.Condition.IsZero() {
		return s, nil, nil
	}
	var fit *trial.Fit
	key := fmt.Sprint(p.fitKey(s), s.Condition, p.Spec.MaxMemory)
	if s.Condition.OfRegression() {
		key += fmt.Sprint(" ", s.Mu)
	}
	m, err := p.store.found.Get(key, 1, 20000, func() (m int, err error) {
		defer recovered(&err)
		on, err := p.Matrix(ctx, s)
		if err != nil {
			return 0, err
		}
		e := p.estimate()
		found, err := trial.New(s, on.Rows, on.Gram, e.afford(s, 1)).Smallest(ctx, s.Condition, func(m int) error { return e.check(withBudget(s, m)) })
		fit = found.Fit
		return found.M, err
	})
	if err != nil {
		return s, nil, err
	}
	return withBudget(s, m), fit, nil
}

// withBudget returns a cell with a value of m in place of a condition.
func withBudget(s trial.Setting, m int) trial.Setting { return s.With(model.BudgetName, float64(m)) }
