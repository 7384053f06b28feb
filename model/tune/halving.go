package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"
)

// Scored reports that a candidate was scored on one more fold of a rung, or has failed.
type Scored struct {
	Candidate
	Rung         int
	Rows, Points int         // of the rung
	Folds        int         // number of folds so far, the first ones
	Mus          []int       // indices into the plan's Mus, ascending, of the ridges that are fitted
	Losses       [][]float64 // for each fold and each of Mus; NaN if the regression failed
	Gains        [][]float64 // likewise

	Seconds  float64 // of a fit on this rung, mean over the folds; see [Event]
	Bytes    int64   // of K̃ on this rung, the largest so far
	Failure  error   // why the candidate has no score; nil if it has one
	Partial  error   // why it has none at some of the ridges, or nil
	Warnings []string

	Elapsed     time.Duration // since Run began
	Done, Total int           // fits of this rung so far, and those planned so far

	wall float64 // seconds of the folds so far, with drawing, scoring and all ridges
}

// Missed are the candidates of a rung that time cut off.
type Missed struct {
	Rung       int
	Candidates []Candidate
}

// Missed returns what Run did not get to because its time ended. Call it after Run has closed its channel.
func (s *Search) Missed() []Missed { return s.missed }

const (
	keptShare   = 3   // one in keptShare configurations goes on to the next rung
	leastKept   = 4   // as far as there are so many
	searchShare = 0.8 // of the time; the rest is for the fits to all rows
	closeBy     = 2   // standard errors within which a neighbouring γ is tried again on the next rung
)

// Run searches with the given number of workers and sends an event after each fold of each candidate. Apart from
// times and from what the limit of time cuts off, the events are the same for any number of workers. When ctx is
// cancelled or the time ends, running fits are abandoned; [Plan.Wait] waits for them.
//
// On the first rung one configuration is scored at every γ, and the others at its best γ and then at neighbours
// of their own best γ, until that is no longer at the edge of those scored. The configurations that seem best, see
// [Search.promoted], go on to the next rung at their best γ, and try the neighbours there again. If the time left
// seems too short for all of them, from the time that each took so far, the last of them are not begun.
func (s *Search) Run(ctx context.Context, workers int) <-chan Scored {
	out := make(chan Scored, len(s.Rungs)*len(s.Configurations)*len(s.Gammas)*len(s.folds))
	s.missed = nil
	go func() {
		defer close(out)
		r := run{Search: s, ctx: ctx, workers: max(1, workers), out: out, outcomes: map[string][]outcome{}}
		r.all()
	}()
	return out
}

// clock measures and limits time. Tests have their own.
type clock struct {
	now    func() time.Time
	within func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

func wallClock() clock { return clock{time.Now, context.WithTimeout} }

// run is a Search that runs.
type run struct {
	*Search
	ctx     context.Context
	workers int
	out     chan<- Scored
	begun   time.Time

	rung     int
	board    board                // what is known of the present rung
	outcomes map[string][]outcome // by key of a fit, of the present rung
	done     int
	total    int
}

// board has the last event of each candidate of a rung.
type board map[Candidate]Scored

// left returns the time until the end of a rung, false if there is no limit. The rungs end at equal distances.
func (r *run) left() (time.Duration, bool) {
	if r.limit <= 0 {
		return 0, false
	}
	end := time.Duration(float64(r.limit) * searchShare * float64(r.rung+1) / float64(len(r.Rungs)))
	return end - r.clock.now().Sub(r.begun), true
}

// all runs all rungs.
func (r *run) all() {
	r.begun = r.clock.now()
	var before board
	var kept []Candidate
	for r.rung = range r.Rungs {
		r.board, r.done, r.total = board{}, 0, 0
		clear(r.outcomes)
		ctx, cancel := r.ctx, context.CancelFunc(func() {})
		if left, limited := r.left(); limited {
			ctx, cancel = r.clock.within(r.ctx, max(0, left))
		}
		if r.rung == 0 {
			r.first(ctx)
		} else {
			r.next(ctx, kept, before)
		}
		r.compare(ctx, before)
		cancel()
		if r.ctx.Err() != nil {
			return
		}
		before, kept = r.board, r.promoted(r.board)
		if len(kept) == 0 {
			return
		}
	}
}

// first runs the first rung.
func (r *run) first(ctx context.Context) {
	reference := r.pilot()
	var scales, others []Candidate
	middle := (len(r.Gammas) - 1) / 2
	for gamma := range r.Gammas {
		scales = append(scales, Candidate{reference, gamma})
	}
	slices.SortStableFunc(scales, func(a, b Candidate) int { // that of the median distance first
		return cmp.Compare(max(a.Gamma-middle, middle-a.Gamma), max(b.Gamma-middle, middle-b.Gamma))
	})
	r.batch(ctx, scales, nil)
	gamma := len(r.Gammas) / 2
	if best, ok := r.board.bestOf(reference); ok {
		gamma = best.Gamma
	}
	for i, c := range r.Configurations {
		if i != reference && r.runsOn(r.rung, c) {
			others = append(others, Candidate{i, gamma})
		}
	}
	slices.SortStableFunc(others, func(a, b Candidate) int {
		return cmp.Compare(r.operations(r.rung, r.Configurations[a.Configuration]), r.operations(r.rung, r.Configurations[b.Configuration]))
	})
	r.batch(ctx, others, nil)
	r.climb(ctx, func(c Configuration) bool { return r.runsOn(r.rung, c) }, nil)
}

// next runs a later rung, for candidates that the rung before has chosen.
func (r *run) next(ctx context.Context, kept []Candidate, before board) {
	kept = slices.DeleteFunc(slices.Clone(kept), func(c Candidate) bool { return !r.runsOn(r.rung, r.Configurations[c.Configuration]) })
	for best := kept[:min(1, len(kept))]; ctx.Err() == nil && len(kept) > 0; {
		fit, others := r.affordable(kept, before)
		if len(fit) > 0 && kept[0] == best[0] && fit[0] != best[0] { // no rung counts without the best
			if len(r.board) > 0 {
				break
			}
			cheapest := slices.MinFunc(fit, func(a, b Candidate) int { return cmp.Compare(r.forecast(a, before), r.forecast(b, before)) })
			fit = []Candidate{cheapest}
			others = slices.DeleteFunc(slices.Clone(kept), func(c Candidate) bool { return c == cheapest })
		}
		if len(fit) == 0 {
			break
		}
		r.batch(ctx, fit, before)
		kept = others // the times taken may show that they fit after all
	}
	r.miss(kept)
	r.climb(ctx, func(c Configuration) bool { return !c.reference }, before)
}

// compare scores exact regression, where it was scored, also at the γ of the least loss: the comparison with it is not
// to depend on the γ of earlier rungs.
func (r *run) compare(ctx context.Context, before board) {
	ranked := r.ranked(r.board)
	for i, c := range r.Configurations {
		if _, scored := r.board.bestOf(i); !scored || !c.reference || len(ranked) == 0 || ctx.Err() != nil {
			continue
		}
		at := Candidate{i, ranked[0].Gamma}
		if _, known := r.board[at]; !known {
			list, _ := r.affordable([]Candidate{at}, before)
			r.batch(ctx, list, before)
		}
	}
}

// pilot returns the configuration that is scored at every γ: the middle one of nystrom or, if that is not
// searched, of the method with the cheapest.
func (r *run) pilot() int {
	of := map[string][]int{}
	for i, c := range r.Configurations {
		of[c.Method] = append(of[c.Method], i)
	}
	own := of[usualMethods[0]]
	if own == nil {
		own = of[r.Configurations[0].Method]
	}
	return own[len(own)/2]
}

// climb scores neighbours of the best γ of the board's configurations until there are none that were not scored.
// The best configurations come first. before is the board of the rung before, or nil.
func (r *run) climb(ctx context.Context, takes func(Configuration) bool, before board) {
	for ctx.Err() == nil {
		var list []Candidate
		for _, best := range append(r.ranked(r.board), r.exact(r.board)...) {
			if !takes(r.Configurations[best.Configuration]) {
				continue
			}
			for _, gamma := range []int{best.Gamma - 1, best.Gamma + 1} {
				c := Candidate{best.Configuration, gamma}
				if _, known := r.board[c]; !known && gamma >= 0 && gamma < len(r.Gammas) && before.mayBeBest(c) {
					list = append(list, c)
				}
			}
		}
		if list, _ = r.affordable(list, before); len(list) == 0 {
			return
		}
		r.batch(ctx, list, before)
	}
}

// mayBeBest reports whether a candidate's loss on a board is not clearly above that of its configuration at the
// best γ. It is true for one that was not scored.
func (b board) mayBeBest(c Candidate) bool {
	e, known := b[c]
	best, ok := b.bestOf(c.Configuration)
	if !known || !ok {
		return true
	}
	mu, loss := e.Best()
	if math.IsNaN(loss.Mean) {
		return false
	}
	other, _ := best.Best()
	d := difference(e.At(mu), best.At(other))
	return !(d.Mean > closeBy*d.SE)
}

// affordable divides candidates, in their order, into those that seem to fit into the time left, and the others.
// before is the board of the rung before; on the first rung, where it is nil, all seem to fit.
func (r *run) affordable(list []Candidate, before board) (fit, others []Candidate) {
	left, limited := r.left()
	if !limited || before == nil {
		return list, nil
	}
	seconds, pace := left.Seconds()*float64(r.workers), r.pace(before)
	for _, c := range list {
		if need := pace * r.forecast(c, before); need <= seconds {
			seconds -= need
			fit = append(fit, c)
		} else {
			others = append(others, c)
		}
	}
	return fit, others
}

// forecast returns the seconds that all folds of a candidate take, from those on the rung before and the operations.
// A candidate that was not scored there counts like its configuration.
func (r *run) forecast(c Candidate, before board) float64 {
	e, known := before[c]
	if !known {
		best, _ := before.bestOf(c.Configuration)
		e = best.Scored
	}
	at := r.Configurations[c.Configuration]
	return e.wall * r.operations(r.rung, at) / r.operations(r.rung-1, at)
}

// pace returns the ratio of the times taken on this rung so far to their forecasts, 1 before there are any.
func (r *run) pace(before board) float64 {
	took, forecast := 0.0, 0.0
	for c, e := range r.board {
		took, forecast = took+e.wall, forecast+r.forecast(c, before)
	}
	if forecast == 0 {
		return 1
	}
	return took / forecast
}

func (r *run) miss(list []Candidate) {
	if len(list) == 0 {
		return
	}
	if last := len(r.missed) - 1; last >= 0 && r.missed[last].Rung == r.rung {
		r.missed[last].Candidates = append(r.missed[last].Candidates, list...)
		return
	}
	r.missed = append(r.missed, Missed{r.rung, list})
}
