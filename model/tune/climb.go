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
	leading     = 3    // methods from whose best configurations the search ascends
	ascentShare = 0.75 // of the time that is left of the first rung, for the first ascent
	partShare   = 0.5  // likewise, for other steps before the one that tries all the rest
)

// first runs the first rung. What seems best has parts of the time only, so that one slow fit does not take all of it.
func (r *run) first(ctx context.Context) {
	pilot := r.pilot()
	_, last := r.steps()
	r.scale(ctx, pilot)
	r.partly(ctx, ascentShare, func(ctx context.Context) { r.ascend(ctx, nil, last) })
	gamma := r.bestGamma()
	r.partly(ctx, partShare, func(ctx context.Context) { r.batch(ctx, r.representatives(pilot, gamma), nil) })
	r.partly(ctx, partShare, func(ctx context.Context) { r.ascend(ctx, nil, last) })
	r.cut(r.batch(ctx, r.others(gamma), nil))
	r.ascend(ctx, nil, last)
	r.climb(ctx, func(c Configuration) bool { return r.runsOn(r.rung, c) }, nil)
}

// partly does something with a context that ends after a share of the time that is left of the rung.
func (r *run) partly(ctx context.Context, share float64, do func(context.Context)) {
	if left, limited := r.left(); limited {
		part, end := r.clock.within(ctx, time.Duration(share*float64(left)))
		defer end()
		ctx = part
	}
	do(ctx)
}

// bestGamma returns the γ of the least loss so far.
func (r *run) bestGamma() int {
	if ranked := r.ranked(r.board); len(ranked) > 0 {
		return ranked[0].Gamma
	}
	return len(r.Gammas) / 2
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

// scale scores a configuration at γ of the whole range, that of the median distance first.
func (r *run) scale(ctx context.Context, pilot int) {
	middle, step := (len(r.Gammas)-1)/2, r.fine
	var list []Candidate
	for gamma := middle % step; gamma < len(r.Gammas); gamma += step {
		list = append(list, Candidate{pilot, gamma})
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		return cmp.Compare(max(a.Gamma-middle, middle-a.Gamma), max(b.Gamma-middle, middle-b.Gamma))
	})
	r.cut(r.batch(ctx, list, nil))
}

// representatives returns one configuration of each other method, whose m is nearest to that of the pilot, the cheapest
// first.
func (r *run) representatives(pilot, gamma int) (list []Candidate) {
	m := r.Configurations[pilot].Values[model.BudgetName]
	distance := func(i int) float64 {
		if v := r.Configurations[i].Values[model.BudgetName]; v > 0 && m > 0 {
			return math.Abs(math.Log(v / m))
		}
		return 0
	}
	of := map[string][]int{}
	for i, c := range r.Configurations {
		if own := of[c.Method]; r.runsOn(r.rung, c) {
			switch {
			case len(own) == 0 || distance(i) < distance(own[0]):
				of[c.Method] = []int{i}
			case distance(i) == distance(own[0]):
				of[c.Method] = append(own, i)
			}
		}
	}
	for _, own := range of {
		if i := own[len(own)/2]; r.Configurations[i].Method != r.Configurations[pilot].Method {
			list = append(list, Candidate{i, gamma})
		}
	}
	r.cheapestFirst(list)
	return list
}

// others returns the configurations without a score on the first rung, the cheapest first, those of methods that are
// beaten by others after the rest.
func (r *run) others(gamma int) (list []Candidate) {
	ranked, open := r.ranked(r.board), map[string]bool{}
	for _, best := range ranked {
		if !beaten(best, ranked) {
			open[r.Configurations[best.Configuration].Method] = true
		}
	}
	var last []Candidate
	for i, c := range r.Configurations {
		switch {
		case r.isScored(i) || !r.runsOn(r.rung, c):
		case open[c.Method]:
			list = append(list, Candidate{i, gamma})
		default:
			last = append(last, Candidate{i, gamma})
		}
	}
	r.cheapestFirst(list)
	r.cheapestFirst(last)
	return slices.Concat(list, last)
}

// cheapestFirst sorts candidates by their operations on the present rung.
func (r *run) cheapestFirst(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(r.cost(r.rung, a), r.cost(r.rung, b)), a.Configuration-b.Configuration, a.Gamma-b.Gamma)
	})
}

// ascend scores the neighbours of the best configurations until none of them is better: for the leading methods the
// next values of each parameter that is searched, and then γ on both sides. When there are none left, the distance of
// neighbouring γ is halved, down to last.
func (r *run) ascend(ctx context.Context, before board, last int) {
	for step, _ := r.steps(); ctx.Err() == nil; {
		list, _ := r.affordable(r.beyond(before), before)
		if len(list) == 0 {
			list, _ = r.affordable(r.scales(step, before), before)
		}
		if len(list) > 0 {
			if cut := r.batch(ctx, list, before); r.rung > 0 { // the first rung tries them again
				r.cut(cut)
			}
		} else if step /= 2; step < last {
			return
		}
	}
}

// steps returns the distances between neighbouring γ with which a rung begins and ends, as numbers of indices.
func (r *run) steps() (first, last int) {
	first, last = r.fine, r.fine
	if r.rung > 0 {
		first, last = (r.fine+1)/2, (r.fine+1)/2
	}
	if r.rung == len(r.Rungs)-1 {
		last = 1
	}
	return first, last
}

// beyond returns the configurations beside the best ones of the leading methods that have no score yet, and exact
// regression, to which they tend, as far as they are not dearer than that.
func (r *run) beyond(before board) (list []Candidate) {
	for _, best := range r.leaders() {
		var beside []Candidate
		for _, i := range r.beside(best.Configuration) {
			beside = append(beside, Candidate{i, best.Gamma})
		}
		for i, c := range r.Configurations {
			if c.reference && r.rung == 0 {
				beside = append(beside, Candidate{i, best.Gamma})
			}
		}
		r.cheapestFirst(beside)
		list = append(list, beside...)
	}
	list = slices.DeleteFunc(list, func(c Candidate) bool {
		return r.isScored(c.Configuration) || !r.runsOn(r.rung, r.Configurations[c.Configuration]) || r.dearerThanExact(c)
	})
	return r.unknown(list, before)
}

// dearerThanExact reports whether a candidate takes more operations on this rung than exact regression, which it
// approximates, where that is searched and can be fitted to all rows.
func (r *run) dearerThanExact(candidate Candidate) bool {
	for i, c := range r.Configurations {
		if c.reference && !r.partial(c) && r.cost(r.rung, candidate) > r.cost(r.rung, Candidate{Configuration: i}) {
			return true
		}
	}
	return false
}

// scales returns the γ on both sides of the best for the configuration with the least loss, in the first step for those
// of all leading methods, and its γ for these.
func (r *run) scales(step int, before board) (list []Candidate) {
	first, _ := r.steps()
	leaders := r.leaders()
	for i, best := range leaders {
		if i == 0 || step == first {
			list = append(list, Candidate{best.Configuration, best.Gamma - step}, Candidate{best.Configuration, best.Gamma + step})
		}
		list = append(list, Candidate{best.Configuration, leaders[0].Gamma})
	}
	list = slices.DeleteFunc(list, func(c Candidate) bool { return r.rung > 0 && r.Configurations[c.Configuration].reference })
	return r.unknown(list, before)
}

// unknown returns the candidates that have no score and may be the best of their configuration, see [board.mayBeBest].
func (r *run) unknown(list []Candidate, before board) (open []Candidate) {
	for _, c := range list {
		if _, known := r.board[c]; !known && c.Gamma >= 0 && c.Gamma < len(r.Gammas) && !slices.Contains(open, c) && before.mayBeBest(c) {
			open = append(open, c)
		}
	}
	return open
}

// leaders returns the best configurations of the leading methods: first the one with the least loss, then those within
// one standard error of it, the cheapest first, and on the first rung, where m may differ, others that are not beaten, in
// the order of their loss.
func (r *run) leaders() (list []Ranked) {
	ranked := r.ranked(r.board)
	class := func(i int) int {
		switch {
		case i == 0:
			return 0
		case ranked[i].close:
			return 1
		}
		return 2
	}
	order, classes := make([]int, len(ranked)), make([]int, len(ranked))
	for i := range order {
		order[i], classes[i] = i, class(i)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if classes[i] == 1 && classes[j] == 1 {
			return cmp.Compare(r.cost(r.rung, ranked[i].Candidate), r.cost(r.rung, ranked[j].Candidate))
		}
		return classes[i] - classes[j]
	})
	seen := map[string]bool{}
	for _, i := range order {
		if name := r.Configurations[ranked[i].Configuration].Method; !seen[name] && len(list) < leading && (classes[i] < 2 || r.rung == 0 && !beaten(ranked[i], ranked)) {
			seen[name], list = true, append(list, ranked[i])
		}
	}
	return list
}

// beside returns the configurations that differ from one in a single parameter, by the next larger m or by the next
// value of another parameter on either side.
func (s *Search) beside(configuration int) (list []int) {
	at := s.Configurations[configuration]
	for name, v := range at.Values {
		below, above := -1, -1
		for i, c := range s.Configurations {
			if c.Method != at.Method || !differsOnly(c.Values, at.Values, name) {
				continue
			}
			switch w := c.Values[name]; {
			case w > v && (above < 0 || w < s.Configurations[above].Values[name]):
				above = i
			case w < v && (below < 0 || w > s.Configurations[below].Values[name]):
				below = i
			}
		}
		if above >= 0 {
			list = append(list, above)
		}
		if below >= 0 && name != model.BudgetName {
			list = append(list, below)
		}
	}
	slices.Sort(list)
	return list
}

// differsOnly reports whether two points of a grid differ in no other parameter.
func differsOnly(a, b model.Values, in model.Name) bool {
	for name, v := range a {
		if name != in && b[name] != v {
			return false
		}
	}
	return true
}

// climb scores neighbours of the best γ of the board's configurations until there are none that were not scored.
// The best configurations come first. before is the board of the rung before, or nil.
func (r *run) climb(ctx context.Context, takes func(Configuration) bool, before board) {
	step, _ := r.steps()
	for ctx.Err() == nil {
		var list []Candidate
		for _, best := range append(r.ranked(r.board), r.exact(r.board)...) {
			if takes(r.Configurations[best.Configuration]) {
				list = append(list, Candidate{best.Configuration, best.Gamma - step}, Candidate{best.Configuration, best.Gamma + step})
			}
		}
		if list, _ = r.affordable(r.unknown(list, before), before); len(list) == 0 {
			return
		}
		r.cut(r.batch(ctx, list, before))
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
