package tune

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	finest     = 2 // level on which neighbouring γ and μ are one index apart
	windowSize = 3 // number of μ at which a candidate is fitted first where others show about which are good
)

// refine scores γ and μ on both sides of those of the best configuration until none of them is better. Then it halves the
// distances, which end at one index on all rows, and at two on a part of them.
func (r *run) refine(ctx context.Context) {
	last := finest - 1
	if r.OnAllRows(r.rung) {
		last = finest
	}
	for r.level = min(r.rung, 1); ctx.Err() == nil && r.level <= last; {
		if !r.score(ctx, r.beside()) {
			r.level++
		}
	}
	r.level = min(r.level, last)
}

// gammaStep and muStep return the present distances of neighbouring γ and μ, as numbers of indices.
func (r *run) gammaStep() int { return max(1, r.fineGamma>>r.level) }
func (r *run) muStep() int    { return max(1, r.fineMu>>r.level) }

// beside asks for γ and μ on both sides of those of the best configuration, and at its γ for those within one standard error
// of it and for exact regression: the comparison with this is not to depend on earlier γ. At the distances of the default
// list, the γ on both sides of their own come for all configurations.
func (r *run) beside() (asks []ask) {
	ranked := r.ranked(r.rung, r.board)
	if len(ranked) == 0 {
		return nil
	}
	best := ranked[0]
	for i, at := range ranked {
		c := at.Configuration
		if i == 0 {
			asks = append(asks, ask{candidate{c, at.Gamma}, window(at.Mu, r.muStep(), len(r.Mus))})
		}
		if i == 0 || r.level == 0 {
			for _, gamma := range window(at.Gamma, r.gammaStep(), len(r.Gammas)) {
				if gamma != at.Gamma {
					asks = append(asks, ask{candidate: candidate{c, gamma}})
				}
			}
		}
		if at.Gamma != best.Gamma && (at.close || r.Configurations[c].isExact()) {
			asks = append(asks, ask{candidate: candidate{c, best.Gamma}})
		}
	}
	for _, exact := range r.exact(r.rung, r.board) {
		asks = append(asks, ask{candidate: candidate{exact.Configuration, best.Gamma}})
	}
	return slices.DeleteFunc(asks, func(a ask) bool { // of a γ that was tried, μ alone are refined
		return a.mus == nil && r.tried(a.candidate)
	})
}

// tried reports whether a candidate was asked for on the rung.
func (r *run) tried(c candidate) bool {
	for mu := range r.Mus {
		if r.seen[Cell{r.fitted[r.rung][c.Configuration], c.Gamma, mu}] {
			return true
		}
	}
	return false
}

// window returns an index in [0, count) and those at a distance from it, as far as there are any.
func window(at, step, count int) (list []int) {
	for _, i := range []int{at - step, at, at + step} {
		if i >= 0 && i < count {
			list = append(list, i)
		}
	}
	return list
}

// coarseMus are the μ of the list with which the search begins.
func (s *Search) coarseMus() (list []int) {
	for mu := s.coarseMu; mu < len(s.Mus); mu += s.fineMu {
		list = append(list, mu)
	}
	return list
}

// ridges returns the μ at which a candidate is fitted first. On the first rung they are all of the coarse list. For exact
// regression, and where each μ takes a fit of its own, they are three around the best so far, and on later rungs that alone.
func (r *run) ridges(c candidate) []int {
	coarse, at := r.coarseMus(), r.Configurations[c.Configuration]
	dear := at.isExact() || at.dear
	near, ok := r.nearest(c)
	switch {
	case !ok || len(coarse) <= windowSize || r.rung == 0 && r.level == 0 && !dear:
		return coarse
	case r.rung > 0 && dear:
		return []int{near.Mu}
	}
	return window(near.Mu, r.muStep(), len(r.Mus))
}

// nearest returns the score that shows which μ are likely to be good for a candidate: the best of its configuration at the
// nearest γ, or that on the rung before, or the best of all. ok is false if there is none.
func (r *run) nearest(c candidate) (near Score, ok bool) {
	away, best := math.MaxInt, math.NaN()
	for _, s := range r.board[c.Configuration] {
		distance := max(s.Gamma-c.Gamma, c.Gamma-s.Gamma)
		if s.Failure == nil && (distance < away || distance == away && cmp.Less(s.Loss.Mean, best)) {
			near, ok, away, best = s, true, distance, s.Loss.Mean
		}
	}
	if ok {
		return near, true
	}
	if r.rung > 0 {
		if near, ok = Least(r.before[r.fitted[r.rung-1][c.Configuration]]); ok {
			return near, true
		}
	}
	if ranked := r.ranked(r.rung, r.board); len(ranked) > 0 {
		return ranked[0].Score, true
	}
	return near, false
}
