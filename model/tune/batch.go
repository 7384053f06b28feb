package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gramscope/data/remedy"
	"gramscope/model/trial"
)

// ask is a candidate that is to be scored at some ridges, indices into the plan's Mus.
type ask struct {
	Candidate
	key string // of the fits; candidates that are the same on the rung share them
	mus []int
}

// foldFit is one fold of a fit of a batch, and the candidates that share it.
type foldFit struct {
	ask
	fold  int
	users []Candidate
}

// batch scores candidates that have no score yet in their order, fold after fold, and returns those that were cut off by
// the end of ctx. Their finished folds are kept for another batch of the rung.
func (r *run) batch(ctx context.Context, list []Candidate, before board) (unfinished []Candidate) {
	var asks []ask
	for _, c := range list {
		if _, known := r.board[c]; known {
			continue
		}
		key := r.key(c)
		if r.fitted[key] == nil {
			r.fitted[key] = r.ridges(c, before)
		}
		asks = append(asks, ask{c, key, r.fitted[key]})
	}
	return r.score(ctx, asks)
}

// score does what is asked for, and returns the candidates that were cut off. What is given up after a few folds is not among
// them.
func (r *run) score(ctx context.Context, asks []ask) (unfinished []Candidate) {
	return r.scoreOn(ctx, r.race(ctx, asks), len(r.folds))
}

// scoreOn scores on the first folds of the rung.
func (r *run) scoreOn(ctx context.Context, asks []ask, folds int) (unfinished []Candidate) {
	var fits []foldFit
	at := map[string]int{} // index of a key's first fold
	for _, a := range asks {
		known := r.outcomes[a.key]
		if len(known) >= folds {
			r.send(a.Candidate, a.mus, known)
			continue
		}
		first, planned := at[a.key]
		if !planned {
			first, at[a.key] = len(fits), len(fits)
			if more := folds - r.planned[a.key]; more > 0 {
				r.planned[a.key], r.total = folds, r.total+more
			}
			for fold := len(known); fold < folds; fold++ {
				fits = append(fits, foldFit{ask: a, fold: fold})
			}
		}
		for i := first; i < len(fits) && fits[i].key == a.key; i++ {
			fits[i].users = append(fits[i].users, a.Candidate)
		}
	}
	type result struct {
		outcome
		at int // index into fits
	}
	rung := r.rung // a fit that the end of the time cuts off may go on while the next rung begins
	results := trial.InOrder(ctx, len(fits), nil, min(r.workers, max(1, len(fits))), r.working, func(i, _ int) (result, bool) {
		o, ok := r.fit(ctx, rung, fits[i])
		return result{o, i}, ok
	})
	sent := 0
	for o := range results {
		if o.at != sent { // a fit before it was cut off
			break
		}
		f := fits[sent]
		sent++
		r.done++
		r.outcomes[f.key] = append(r.outcomes[f.key], o.outcome)
		for _, c := range f.users {
			r.send(c, f.mus, r.outcomes[f.key])
		}
	}
	if sent < len(fits) {
		for _, a := range asks {
			if len(r.outcomes[a.key]) < folds {
				unfinished = append(unfinished, a.Candidate)
			}
		}
	}
	return unfinished
}

// key identifies a fit of the present rung, except its fold.
func (r *run) key(c Candidate) string {
	at := r.Configurations[c.Configuration]
	return r.With(r.valuesOn(r.rung, at)).setting(at.method, c.Gamma, r.Mus[0]).FitKey()
}

// fit runs one fold on a rung. ok is false if ctx was cancelled first.
func (r *run) fit(ctx context.Context, rung int, f foldFit) (o outcome, ok bool) {
	start := r.clock.now()
	defer func() {
		if panicked := recover(); panicked != nil {
			o, ok = outcome{failure: remedy.Panic(panicked)}, true
		}
	}()
	at := r.Configurations[f.Configuration]
	rows, err := r.splitOn(rung, f.fold)
	if err == nil {
		mus := make([]float64, len(f.mus))
		for i, mu := range f.mus {
			mus[i] = r.Mus[mu]
		}
		o, err = r.With(r.valuesOn(rung, at)).learn(ctx, at.method, f.Gamma, mus, part{rows, fmt.Sprint("fold ", f.fold), r.workers, true})
	}
	if err != nil {
		o = outcome{failure: err}
	}
	o.wall = r.clock.now().Sub(start).Seconds()
	return o, err == nil || ctx.Err() == nil
}

// scored returns the event of a candidate's folds that are done.
func (r *run) scored(c Candidate, mus []int, folds []outcome) Scored {
	e := Scored{Candidate: c, Rung: r.rung, Rows: r.Rungs[r.rung].Rows, Points: r.Rungs[r.rung].Points, Folds: len(folds), Mus: mus, fitted: len(mus),
		Elapsed: r.clock.now().Sub(r.begun), Done: r.done, Total: r.total}
	fitted := 0
	for _, o := range folds {
		losses, gains := make([]float64, len(mus)), make([]float64, len(mus))
		for i := range mus {
			losses[i], gains[i] = math.NaN(), math.NaN()
			if o.failure == nil {
				f := o.figures[i]
				losses[i], gains[i], e.Partial = f.loss, f.gain, cmp.Or(e.Partial, f.failure)
			}
		}
		e.Losses, e.Gains = append(e.Losses, losses), append(e.Gains, gains)
		e.wall += o.wall
		if o.failure != nil {
			e.Failure = cmp.Or(e.Failure, o.failure)
			continue
		}
		fitted++
		e.Seconds += o.seconds
		e.Bytes, e.Warnings = max(e.Bytes, o.bytes), addNew(e.Warnings, o.warnings)
	}
	if _, loss := e.Best(); math.IsNaN(loss.Mean) {
		e.Failure = cmp.Or(e.Failure, e.Partial)
	}
	e.Seconds /= float64(max(1, fitted))
	return e
}

// send sends the event of a candidate's folds that are done, and enters it on the board.
func (r *run) send(c Candidate, mus []int, folds []outcome) {
	e := r.scored(c, mus, folds)
	if r.Complete(e) {
		r.board.add(e)
	}
	select {
	case r.out <- e:
	default: // the reader is behind, or has gone
		select {
		case r.out <- e:
		case <-r.ctx.Done():
		}
	}
}

// extrapolated returns the seconds of a fit to all training rows, from those on a rung and the operations.
func (s *Search) extrapolated(e Scored) float64 {
	c := s.Configurations[e.Configuration]
	return e.Seconds * c.Operations / s.operations(e.Rung, c, e.fitted)
}
