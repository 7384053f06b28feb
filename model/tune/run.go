package tune

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model/trial"
)

// Event reports that one more fold of a method at a γ is done or has failed.
type Event struct {
	Method string
	Gamma  int     // index into the plan's Gammas
	Folds  int     // number of folds of this column so far, with those that failed
	Scores []Score // for each μ, over these folds

	Seconds  float64 // of a fit for all μ, mean over the folds; comparable only between fits that ran alone
	Bytes    int64   // 8 × the number of values stored of K̃, or of K, the largest so far
	Failure  error   // why the whole column has no score; nil if it has one
	Warnings []string

	Done, Total int // folds of all columns
}

// job is one fold of a column.
type job struct{ method, gamma, fold int }

// jobs returns the jobs in the order of the search: methods that do not read all of K, those that do, and
// exact regression; within these from coarse to fine, and for each γ fold after fold.
func (p *Plan) jobs() []job {
	var list []job
	for first, next := 0, 0; first < len(p.methods); first = next {
		for next = first + 1; next < len(p.methods) && p.costOf(p.methods[next]) == p.costOf(p.methods[first]); {
			next++
		}
		for _, stage := range coarseToFine(len(p.Gammas)) {
			for method := first; method < next; method++ {
				for _, gamma := range stage {
					for fold := range p.folds {
						list = append(list, job{method, gamma, fold})
					}
				}
			}
		}
	}
	return list
}

// Run searches with the given number of workers and sends an event after each fold of each column, in the
// order of the search, see [trial.InOrder]. Apart from times, the events are the same for any number of
// workers. When ctx is cancelled, running fits are abandoned; [Plan.Wait] waits for them. An error or panic
// of a fit is the failure of its cell or column.
func (p *Plan) Run(ctx context.Context, workers int) <-chan Event {
	jobs := p.jobs()
	workers = max(1, min(workers, len(jobs)))
	outcomes := trial.InOrder(ctx, len(jobs), nil, workers, p.working, func(i, _ int) (outcome, bool) { return p.run(ctx, jobs[i], workers) })
	out := make(chan Event, len(jobs))
	p.working.Add(1)
	go func() {
		defer p.working.Done()
		defer close(out)
		defer func() { *p.broken = recover() }()
		columns := map[Cell][]outcome{}
		sent := 0
		for o := range outcomes {
			column := Cell{Method: p.Methods[o.method], Gamma: o.gamma}
			columns[column] = append(columns[column], o)
			sent++
			e := p.event(columns[column])
			e.Method, e.Gamma, e.Done, e.Total = column.Method, column.Gamma, sent, len(jobs)
			out <- e
		}
	}()
	return out
}

// Wait waits until no goroutine computes for the plan. After a cancelled search that is when its last fits
// have returned. No search may begin while Wait waits. A panic that has ended the events of Run is raised again.
func (p *Plan) Wait() {
	if p.working.Wait(); *p.broken != nil {
		panic(*p.broken)
	}
}

// run runs one job, where workers is the number of jobs that run concurrently. ok is false if ctx was cancelled first.
func (p *Plan) run(ctx context.Context, j job, workers int) (o outcome, ok bool) {
	defer func() {
		if panicked := recover(); panicked != nil {
			o, ok = outcome{job: j, failure: remedy.Panic(panicked)}, true
		}
	}()
	rows, err := p.split(p.folds[j.fold])
	if err == nil {
		o, err = p.learn(ctx, p.methods[j.method], j.gamma, p.Mus, part{rows, fmt.Sprint("fold ", j.fold), workers, false})
	}
	if err != nil {
		o = outcome{failure: err}
	}
	o.job = j
	return o, err == nil || ctx.Err() == nil
}

// event returns the event for the folds of a column that are done.
func (p *Plan) event(done []outcome) Event {
	e := Event{Folds: len(done), Scores: make([]Score, len(p.Mus))}
	var fits []outcome
	for _, o := range done {
		if o.failure != nil {
			e.Failure = cmp.Or(e.Failure, o.failure)
			continue
		}
		fits = append(fits, o)
		e.Seconds += o.seconds
		e.Bytes = max(e.Bytes, o.bytes)
		e.Warnings = addNew(e.Warnings, o.warnings)
	}
	e.Seconds /= float64(max(1, len(fits)))
	for mu := range e.Scores {
		e.Scores[mu] = score(fits, mu, e.Failure)
	}
	return e
}

// score returns the score of one ridge from the folds that were fitted.
func score(fits []outcome, mu int, failure error) Score {
	var loss, gain []float64
	for _, o := range fits {
		f := o.figures[mu]
		if f.failure != nil {
			failure = cmp.Or(failure, f.failure)
			continue
		}
		loss, gain = append(loss, f.loss), append(gain, f.gain)
	}
	return Score{len(loss), Mean(loss), Mean(gain), failure}
}

// Final is a cell of the grid, fitted to all training rows.
type Final struct {
	Cell
	GammaValue, Sigma float64 // NaN if the kernel has none
	MuValue, Lambda   float64 // λ = μ/n

	// Loss and Gain are the scores on the test rows, NaN if there are none.
	Loss, Gain float64

	Rank     int
	Bytes    int64
	Seconds  float64 // for kernel entries, fit and decomposition
	Warnings []string
}

// Refit fits a cell to all training rows, standardised by these, and scores it on the test rows, which the
// search has not used. The method's random draws are those of a sweep with the same settings.
func (p *Plan) Refit(ctx context.Context, c Cell) (*Final, error) {
	at := slices.Index(p.Methods, c.Method)
	if at < 0 || c.Gamma < 0 || c.Gamma >= len(p.Gammas) || c.Mu < 0 || c.Mu >= len(p.Mus) {
		panic(fmt.Sprintf("tune: Refit of a cell that is not in the plan: %s %d %d", c.Method, c.Gamma, c.Mu))
	}
	rows, err := trial.RowsOf(trial.Pick(p.train, nil), trial.Pick(p.test, nil), p.Spec.Scale)
	if err != nil {
		return nil, err
	}
	mu := p.Mus[c.Mu]
	o, err := p.learn(ctx, p.methods[at], c.Gamma, []float64{mu}, part{rows, 1, 1, false})
	if err != nil {
		return nil, err
	}
	if f := o.figures[0]; f.failure != nil {
		return nil, fmt.Errorf("%s on all rows: %w", c.Method, f.failure)
	}
	return &Final{
		Cell: c, GammaValue: p.Gammas[c.Gamma], Sigma: p.Sigma(c.Gamma), MuValue: mu, Lambda: mu / float64(p.Spec.N),
		Loss: o.figures[0].loss, Gain: o.figures[0].gain, Rank: o.rank, Bytes: o.bytes, Seconds: o.seconds, Warnings: o.warnings,
	}, nil
}
