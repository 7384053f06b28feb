package lab

import (
	"time"

	"gramscope/model/sweep"
)

// progress is the progress of a sweep.
type progress struct {
	started  time.Time
	planned  []planned
	forecast *sweep.Forecast     // nil before the runs are planned
	running  map[int]sweep.Stage // stages of the runs under way, by their indices in planned
	workers  int
}

// planned is a planned run.
type planned struct {
	method string
	onGrid bool
	parts  []sweep.Part
}

func (p *progress) prepare(runs []planned, speed *sweep.Speed, workers int) {
	parts := make([][]sweep.Part, len(runs))
	for i, r := range runs {
		parts[i] = r.parts
	}
	p.planned, p.forecast, p.running, p.workers = runs, sweep.NewForecast(speed, parts), map[int]sweep.Stage{}, workers
}

// enter records the stage that a run has entered.
func (p *progress) enter(e Entered) {
	p.forecast.Enter(e.Run, e.Stage, e.At)
	if p.running[e.Run] = e.Stage; e.Stage == sweep.StageEnd {
		delete(p.running, e.Run)
	}
}

// Stage returns the stage of the oldest run under way of a method at the present setting. For ""
// it considers all runs. It returns "" if there is none.
func (p *progress) Stage(method string) string {
	oldest := -1
	for run := range p.running {
		r := p.planned[run]
		if (method == "" || r.method == method && !r.onGrid) && (oldest < 0 || run < oldest) {
			oldest = run
		}
	}
	if oldest < 0 {
		return ""
	}
	return p.running[oldest].String()
}

// Left estimates how long the rest of the sweep takes. ok is false if there is no estimate.
func (o *Outcome) Left(now time.Time) (left time.Duration, ok bool) {
	if o.forecast == nil || o.done >= o.total {
		return 0, false
	}
	return o.forecast.Left(now.Sub(o.started), o.workers)
}
