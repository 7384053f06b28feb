package lab

import (
	"context"
	"time"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// planned is a run that is to come.
type planned struct {
	method string
	OnGrid bool
	parts  []sweep.Part
}

// Plans are the present setting's plan and the grid's, with what has run.
type Plans struct {
	Now, Grid *sweep.Plan   // grid may be nil
	compared  []*sweep.Plan // the same with the exact regression, the grid's where it is wanted
	axis      sweep.Axis
	rows      []Row // of the present setting
	begun     int   // runs, finished or not
	elapsed   func() time.Duration
}

// betweenBeats is how often the time left is told anew while a run goes on.
const betweenBeats = 250 * time.Millisecond

// beats posts one now and then, until what it returns is called.
func beats(ctx context.Context, post func(any)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(betweenBeats)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				post(Beat{})
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

// inOrder are the plans as each repetition runs them: the present setting first, so
// that the table is there at once.
func (p *Plans) inOrder() []*sweep.Plan {
	if p.Grid == nil {
		return []*sweep.Plan{p.Now}
	}
	return []*sweep.Plan{p.Now, p.Grid}
}

// Planned are the runs in their order.
func (p *Plans) Planned() []planned {
	var list []planned
	for rep := 1; rep <= p.Now.Spec.Reps; rep++ {
		for _, plan := range p.inOrder() {
			for _, c := range ofRepetition(plan, rep) {
				list = append(list, planned{c.Method.Name, plan == p.Grid, plan.Work(c)})
			}
		}
	}
	return list
}
