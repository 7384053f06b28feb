package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gramscope/data/remedy"
	"gramscope/model/trial"
)

// foldFit is one fold of a fit of a batch. Candidates that are the same on the rung share it.
type foldFit struct {
	key   string
	fold  int
	of    Candidate
	mus   []int
	users []Candidate
}

// batch scores candidates in their order, fold after fold, and returns those that were cut off by the end of ctx.
// Their finished folds are kept for another batch of the rung.
func (r *run) batch(ctx context.Context, list []Candidate, before board) (unfinished []Candidate) {
	var fits []foldFit
	at := map[string]int{} // index of a key's first fold
	for _, c := range list {
		if _, known := r.board[c]; known {
			continue
		}
		key := r.key(c)
		known, mus := r.outcomes[key], r.fitted[key]
		if mus == nil {
			mus = r.ridges(c, before)
			r.fitted[key] = mus
		}
		if len(known) == len(r.folds) {
			r.send(c, mus, known)
			continue
		}
		first, planned := at[key]
		if !planned {
			first, at[key] = len(fits), len(fits)
			if !r.planned[key] {
				r.planned[key], r.total = true, r.total+len(r.folds)
			}
			for fold := len(known); fold < len(r.folds); fold++ {
				fits = append(fits, foldFit{key: key, fold: fold, of: c, mus: mus})
			}
		}
		for i := first; i < len(fits) && fits[i].key == key; i++ {
			fits[i].users = append(fits[i].users, c)
		}
	}
	type result struct {
		outcome
		at int // index into fits
	}
	results := trial.InOrder(ctx, len(fits), nil, min(r.workers, max(1, len(fits))), r.working, func(i, _ int) (result, bool) {
		o, ok := r.fit(ctx, fits[i])
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
		for _, c := range list {
			if len(r.outcomes[r.key(c)]) < len(r.folds) {
				unfinished = append(unfinished, c)
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

// ridges returns the μ of a fit: all of them, or, where each takes time of its own, the best of the configuration on the
// rung before and its neighbours. For one that was not on the rung before, that is the best of the nearest candidate.
func (r *run) ridges(c Candidate, before board) []int {
	all := make([]int, len(r.Mus))
	for i := range all {
		all[i] = i
	}
	if len(all) < manyRidges || !r.ridgeDependent(r.Configurations[c.Configuration]) {
		return all
	}
	near, ok := before.bestOf(c.Configuration)
	if !ok {
		near, ok = r.nearest(c)
	}
	if !ok {
		return all
	}
	return all[max(0, near.Mu-1):min(len(all), near.Mu+2)]
}

// nearest returns the candidate of the present board whose best μ is likely to be that of another one: the same
// configuration at the nearest γ, or else the one with the least loss at the nearest γ. ok is false if none has a score.
func (r *run) nearest(c Candidate) (near Ranked, ok bool) {
	first := func(own bool, a, b Ranked) int {
		distance := func(r Ranked) int { return max(r.Gamma-c.Gamma, c.Gamma-r.Gamma) }
		if !own {
			return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.Loss.Mean, b.Loss.Mean), a.Configuration-b.Configuration, a.Gamma-b.Gamma)
		}
		return cmp.Or(cmp.Compare(distance(a), distance(b)), a.Gamma-b.Gamma)
	}
	for _, e := range r.board {
		mu, loss := e.Best()
		if e.Failure != nil || math.IsNaN(loss.Mean) {
			continue
		}
		now, own, before := Ranked{Scored: e, Mu: mu, Loss: loss}, e.Configuration == c.Configuration, near.Configuration == c.Configuration
		if !ok || own && !before || own == before && first(own, now, near) < 0 {
			near, ok = now, true
		}
	}
	return near, ok
}

// fit runs one fold. ok is false if ctx was cancelled first.
func (r *run) fit(ctx context.Context, f foldFit) (o outcome, ok bool) {
	start := r.clock.now()
	defer func() {
		if panicked := recover(); panicked != nil {
			o, ok = outcome{failure: remedy.Panic(panicked)}, true
		}
	}()
	at := r.Configurations[f.of.Configuration]
	rows, err := r.splitOn(r.rung, f.fold)
	if err == nil {
		mus := make([]float64, len(f.mus))
		for i, mu := range f.mus {
			mus[i] = r.Mus[mu]
		}
		o, err = r.With(r.valuesOn(r.rung, at)).learn(ctx, at.method, f.of.Gamma, mus, part{rows, fmt.Sprint("fold ", f.fold), r.workers})
	}
	if err != nil {
		o = outcome{failure: err}
	}
	o.wall = r.clock.now().Sub(start).Seconds()
	return o, err == nil || ctx.Err() == nil
}

// send sends the event of a candidate's folds that are done, and enters it on the board.
func (r *run) send(c Candidate, mus []int, folds []outcome) {
	e := Scored{Candidate: c, Rung: r.rung, Rows: r.Rungs[r.rung].Rows, Points: r.Rungs[r.rung].Points, Folds: len(folds), Mus: mus,
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
	if e.Folds == len(r.folds) {
		r.board[c] = e
	}
	r.out <- e
}

// extrapolated returns the seconds of a fit to all training rows, from those on a rung and the operations.
func (s *Search) extrapolated(e Scored) float64 {
	c := s.Configurations[e.Configuration]
	return e.Seconds * c.Operations / s.operations(e.Rung, c)
}
