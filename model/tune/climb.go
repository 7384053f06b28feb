package tune

import (
	"cmp"
	"context"
	"slices"

	"gramscope/model"
)

const (
	leading     = 3    // methods from whose best configurations the search ascends
	ascentShare = 0.75 // of the time that is left of the first rung, for the first ascent
	partShare   = 0.5  // likewise, for one configuration of each other method
)

// cheapestFirst sorts candidates by their operations on the present rung.
func (r *run) cheapestFirst(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(r.cost(r.rung, a), r.cost(r.rung, b)), a.Configuration-b.Configuration, a.Gamma-b.Gamma)
	})
}

// ascend scores the neighbours of the best configurations until none of them is better, see [run.neighbours]. When there are
// none left, the distances of neighbouring μ and γ are halved, up to a level.
func (r *run) ascend(ctx context.Context, before board, last int) {
	for r.level, _ = r.levels(); ctx.Err() == nil; {
		list, asks := r.neighbours(before)
		switch {
		case len(asks) > 0:
			r.score(ctx, asks) // what is cut off has a score at other ridges
		case len(list) > 0:
			if cut := r.batch(ctx, list, before); r.rung > 0 { // the first rung tries them again
				r.cut(cut)
			}
		case r.level >= last:
			return
		default:
			r.level++
		}
	}
}

// neighbours returns what an ascent scores next, as far as there seems to be time for it: new candidates, or those with a score
// at other ridges. On the first rung they are the next values of each parameter that is searched, then μ on both sides, there
// and at the neighbouring γ, and then γ. On later rungs γ and μ come first, at the m that went on, since they cost the less the smaller
// it is.
func (r *run) neighbours(before board) (list []Candidate, asks []ask) {
	parameters := func() {
		list, _ = r.affordable(r.beyond(before), before)
	}
	ridges := func() {
		if asks = r.besideRidges(before); len(asks) == 0 {
			asks = r.besideOtherScales(before)
		}
	}
	scales := func() { list, _ = r.affordable(r.scales(before), before) }
	order := []func(){parameters, ridges, scales}
	if r.rung > 0 {
		order = []func(){scales, ridges, parameters}
	}
	for _, next := range order {
		if next(); len(list)+len(asks) > 0 {
			break
		}
	}
	return list, asks
}

// levels returns how often the distances of neighbouring γ and μ are halved when a rung begins and when it ends.
func (r *run) levels() (first, last int) {
	if r.rung > 0 {
		first = 1
	}
	if !r.OnAllRows(r.rung) {
		return first, 1
	}
	return first, finest
}

// gammaStep and muStep return the present distances of neighbouring γ and μ, as numbers of indices.
func (r *run) gammaStep() int { return max(1, r.fine>>r.level) }
func (r *run) muStep() int    { return max(1, r.fineMu>>r.level) }

// beyond returns the configurations beside the best ones of the leading methods that have no score yet, on later rungs also
// larger m without one at the best γ, and exact regression, to which they tend, as far as they are not dearer than that.
func (r *run) beyond(before board) (list []Candidate) {
	for _, best := range r.leaders() {
		var beside []Candidate
		m := r.Configurations[best.Configuration].Values[model.BudgetName]
		for _, i := range r.beside(best.Configuration) {
			if !r.isScored(i) || r.rung > 0 && r.Configurations[i].Values[model.BudgetName] > m {
				beside = append(beside, Candidate{i, best.Gamma})
			}
		}
		for i, c := range r.Configurations {
			if c.reference && r.rung == 0 && !r.isScored(i) {
				beside = append(beside, Candidate{i, best.Gamma})
			}
		}
		r.cheapestFirst(beside)
		list = append(list, beside...)
	}
	list = slices.DeleteFunc(list, func(c Candidate) bool {
		return !r.runsOn(r.rung, r.Configurations[c.Configuration]) || r.dearerThanExact(c)
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

// unknown returns the candidates that have no score and may be the best of their configuration, see [board.mayBeBest]. With
// more rows any γ larger than the best of the rung before may be.
func (r *run) unknown(list []Candidate, before board) (open []Candidate) {
	for _, c := range list {
		if _, known := r.board[c]; known || c.Gamma < 0 || c.Gamma >= len(r.Gammas) || slices.Contains(open, c) {
			continue
		}
		if best, ok := before.bestOf(c.Configuration); ok && c.Gamma > best.Gamma || before.mayBeBest(c) {
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
	r.level, _ = r.levels()
	step := r.gammaStep()
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
