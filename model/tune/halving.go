package tune

import (
	"context"
	"slices"
	"time"
)

// Scored reports that a candidate was scored on one more fold of a rung, or has failed. A candidate near the best is
// fitted again at other ridges: such an event has these alone.
type Scored struct {
	Candidate
	Rung         int
	Rows, Points int         // of the rung
	Folds        int         // number of folds so far, the first ones
	Mus          []int       // indices into the plan's Mus, ascending, of the ridges that are fitted
	Losses       [][]float64 // for each fold and each of Mus, see Plan.LossName; NaN if the regression failed
	Gains        [][]float64 // likewise, see Plan.GainName

	Seconds  float64 // of a fit on this rung, mean over the folds; see [Event]
	Bytes    int64   // of K̃ on this rung, the largest so far
	Failure  error   // why the candidate has no score; nil if it has one
	Partial  error   // why it has none at some of the ridges, or nil
	Warnings []string

	Elapsed     time.Duration // since Run began
	Done, Total int           // fits of this rung so far, and those planned so far

	wall   float64 // seconds of the folds so far, with drawing, scoring and all ridges
	fitted int     // number of ridges of the fits that took Seconds
}

// Missed are the candidates of a rung that time cut off.
type Missed struct {
	Rung       int
	Candidates []Candidate
}

// Missed returns what Run did not get to because its time ended. Call it after Run has closed its channel.
func (s *Search) Missed() []Missed { return s.missed }

const (
	keptShare   = 3    // one in keptShare configurations goes on to the next rung
	leastKept   = 4    // as far as there are so many
	searchShare = 0.85 // of the time; the rest is for the fits to all rows
	aloneShare  = 0.97 // likewise without test rows, on which these are scored
	closeBy     = 2    // standard errors within which a neighbouring γ is tried again on the next rung
	lastShare   = 6    // of the time of the last rung, in units of that of the others
)

// Run searches with the given number of workers and sends an event after each fold of each candidate. Apart from
// times and from what the limit of time cuts off, the events are the same for any number of workers. When ctx is
// cancelled or the time ends, running fits are abandoned; [Plan.Wait] waits for them.
//
// On the first rung one configuration is scored at γ of the whole range, then one of each other method at the best of them, all with
// about the same m, and then all others. The configurations that seem best, see [Search.promoted], go on to the next rung at their best
// γ and at μ near their best, see [run.ridges]. On every rung γ and μ are refined around those of the best, see [run.refine]. What does
// not seem to fit into the time left is not begun on later rungs.
func (s *Search) Run(ctx context.Context, workers int) <-chan Scored {
	out := make(chan Scored, len(s.Rungs)*len(s.Configurations)*len(s.Gammas)*len(s.folds))
	s.missed = nil
	s.working.Add(1)
	go func() {
		defer s.working.Done()
		defer close(out)
		defer func() { *s.broken = recover() }()
		r := newRun(ctx, s, max(1, workers), out)
		r.all()
	}()
	return out
}

// run is a Search that runs.
type run struct {
	*Search
	ctx     context.Context
	workers int
	out     chan<- Scored
	begun   time.Time

	rung     int
	level    int                   // how often the steps between neighbouring γ and μ were halved
	costs    map[[2]int][2]float64 // operations by rung and configuration, at one and at two ridges
	board    board                 // what is known of the present rung
	outcomes map[string][]outcome  // by key of a fit, of the present rung
	fitted   map[string][]int      // likewise: indices of its ridges
	planned  map[string]int        // likewise: how many of its folds are in total
	done     int
	total    int
}

func newRun(ctx context.Context, s *Search, workers int, out chan<- Scored) *run {
	return &run{Search: s, ctx: ctx, workers: workers, out: out, begun: s.clock.now(), costs: map[[2]int][2]float64{},
		board: board{}, outcomes: map[string][]outcome{}, fitted: map[string][]int{}, planned: map[string]int{}}
}

// left returns the time until the end of the rung, false if there is no limit. The rung with all rows has six times the
// time of each part.
func (r *run) left() (time.Duration, bool) {
	if r.OnAllRows(r.rung) {
		return r.leftOf(1)
	}
	return r.leftOf(float64(r.rung+1) / float64(len(r.Rungs)-1+lastShare))
}

// leftOf returns the time until the end of a share of the search, false if there is no limit.
func (r *run) leftOf(part float64) (time.Duration, bool) {
	if r.limit <= 0 {
		return 0, false
	}
	share := searchShare
	if r.Tests == 0 {
		share = aloneShare
	}
	return time.Duration(float64(r.limit)*share*part) - r.clock.now().Sub(r.begun), true
}

// all runs all rungs.
func (r *run) all() {
	var before board
	var kept []Candidate
	for r.rung = range r.Rungs {
		r.board, r.done, r.total = board{}, 0, 0
		r.level = 0
		clear(r.outcomes)
		clear(r.fitted)
		clear(r.planned)
		r.one(kept, before)
		if r.rung == 0 && len(r.ranked(r.board)) == 0 {
			r.atLeastOne()
		}
		if r.ctx.Err() != nil {
			return
		}
		before, kept = r.board, r.promoted(r.board)
		if len(kept) == 0 {
			return
		}
	}
}

// one runs a rung until the end of its time.
func (r *run) one(kept []Candidate, before board) {
	ctx, cancel := r.ctx, context.CancelFunc(func() {})
	if left, limited := r.left(); limited {
		ctx, cancel = r.clock.within(r.ctx, max(0, left))
	}
	defer cancel()
	if r.rung == 0 {
		r.first(ctx)
	} else {
		r.next(ctx, kept, before)
	}
	r.compare(ctx, before)
}

// next runs a later rung, for candidates that the rung before has chosen: γ and μ are refined before the last of them.
func (r *run) next(ctx context.Context, kept []Candidate, before board) {
	kept = slices.DeleteFunc(kept, func(c Candidate) bool { return !r.runsOn(r.rung, r.Configurations[c.Configuration]) })
	few := min(leastKept, len(kept))
	waiting := r.promote(ctx, kept[:few], before)
	r.refine(ctx, before)
	r.miss(r.promote(ctx, slices.Concat(waiting, kept[few:]), before))
	r.refine(ctx, before)
}

// promote scores candidates of the rung before, as far as there is time for them. It returns the others.
func (r *run) promote(ctx context.Context, kept []Candidate, before board) []Candidate {
	for r.level = 1; ctx.Err() == nil && len(kept) > 0; {
		fit, others := r.affordable(kept, before)
		if len(fit) == 0 {
			break
		}
		r.cut(r.batch(ctx, fit, before))
		kept = others // the times taken may show that they fit after all
	}
	return kept
}

// atLeastOne scores the first candidate in all of the time, if its part was too short for that: without a score there is no
// answer.
func (r *run) atLeastOne() {
	if left, limited := r.leftOf(1); limited {
		ctx, cancel := r.clock.within(r.ctx, max(0, left))
		defer cancel()
		r.batch(ctx, []Candidate{{r.pilot(), (len(r.Gammas) - 1) / 2}}, nil)
		for i := range r.missed {
			r.missed[i].Candidates = slices.DeleteFunc(r.missed[i].Candidates, func(c Candidate) bool { return r.board[c].Folds > 0 })
		}
	}
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
			r.cut(r.batch(ctx, list, before))
		}
	}
}

// isScored reports whether a configuration has a score on the present rung.
func (r *run) isScored(configuration int) bool {
	_, ok := r.board.bestOf(configuration)
	return ok
}

// cut notes candidates whose fits the end of the time has cut off.
func (r *run) cut(list []Candidate) {
	if r.ctx.Err() == nil {
		r.miss(list)
	}
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
