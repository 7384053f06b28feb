package ui

import (
	"context"

	"gramscope/model/sweep"
)

// compareLater prepares what is run again with the exact regression.
func (p *plans) compareLater(ctx context.Context, t *task) error {
	for _, plan := range []*sweep.Plan{p.now, p.grid} {
		if plan == nil || !plan.Regresses() || plan == p.grid && t.wants != exactToo {
			continue
		}
		spec := plan.Spec.Clone()
		spec.ExactFit = true
		again, err := sweep.Prepare(ctx, spec, t.methods, t.setting.store)
		if err != nil {
			return err
		}
		p.compared = append(p.compared, again)
	}
	return nil
}

// compare runs them: the fits are there, what takes time is the exact
// regression, once for each ridge and repetition.
func (p *plans) compare(ctx context.Context, post func(any)) {
	for _, plan := range p.compared {
		i := 0
		for result := range plan.Run(ctx, 1) {
			r := compared{onGrid: len(plan.Spec.Over) > 0, result: result}
			if r.onGrid {
				r.point = i / len(plan.Spec.Methods) % len(p.axis.Values)
			}
			i++
			post(r)
		}
	}
}
