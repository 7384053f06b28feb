package tune

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"gramscope/model/trial"
)

// Event is news of one method at one γ: another fold is done, or has failed.
type Event struct {
	Method string
	Gamma  int     // index into the plan's Gammas
	Folds  int     // of this column so far, those that failed included
	Scores []Score // by μ, over these folds

	Seconds  float64 // a fit for all μ, mean over the folds; comparable only between fits that ran alone
	Bytes    int64   // 8 × the numbers that K̃, or K, is stored by, the largest so far
	Failure  error   // why the whole column has no score, nil if nothing went wrong
	Warnings []string

	Done, Total int // folds of all columns
}

// job is one fold of a column.
type job struct {
	method, gamma, fold int
	first               bool // of its column
}

// jobs in the order of the search: the methods that do not read all of K, those
// that do, and exact regression one by one; each kind coarse to fine, and at
// each γ fold after fold.
func (p *Plan) jobs() []job {
	var groups [][]int
	for i, m := range p.methods {
		if i > 0 && p.costOf(m) == p.costOf(p.methods[i-1]) {
			groups[len(groups)-1] = append(groups[len(groups)-1], i)
			continue
		}
		groups = append(groups, []int{i})
	}
	var list []job
	for _, group := range groups {
		for _, stage := range coarseToFine(len(p.Gammas)) {
			for _, method := range group {
				for _, gamma := range stage {
					for fold := range p.folds {
						list = append(list, job{method, gamma, fold, fold == 0})
					}
				}
			}
		}
	}
	return list
}

// Columns are the methods and γ in the order of the search.
func (p *Plan) Columns() []Cell {
	var list []Cell
	for _, j := range p.jobs() {
		if j.first {
			list = append(list, Cell{Method: p.Methods[j.method], Gamma: j.gamma})
		}
	}
	return list
}

// Run searches on that many workers and sends an event after each fold of each
// column, in the order of the search whatever the order they end in, and so the
// same events for any number of workers but for the times. The channel has room
// for all, so that a reader who leaves strands nobody, and is closed at the end.
// Once ctx is cancelled no further fit starts, events of those that are done
// follow, and the channel is closed without waiting for fits that still run,
// which are given up. [Plan.Wait] waits for them.
// Whatever goes wrong, a panic included, is the failure of its cell or column.
func (p *Plan) Run(ctx context.Context, workers int) <-chan Event {
	jobs := p.jobs()
	out := make(chan Event, len(jobs))
	done := make([]chan outcome, len(jobs))
	for i := range done {
		done[i] = make(chan outcome, 1)
	}
	var next atomic.Int64
	workers = max(1, min(workers, len(jobs)))
	for range workers {
		p.working.Add(1)
		go func() {
			defer p.working.Done()
			for i := int(next.Add(1)) - 1; i < len(jobs); i = int(next.Add(1)) - 1 {
				if o, ok := p.run(ctx, jobs[i], workers); ok {
					done[i] <- o
				}
				close(done[i])
			}
		}()
	}
	go func() {
		columns := map[[2]int]*column{}
		sent := 0
		for i, j := range jobs {
			o, ok := receive(ctx, done[i])
			if !ok {
				continue
			}
			key := [2]int{j.method, j.gamma}
			if columns[key] == nil {
				columns[key] = &column{}
			}
			sent++
			e := columns[key].add(o, len(p.Mus))
			e.Method, e.Gamma, e.Done, e.Total = p.Methods[j.method], j.gamma, sent, len(jobs)
			out <- e
		}
		close(out)
	}()
	return out
}

// Wait waits until nothing computes for the plan any more: after a search that was
// cancelled, until its last fits have noticed. No search may begin meanwhile.
func (p *Plan) Wait() { p.working.Wait() }

// receive waits for the next value of c; not ok means that none comes. After ctx
// is cancelled it takes what is there, and does not wait.
func receive[T any](ctx context.Context, c <-chan T) (value T, ok bool) {
	select {
	case value, ok = <-c:
		return value, ok
	case <-ctx.Done():
	}
	select {
	case value, ok = <-c:
	default:
	}
	return value, ok
}

// outcome is what a fold of a column came to.
type outcome struct {
	figures []figures // by μ
	cost    cost
	failure error
}

// run does one job, one of so many at a time; not ok means that ctx was cancelled before it was done.
func (p *Plan) run(ctx context.Context, j job, workers int) (o outcome, ok bool) {
	defer func() {
		if panicked := recover(); panicked != nil {
			o, ok = outcome{failure: fmt.Errorf("panic: %v", panicked)}, true
		}
	}()
	if ctx.Err() != nil {
		return o, false
	}
	rows, err := p.split(j.fold)
	if err == nil {
		o.figures, o.cost, err = p.learnAll(ctx, p.methods[j.method], j.gamma, part{rows, fmt.Sprint("fold ", j.fold), workers}, p.Mus)
	}
	if err != nil {
		if ctx.Err() != nil {
			return o, false
		}
		return outcome{failure: err}, true
	}
	return o, true
}

// column adds up the folds of one method and γ.
type column struct{ done []outcome }

func (c *column) add(o outcome, ridges int) Event {
	c.done = append(c.done, o)
	e := Event{Folds: len(c.done), Scores: make([]Score, ridges)}
	succeeded := 0
	for _, d := range c.done {
		if d.failure != nil {
			if e.Failure == nil {
				e.Failure = d.failure
			}
			continue
		}
		succeeded++
		e.Seconds += d.cost.seconds
		e.Bytes = max(e.Bytes, d.cost.bytes)
		e.Warnings = addNew(e.Warnings, d.cost.warnings)
	}
	if succeeded > 0 {
		e.Seconds /= float64(succeeded)
	}
	for mu := range ridges {
		e.Scores[mu] = c.score(mu, e.Failure)
	}
	return e
}

func (c *column) score(mu int, failure error) Score {
	s := Score{Failure: failure}
	var loss, gain []float64
	for _, d := range c.done {
		if d.failure != nil {
			continue
		}
		f := d.figures[mu]
		if f.failure != nil && s.Failure == nil {
			s.Failure = f.failure
		}
		if f.failure == nil {
			loss, gain = append(loss, f.loss), append(gain, f.gain)
		}
	}
	s.Folds, s.Loss, s.Gain = len(loss), estimate(loss), estimate(gain)
	return s
}

// Final is a cell of the grid, fitted to all training rows.
type Final struct {
	Cell
	GammaValue, Sigma float64 // NaN where the kernel has none
	MuValue, Lambda   float64 // λ = μ/n

	// Loss and Gain are those at the test rows; NaN where there are none.
	Loss, Gain float64

	Rank     int
	Bytes    int64
	Seconds  float64 // kernel entries, fit and decomposition
	Warnings []string
}

// Refit fits a cell to all training rows, standardised by these, and scores it on
// the test rows, which no part of the search has seen. The method draws what it
// draws in a sweep with the same settings.
func (p *Plan) Refit(ctx context.Context, c Cell) (*Final, error) {
	at := slices.Index(p.Methods, c.Method)
	if at < 0 || c.Gamma < 0 || c.Gamma >= len(p.Gammas) || c.Mu < 0 || c.Mu >= len(p.Mus) {
		panic(fmt.Sprintf("tune: Refit of a cell that the plan has not: %s %d %d", c.Method, c.Gamma, c.Mu))
	}
	rows, err := trial.RowsOf(trial.Pick(p.train, nil), trial.Pick(p.test, nil), p.Spec.Standardize)
	if err != nil {
		return nil, err
	}
	mu := p.Mus[c.Mu]
	all, cost, err := p.learnAll(ctx, p.methods[at], c.Gamma, part{rows, 1, 1}, []float64{mu})
	if err != nil {
		return nil, err
	}
	if all[0].failure != nil {
		return nil, fmt.Errorf("%s on all rows: %w", c.Method, all[0].failure)
	}
	return &Final{
		Cell: c, GammaValue: p.Gammas[c.Gamma], Sigma: p.Sigma(c.Gamma), MuValue: mu, Lambda: mu / float64(p.Spec.N),
		Loss: all[0].loss, Gain: all[0].gain, Rank: cost.rank, Bytes: cost.bytes, Seconds: cost.seconds, Warnings: cost.warnings,
	}, nil
}
