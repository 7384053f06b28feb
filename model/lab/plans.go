package lab

import (
	"context"
	"slices"
	"time"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Plans are the plans of the present setting and of the grid, and their progress.
type Plans struct {
	Now, Grid *sweep.Plan   // of the present setting, and of the grid, which may be nil
	quick     *sweep.Plan   // Now without figures that take a pass over all rows of a large set; nil if there are none
	compared  []*sweep.Plan // the plans with the exact regression, see compareLater
	tooLarge  error         // why they are not run, if they need too much memory
	axis      sweep.Axis
	rows      []Row // of the present setting
	begun     int   // number of runs that have begun
	elapsed   func() time.Duration
}

// tickInterval is the time between two Ticks.
const tickInterval = 250 * time.Millisecond

// postTicks posts a Tick at each interval until stop is called.
func postTicks(ctx context.Context, post func(any)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(tickInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				post(Tick{})
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() { cancel(); <-ended }
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

// inOrder returns the plans in the order in which a repetition runs them. The present setting
// comes first, because the table shows it. In the first repetition its slow figures come last.
func (p *Plans) inOrder(rep int) []*sweep.Plan {
	first, last := p.Now, (*sweep.Plan)(nil)
	if p.quick != nil && rep == 1 {
		first, last = p.quick, p.Now
	}
	plans := []*sweep.Plan{first, p.Grid, last}
	return slices.DeleteFunc(plans, func(plan *sweep.Plan) bool { return plan == nil })
}

// again reports whether the rows of a plan were computed before without the slow figures.
func (p *Plans) again(plan *sweep.Plan, rep int) bool {
	return p.quick != nil && rep == 1 && plan == p.Now
}

// Planned returns the runs in their order.
func (p *Plans) Planned() []planned {
	var list []planned
	for rep := 1; rep <= p.Now.Spec.Reps; rep++ {
		for _, plan := range p.inOrder(rep) {
			for _, c := range ofRepetition(plan, rep) {
				list = append(list, planned{c.Method.Name, plan == p.Grid, plan.Work(c)})
			}
		}
	}
	return list
}
