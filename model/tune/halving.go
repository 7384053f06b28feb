package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

const (
	keptShare   = 3    // one in keptShare configurations goes on to the next rung
	leastKept   = 4    // as far as there are so many
	searchShare = 0.85 // of the time; the rest is for the fits to all rows
	aloneShare  = 0.97 // likewise without test rows, on which these are scored
	lastShare   = 6    // of the time of the last rung, in units of that of the others
	raceFolds   = 2    // on which other γ and μ of a configuration are tried first, on all rows
)

// Run searches with the given number of workers and sends an event after each fold of each fit. Apart from
// times and from what the limit of time cuts off, the events are the same for any number of workers. When ctx is
// cancelled or the time ends, running fits are abandoned; [Search.Wait] waits for them. An error or panic of a fit is the
// failure of its scores.
//
// On the first rung one configuration is scored at γ of the whole range, then one of each other method at the best of them,
// all with about the same m, and then all others. The best third, see [run.promoted], goes on to the next rung. On every
// rung γ and μ are refined around those of the best, see [run.refine]. What does not seem to fit into the time left is not
// begun.
func (s *Search) Run(ctx context.Context, workers int) <-chan Event {
	out := make(chan Event, 1+len(s.Rungs)*len(s.Configurations)*len(s.Gammas)*len(s.folds))
	r := &run{Search: s, ctx: ctx, workers: max(1, workers), out: out, rates: map[string]rate{}}
	s.missed, s.broken = nil, nil
	s.working.Add(1)
	go func() {
		defer s.working.Done()
		defer close(out)
		defer func() { s.broken = recover() }()
		r.begun = s.clock.now()
		if s.Spec.Grid {
			r.begin(0)
			r.score(ctx, r.grid())
			return
		}
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
	share       float64       // of the time, at the end of which the rung ends
	level       int           // how often the steps between neighbouring γ and μ were halved
	before      board         // of the rung before
	board       board         // of the present rung
	seen        map[Cell]bool // likewise: what was asked for
	done, total int           // likewise: fits
}

// candidate is a configuration at a γ.
type candidate struct{ Configuration, Gamma int }

// ask is a candidate that is to be scored at some μ, indices into Mus.
type ask struct {
	candidate
	mus []int
}

// grid asks for all γ and μ of all configurations. γ come from coarse to fine: every fourth, every second, all.
func (r *run) grid() (asks []ask) {
	var order []int
	for _, stride := range []int{4, 2, 1} {
		for i := (len(r.Gammas) - 1) % 4 / 2 % stride; i < len(r.Gammas); i += stride {
			if !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
	}
	for i := range r.Configurations {
		for _, gamma := range order {
			asks = append(asks, ask{candidate{i, gamma}, r.coarseMus()})
		}
	}
	return asks
}

// begin begins a rung.
func (r *run) begin(rung int) {
	r.rung, r.share = rung, float64(rung+1)/float64(len(r.Rungs)-1+lastShare)
	if r.OnAllRows(rung) {
		r.share = 1
	}
	r.level, r.before, r.board, r.seen, r.done, r.total = min(rung, 1), r.board, board{}, map[Cell]bool{}, 0, 0
}

// all runs all rungs.
func (r *run) all() {
	var kept []ask
	for rung := range r.Rungs {
		r.begin(rung)
		r.one(kept)
		if rung == 0 && len(r.ranked(0, r.board)) == 0 && r.share < 1 {
			r.share, r.seen = 1, map[Cell]bool{} // without a score there is no answer
			r.within(func(ctx context.Context) { r.score(ctx, r.pilots()[:1]) })
		}
		if r.ctx.Err() != nil {
			return
		}
		r.miss(kept)
		if kept = r.promoted(); len(kept) == 0 {
			return
		}
	}
}

// within does something until the rung ends.
func (r *run) within(do func(ctx context.Context)) {
	ctx, cancel := r.ctx, context.CancelFunc(func() {})
	if left, limited := r.left(); limited {
		ctx, cancel = r.clock.within(r.ctx, max(0, left))
	}
	defer cancel()
	do(ctx)
}

// one runs a rung until the end of its time. γ and μ are refined before the least important are scored.
func (r *run) one(kept []ask) {
	r.within(func(ctx context.Context) {
		if r.rung > 0 {
			few := min(leastKept, len(kept))
			r.score(ctx, kept[:few])
			r.refine(ctx)
			r.score(ctx, kept[few:])
			r.refine(ctx)
			return
		}
		pilots := r.pilots()
		r.score(ctx, pilots[:1]) // shows which μ are good for the others
		r.score(ctx, pilots[1:])
		r.score(ctx, r.representatives(pilots[0].Configuration))
		r.refine(ctx)
		r.score(ctx, r.others())
		r.refine(ctx)
	})
}

// miss notes configurations of the rung without a score, for want of time.
func (r *run) miss(kept []ask) {
	if _, limited := r.left(); !limited {
		return
	}
	for i, c := range r.Configurations {
		due := slices.ContainsFunc(kept, func(a ask) bool { return a.Configuration == i })
		if r.rung == 0 {
			due = r.runsOn(0, c)
		}
		if due && len(r.board[r.fitted[r.rung][i]]) == 0 {
			r.missed = append(r.missed, Missed{r.rung, i})
		}
	}
}

// pilots asks for the pilot at γ of the whole range, that of the median distance first.
func (r *run) pilots() (asks []ask) {
	pilot, middle := r.fitted[0][r.pilot()], (len(r.Gammas)-1)/2
	for gamma := middle % r.fineGamma; gamma < len(r.Gammas); gamma += r.fineGamma {
		asks = append(asks, ask{candidate: candidate{pilot, gamma}})
	}
	distance := func(a ask) int { return max(a.Gamma-middle, middle-a.Gamma) }
	slices.SortStableFunc(asks, func(a, b ask) int { return cmp.Compare(distance(a), distance(b)) })
	return asks
}

// pilot returns the configuration that is scored first: the middle one of nystrom or, if that is not searched, of the method
// with the cheapest.
func (s *Search) pilot() int {
	if pilot := s.middle(usualMethods[0]); pilot >= 0 {
		return pilot
	}
	return s.middle(s.Configurations[0].Method)
}

// middle returns the middle one of a method's configurations; −1 if there is none.
func (s *Search) middle(method string) int {
	var own []int
	for i, c := range s.Configurations {
		if c.Method == method {
			own = append(own, i)
		}
	}
	if own == nil {
		return -1
	}
	return own[len(own)/2]
}

// representatives asks for one configuration of each other method, whose m is nearest to that of the pilot, the cheapest
// first.
func (r *run) representatives(pilot int) (asks []ask) {
	m := func(i int) float64 { return r.Configurations[i].Values[model.BudgetName] }
	nearest := map[string]int{r.Configurations[pilot].Method: pilot}
	for i, c := range r.Configurations {
		now, known := nearest[c.Method]
		if !known {
			now = r.middle(c.Method)
		}
		if math.Abs(m(i)-m(pilot)) < math.Abs(m(now)-m(pilot)) {
			now = i
		}
		nearest[c.Method] = now
	}
	for i := range r.Configurations {
		if nearest[r.Configurations[i].Method] == i && i != pilot {
			asks = append(asks, r.at(i))
		}
	}
	return asks
}

// others asks for the configurations without a score, those of the best methods first.
func (r *run) others() (asks []ask) {
	place := map[string]int{}
	for at, best := range r.ranked(0, r.board) {
		if method := r.Configurations[best.Configuration].Method; place[method] == 0 {
			place[method] = at + 1
		}
	}
	for i := range r.Configurations {
		if len(r.board[r.fitted[0][i]]) == 0 {
			asks = append(asks, r.at(i))
		}
	}
	last := func(a ask) int {
		if at := place[r.Configurations[a.Configuration].Method]; at > 0 {
			return at
		}
		return math.MaxInt
	}
	slices.SortStableFunc(asks, func(a, b ask) int { return cmp.Compare(last(a), last(b)) })
	return asks
}

// at asks for a configuration at the best γ so far.
func (r *run) at(configuration int) ask {
	gamma := (len(r.Gammas) - 1) / 2
	if ranked := r.ranked(r.rung, r.board); len(ranked) > 0 {
		gamma = ranked[0].Gamma
	}
	return ask{candidate: candidate{configuration, gamma}}
}

// promoted asks for what goes on to the next rung, the most important first: a third of the configurations. First comes the
// one with the least loss, with those that are the same on this rung; then those within one standard error, the cheapest
// first; then others in the order of their loss. Exact regression always goes on, as the last if it has not the least loss.
func (r *run) promoted() (asks []ask) {
	ranked := r.ranked(r.rung, r.board)
	order := slices.Clone(ranked)
	slices.SortStableFunc(order, func(a, b Ranked) int {
		class := func(r Ranked) int {
			switch {
			case r.Fitted == ranked[0].Fitted:
				return 0
			case r.close:
				return 1
			}
			return 2
		}
		if class(a) == 1 && class(b) == 1 {
			return a.Configuration - b.Configuration
		}
		return class(a) - class(b)
	})
	most := max(leastKept, (len(ranked)+keptShare-1)/keptShare)
	var exact []ask
	for i, at := range slices.Concat(order, r.exact(r.rung, r.board)) {
		switch a := (ask{candidate: candidate{at.Configuration, at.Gamma}}); {
		case i > 0 && r.Configurations[at.Configuration].isExact():
			exact = append(exact, a)
		case len(asks) < most:
			asks = append(asks, a)
		}
	}
	return slices.DeleteFunc(slices.Concat(asks, exact), func(a ask) bool {
		return r.OnAllRows(r.rung) || !r.runsOn(r.rung+1, r.Configurations[a.Configuration])
	})
}

// score scores what is asked for in its order, as far as there is time, and reports whether there was anything to score. On
// all rows, where a fit is dear, other γ and μ of a configuration are given up if they are clearly worse on the first folds.
func (r *run) score(ctx context.Context, asks []ask) (any bool) {
	for asks = r.fresh(asks); ctx.Err() == nil; any = true {
		now, later := r.affordable(asks)
		if len(now) == 0 {
			break
		}
		for _, a := range now {
			for _, mu := range a.mus {
				r.seen[Cell{a.Configuration, a.Gamma, mu}] = true
			}
		}
		known := map[candidate][]outcome{}
		if r.races() {
			r.fit(ctx, slices.DeleteFunc(slices.Clone(now), func(a ask) bool { return !r.board.has(a.Configuration) }), raceFolds, known)
		}
		r.fit(ctx, slices.DeleteFunc(now, func(a ask) bool { return r.isBeaten(a, known[a.candidate]) }), len(r.folds), known)
		asks = later // the times taken may show that they fit after all
	}
	return any
}

// fresh returns what is asked for and was not asked for on the rung before: of the configurations that are fitted there,
// once each. It chooses the μ where there are none.
func (r *run) fresh(asks []ask) (list []ask) {
	asked := map[candidate]bool{}
	for _, a := range asks {
		a.Configuration = r.fitted[r.rung][a.Configuration]
		if asked[a.candidate] || !r.runsOn(r.rung, r.Configurations[a.Configuration]) {
			continue
		}
		asked[a.candidate] = true
		if a.mus == nil {
			a.mus = r.ridges(a.candidate)
		}
		a.mus = slices.DeleteFunc(slices.Clone(a.mus), func(mu int) bool { return r.seen[Cell{a.Configuration, a.Gamma, mu}] })
		if len(a.mus) > 0 {
			list = append(list, a)
		}
	}
	return list
}

// races reports whether the rung gives up settings after a few folds: it has all rows, and lists that the user has not given.
func (r *run) races() bool {
	return r.OnAllRows(r.rung) && len(r.folds) > raceFolds && r.fineGamma > 1 && r.fineMu > 1
}

// isBeaten reports whether the losses on the first folds are at all μ clearly above those of the best setting of the
// configuration on the same folds.
func (r *run) isBeaten(a ask, folds []outcome) bool {
	best, ok := Least(r.board[a.Configuration])
	if !ok || len(folds) < raceFolds {
		return false
	}
	for _, s := range r.scores(a, folds) {
		if d := difference(s.Losses, best.Losses); s.Failure != nil || !(d.Mean > max(2*d.SE, negligible*best.Loss.Mean)) {
			return false
		}
	}
	return true
}

// foldFit is one fold of what is asked for.
type foldFit struct {
	ask
	fold int
}

// fit fits the first folds of what is asked for, fold after fold, beyond those that are known, to which it adds. Some are
// missing when ctx ends.
func (r *run) fit(ctx context.Context, asks []ask, folds int, known map[candidate][]outcome) {
	var fits []foldFit
	for _, a := range asks {
		for fold := len(known[a.candidate]); fold < folds; fold++ {
			fits = append(fits, foldFit{a, fold})
		}
	}
	r.total += len(fits)
	rung := r.rung // a fit that the end of the time cuts off may go on while the next rung begins
	type result struct {
		outcome
		at   int // index into fits
		took float64
	}
	results := trial.InOrder(ctx, len(fits), nil, min(r.workers, max(1, len(fits))), &r.working, func(i, _ int) (result, bool) {
		start := r.clock.now()
		o, ok := r.fitFold(ctx, rung, fits[i])
		return result{o, i, r.clock.now().Sub(start).Seconds()}, ok
	})
	sent := 0
	for o := range results {
		if o.at != sent { // a fit before it was cut off
			break
		}
		f := fits[sent]
		sent, r.done = sent+1, r.done+1
		known[f.candidate] = append(known[f.candidate], o.outcome)
		r.learnRate(f.ask, o.took)
		r.send(r.scores(f.ask, known[f.candidate]))
	}
}

// fitFold fits one fold on a rung. ok is false if ctx was cancelled first.
func (r *run) fitFold(ctx context.Context, rung int, f foldFit) (o outcome, ok bool) {
	failed := func(err error) outcome {
		nan := slices.Repeat([]float64{math.NaN()}, len(f.mus))
		return outcome{losses: nan, gains: nan, failures: slices.Repeat([]error{err}, len(f.mus))}
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			o, ok = failed(remedy.Panic(panicked)), true
		}
	}()
	rows, err := r.split(rung, f.fold)
	if err == nil {
		mus := make([]float64, len(f.mus))
		for i, mu := range f.mus {
			mus[i] = r.Mus[mu]
		}
		at := part{rows, fmt.Sprint("fold ", f.fold), r.workers, !r.Spec.Grid}
		o, err = r.learn(ctx, r.onRung(rung, r.Configurations[f.Configuration]), f.Gamma, mus, at)
	}
	if err != nil {
		o = failed(err)
	}
	return o, err == nil || ctx.Err() == nil
}

// send sends the event of scores, and enters them on the board if they have all folds.
func (r *run) send(scores []Score) {
	e := Event{Rung: r.rung, Scores: scores, Done: r.done, Total: r.total}
	r.board.add(r.Complete(e))
	select {
	case r.out <- e:
	default: // the reader is behind, or has gone
		select {
		case r.out <- e:
		case <-r.ctx.Done():
		}
	}
}
