package tune

import (
	"context"
	"slices"

	"gramscope/model"
)

// leadShare is the share of the time that is left of a rung which exact regression takes at most to be among the first.
const leadShare = 0.25

// next runs a later rung, for candidates that the rung before has chosen: two, without which a rung has no standing, and
// what is better than these, then what may compare with the best, see [run.alike], and the others after that.
// The second of these two is the cheapest: γ and μ are sought with the first one. Exact regression is not among
// these two if it would take much of the time: its forecast, from far fewer rows, may be wrong, and leave no time for any other.
// Where it was best they begin at its γ, to which that of an approximation tends with m.
func (r *run) next(ctx context.Context, kept []Candidate, before board) {
	kept = slices.DeleteFunc(kept, func(c Candidate) bool { return !r.runsOn(r.rung, r.Configurations[c.Configuration]) })
	lead, others := r.leading(kept, before)
	if dear := len(others) > 0 && others[0] == kept[0]; dear {
		for i := range lead {
			lead[i].Gamma = kept[0].Gamma
		}
	}
	first, last := r.levels()
	waiting := r.promote(ctx, lead, before)
	if len(waiting) == 0 && len(lead) > 0 {
		r.ascend(ctx, before, first)
		var alike []Candidate
		alike, others = r.alike(others, lead[0].Gamma)
		waiting = r.promote(ctx, alike, before)
		r.ascend(ctx, before, last)
	}
	r.miss(r.promote(ctx, slices.Concat(waiting, others), before))
	r.ascend(ctx, before, last)
	r.climb(ctx, func(c Configuration) bool { return !c.reference }, before)
}

// leading returns the candidates with which a later rung begins, and the others.
func (r *run) leading(kept []Candidate, before board) (lead, others []Candidate) {
	left, limited := r.left()
	second := -1
	for _, c := range kept {
		at := r.Configurations[c.Configuration]
		switch dear := limited && at.reference && r.forecast(c, before) > leadShare*left.Seconds()*float64(r.workers); {
		case len(lead) == 0 && !dear:
			lead = append(lead, c)
			continue
		case len(lead) > 0 && !dear && (second < 0 || r.cost(r.rung, c) < r.cost(r.rung, others[second])):
			second = len(others)
		}
		others = append(others, c)
	}
	if second >= 0 {
		lead, others = append(lead, others[second]), slices.Delete(others, second, second+1)
	}
	return lead, others
}

// alike moves candidates to γ that are as far from their own as the best γ is from the one with which the rung began. It divides them
// into those that may compare with the best, for other methods at its m where their own is smaller, and the others.
func (r *run) alike(list []Candidate, began int) (alike, others []Candidate) {
	ranked := r.ranked(r.board)
	if len(ranked) == 0 {
		return nil, list
	}
	best := r.Configurations[ranked[0].Configuration]
	m, seen := best.Values[model.BudgetName], map[string]bool{best.Method: true}
	for _, c := range list {
		c.Gamma = max(0, min(c.Gamma+ranked[0].Gamma-began, len(r.Gammas)-1))
		own := r.Configurations[c.Configuration]
		v, has := own.Values[model.BudgetName]
		if has && v < m {
			others = append(others, c)
			if c.Configuration = slices.IndexFunc(r.Configurations, func(o Configuration) bool {
				return o.Method == own.Method && o.Values[model.BudgetName] == m && differsOnly(own.Values, o.Values, model.BudgetName)
			}); c.Configuration < 0 {
				continue
			}
		}
		if !seen[own.Method] && len(seen) <= leading {
			seen[own.Method], alike = true, append(alike, c)
		} else if !has || v >= m {
			others = append(others, c)
		}
	}
	r.cheapestFirst(alike)
	return alike, others
}

// promote scores candidates of the rung before, as far as there is time for them. It returns the others.
func (r *run) promote(ctx context.Context, kept []Candidate, before board) []Candidate {
	r.level, _ = r.levels()
	for ctx.Err() == nil && len(kept) > 0 {
		fit, others := r.affordable(kept, before)
		if len(fit) == 0 {
			break
		}
		r.cut(r.batch(ctx, fit, before))
		kept = others // the times taken may show that they fit after all
	}
	return kept
}
