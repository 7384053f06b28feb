package tune

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gramscope/model"
)

// first runs the first rung: one configuration at γ of the whole range, one of each other method at the best of these, and all others.
func (r *run) first(ctx context.Context) {
	pilot := r.pilot()
	r.scale(ctx, pilot)
	r.cut(r.batch(ctx, r.representatives(pilot, r.bestGamma()), nil))
	r.refine(ctx, nil)
	r.cut(r.batch(ctx, r.others(r.bestGamma()), nil))
	r.refine(ctx, nil)
}

// cheapestFirst sorts candidates by their operations on the present rung.
func (r *run) cheapestFirst(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(r.cost(r.rung, a), r.cost(r.rung, b)), a.Configuration-b.Configuration, a.Gamma-b.Gamma)
	})
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

// scale scores a configuration at γ of the whole range, that of the median distance first. Where each ridge takes a fit of
// its own, the first shows which are good for the others, and what lies beyond a γ that is clearly worse is left out.
func (r *run) scale(ctx context.Context, pilot int) {
	middle, step := (len(r.Gammas)-1)/2, r.fine
	var list []Candidate
	for gamma := middle % step; gamma < len(r.Gammas); gamma += step {
		list = append(list, Candidate{pilot, gamma})
	}
	distance := func(c Candidate) int { return max(c.Gamma-middle, middle-c.Gamma) }
	slices.SortStableFunc(list, func(a, b Candidate) int { return cmp.Compare(distance(a), distance(b)) })
	if !r.ridgeDependent(r.Configurations[pilot]) {
		r.cut(r.batch(ctx, list, nil))
		return
	}
	for len(list) > 0 && ctx.Err() == nil {
		count := 1
		for count < len(list) && distance(list[count]) == distance(list[0]) {
			count++
		}
		r.cut(r.batch(ctx, list[:count], nil))
		list = slices.DeleteFunc(list[count:], func(c Candidate) bool {
			return slices.ContainsFunc(list[:count], func(inner Candidate) bool {
				return (inner.Gamma-middle)*(c.Gamma-middle) > 0 && !r.board.mayBeBest(inner)
			})
		})
	}
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
