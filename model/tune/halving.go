package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"gramscope/model"
)

const (
	keptShare   = 3    // one in keptShare configurations goes on to the next rung
	leastKept   = 4    // or all if there are fewer
	searchShare = 0.85 // of the time; the rest is for the fits to all rows
	lastShare   = 6    // of the time of the last rung, in units of that of the others
)

// Run searches with the given number of workers and sends an event after each fold of each fit. Apart from what the
// limit of time cuts off, the events are the same for any number of workers. When ctx is cancelled or the time ends,
// running fits are abandoned; [Search.Wait] waits for them. An error or panic of a fit is the failure of its scores.
//
// On the first rung one configuration is scored at γ of the whole range, then one of each other method at the best of
// them, and then all others. The best third goes on to the next rung. On every rung γ and μ are refined
// around those of the best, see [run.refine]. What does not seem to fit into the time left is not begun.
func (s *Search) Run(ctx context.Context, workers int) <-chan Event {
	out := make(chan Event, 1+len(s.Rungs)*len(s.Configurations)*len(s.Gammas)*len(s.folds))
	r := &run{Search: s, ctx: ctx, workers: max(1, workers), out: out, rates: map[string]rate{}}
	s.Missed, s.broken = nil, nil
	s.working.Add(1)
	go func() {
		defer s.working.Done()
		defer close(out)
		defer func() { s.broken = recover() }()
		r.begun = time.Now()
		r.all()
	}()
	return out
}

// run is a Search that runs.
type run struct {
	*Search
	ctx     context.Context
	workers int
	out     chan<- Event
	begun   time.Time
	rates   map[string]rate

	rung        int
	level       int           // how often the steps between neighbouring γ and μ were halved
	before      board         // of the rung before
	board       board         // of the present rung
	seen        map[Cell]bool // likewise: what was asked for; with a μ of −1, of a candidate
	done, total int           // likewise: fits
}

// candidate is a configuration at a γ.
type candidate struct{ Configuration, Gamma int }

// ask is a candidate that is to be scored at some μ, indices into Mus; nil stands for those of [run.ridges].
type ask struct {
	candidate
	mus []int
}

// all runs all rungs.
func (r *run) all() {
	var kept []ask
	for rung := range r.Rungs {
		r.rung, r.before, r.board = rung, r.board, board{}
		r.seen, r.done, r.total = map[Cell]bool{}, 0, 0
		kept = r.one(kept)
		if r.ctx.Err() != nil {
			return
		}
		for _, a := range kept { // there was no time for those without a score
			if _, limited := r.left(); limited && len(r.board[a.Configuration]) == 0 {
				r.Missed = append(r.Missed, Missed{rung, a.Configuration})
			}
		}
		if kept = r.promoted(); len(kept) == 0 {
			return
		}
	}
}

// one runs a rung for what was kept, or on the first rung for all, and returns that. γ and μ are refined before the
// least important are scored.
func (r *run) one(kept []ask) []ask {
	if r.Spec.Grid {
		for i := range r.Configurations {
			for _, a := range r.scan(i) {
				kept = append(kept, ask{a.candidate, r.coarseMus()})
			}
		}
		r.score(kept)
		return nil
	}
	first, rest := kept[:min(leastKept, len(kept))], kept[min(leastKept, len(kept)):]
	if r.rung == 0 {
		scan := r.scan(r.pilot())
		r.score(scan[:1]) // shows which μ are good for the others
		r.score(scan[1:])
		first, kept = r.waiting()
	}
	r.score(first)
	r.refine()
	if r.rung == 0 {
		_, rest = r.waiting()
	}
	r.score(rest)
	r.refine()
	return kept
}

// scan asks for a configuration at γ of the whole range, from the middle one, that of the median distance, outwards.
func (r *run) scan(configuration int) (asks []ask) {
	middle := (len(r.Gammas) - 1) / 2
	for gamma := middle % r.fineGamma; gamma < len(r.Gammas); gamma += r.fineGamma {
		asks = append(asks, ask{candidate: candidate{configuration, gamma}})
	}
	away := func(a ask) int { return max(a.Gamma-middle, middle-a.Gamma) }
	slices.SortStableFunc(asks, func(a, b ask) int { return cmp.Compare(away(a), away(b)) })
	return asks
}

// pilot returns the configuration that is scored first: the middle one of nystrom or, if that is not searched, of all.
func (s *Search) pilot() int {
	var own []int
	for i, c := range s.Configurations {
		if c.Method == usualMethods[0] {
			own = append(own, i)
		}
	}
	if own == nil {
		return len(s.Configurations) / 2
	}
	return own[len(own)/2]
}

// waiting asks for the configurations of the first rung without a score at the best γ so far: the best methods first,
// and of a method the configurations whose m is near the pilot's. It also returns the first configuration of each
// method without a score.
func (r *run) waiting() (first, all []ask) {
	gamma, place := (len(r.Gammas)-1)/2, map[string]int{}
	for at, best := range r.ranked(r.board) {
		if at == 0 {
			gamma = best.Gamma
		}
		if method := r.Configurations[best.Configuration].Method; place[method] == 0 {
			place[method] = at - len(r.Configurations) // those without a score come last
		}
	}
	for i, c := range r.Configurations {
		if _, ok := Least(r.board[i]); !ok && r.runsOn(r.rung, c) {
			all = append(all, ask{candidate: candidate{i, gamma}})
		}
	}
	m := func(c Configuration) float64 { return c.Values[model.BudgetName] }
	near := m(r.Configurations[r.pilot()])
	slices.SortStableFunc(all, func(a, b ask) int {
		of, than := r.Configurations[a.Configuration], r.Configurations[b.Configuration]
		return cmp.Or(place[of.Method]-place[than.Method], cmp.Compare(math.Abs(m(of)-near), math.Abs(m(than)-near)))
	})
	for _, a := range all {
		if method := r.Configurations[a.Configuration].Method; place[method] == 0 {
			first, place[method] = append(first, a), 1
		}
	}
	return first, all
}

// promoted asks for what goes on to the next rung, the most important first: the best third of the configurations, and
// exact regression, as the last if it has not the least loss.
func (r *run) promoted() (asks []ask) {
	ranked := r.ranked(r.board)
	most := max(leastKept, (len(ranked)+keptShare-1)/keptShare)
	var exact []ask
	for i, at := range ranked {
		a := ask{candidate: candidate{at.Configuration, at.Gamma}}
		switch c := r.Configurations[at.Configuration]; {
		case r.OnAllRows(r.rung) || !r.runsOn(r.rung+1, c):
		case i > 0 && c.isExact():
			exact = append(exact, a)
		case len(asks) < most:
			asks = append(asks, a)
		}
	}
	return append(asks, exact...)
}

// score scores what is asked for in its order, as far as there is time, and reports whether there was anything to
// score.
func (r *run) score(asks []ask) (scored bool) {
	asks = r.fresh(asks)
	for r.ctx.Err() == nil {
		now, later := r.affordable(asks)
		if len(now) == 0 {
			break
		}
		var fits []foldFit
		for _, a := range now {
			r.seen[Cell{a.Configuration, a.Gamma, -1}] = true
			for _, mu := range a.mus {
				r.seen[Cell{a.Configuration, a.Gamma, mu}] = true
			}
			for fold := range r.folds {
				fits = append(fits, foldFit{ask: a, fold: fold})
			}
		}
		r.fit(fits)
		asks, scored = later, true // the times taken may show that they fit after all
	}
	return scored
}

// fresh returns what is asked for and was not asked for on the rung before, once each: one of asks that share a fit.
// It chooses the μ where there are none.
func (r *run) fresh(asks []ask) (list []ask) {
	asked := map[candidate]bool{}
	for _, a := range asks {
		a.Configuration = r.fitted[r.rung][a.Configuration]
		if asked[a.candidate] {
			continue
		}
		asked[a.candidate] = true
		if a.mus == nil {
			a.mus = r.ridges(r.rung, a.candidate)
		}
		known := func(mu int) bool { return r.seen[Cell{a.Configuration, a.Gamma, mu}] }
		a.mus = slices.DeleteFunc(slices.Clone(a.mus), known)
		if len(a.mus) > 0 {
			list = append(list, a)
		}
	}
	return list
}
