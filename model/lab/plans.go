package lab

import (
	"context"
	"slices"
	"time"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Plans are the present setting's plan and the grid's, with what has run.
type Plans struct {
	Now, Grid *sweep.Plan   // grid may be nil
	quick     *sweep.Plan   // now without what goes through all rows of a large set, nil where there is no such thing
	compared  []*sweep.Plan // the same with the exact regression, the grid's where it is wanted
	axis      sweep.Axis
	rows      []Row // of the present setting
	begun     int   // runs, finished or not
	elapsed   func() time.Duration
}

// tickInterval is how often Tick is posted while runs go on.
const tickInterval = 250 * time.Millisecond

// postTicks posts Tick now and then, until stop is called.
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

// ofRepetition are the cells of a repetition.
func ofRepetition(plan *sweep.Plan, rep int) []trial.Setting {
	var some []trial.Setting
	for _, c := range plan.Cells {
		if c.Draw.Rep == rep {
			some = append(some, c)
		}
	}
	return some
}

// inOrder are the plans as a repetition runs them: the present setting first, so
// that the table is there at once, and the first time what takes long of it last.
func (p *Plans) inOrder(rep int) []*sweep.Plan {
	first, last := p.Now, (*sweep.Plan)(nil)
	if p.quick != nil && rep == 1 {
		first, last = p.quick, p.Now
	}
	plans := []*sweep.Plan{first, p.Grid, last}
	return slices.DeleteFunc(plans, func(plan *sweep.Plan) bool { return plan == nil })
}

// again reports whether the rows of a plan are there already, without what takes long.
func (p *Plans) again(plan *sweep.Plan, rep int) bool {
	return p.quick != nil && rep == 1 && plan == p.Now
}

// Planned are the runs in their order.
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
