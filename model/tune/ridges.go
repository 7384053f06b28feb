package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

const (
	windowRidges = 3 // at which a candidate is fitted first where others show about which are good
	lowerDecades = 2 // of μ below the default list, which are tried where its end is best
)

// ridges returns the μ at which a candidate is fitted first. On the first rung they are all of the coarse list. For exact
// regression, and where each μ takes a fit of its own, they are three around the best of the nearest candidate. On later
// rungs they are three around the best of its configuration, or that one where each takes time of its own, at another γ
// with the next on one side.
func (r *run) ridges(c Candidate, before board) []int {
	var coarse []int
	for mu := r.coarseMu; mu < len(r.Mus); mu += r.fineMu {
		coarse = append(coarse, mu)
	}
	at := r.Configurations[c.Configuration]
	near, ok := before.bestOf(c.Configuration)
	here, scored := r.nearest(c)
	own := scored && here.Configuration == c.Configuration
	if own || scored && (!ok || here.Gamma == c.Gamma) {
		near, ok = here, true
	}
	switch {
	case !ok || len(coarse) <= windowRidges || r.rung == 0 && !(own && r.level > 0) && !r.ridgeDependent(at) && !at.reference:
		return coarse
	case near.Configuration != c.Configuration && r.rung == 0:
		return r.window(near.Mu, r.fineMu)
	case r.rung > 0 && (at.reference || r.ridgeDependent(at)):
		list := []int{near.Mu}
		if toward := near.Mu + cmp.Compare(c.Gamma, near.Gamma)*r.muStep(); toward != near.Mu && toward >= 0 && toward < len(r.Mus) {
			list = append(list, toward) // a narrower kernel mostly needs more of a ridge
		}
		slices.Sort(list)
		return list
	}
	return r.window(near.Mu, r.muStep())
}

// window returns a μ and its neighbours at a distance, as far as there are any.
func (r *run) window(mu, step int) (list []int) {
	for _, at := range []int{mu - step, mu, mu + step} {
		if at >= 0 && at < len(r.Mus) {
			list = append(list, at)
		}
	}
	return list
}

// besideRidges returns the best candidate, with those that share its fits, at the μ on both sides of its best, as far as these are new
// and there seems to be time for them.
func (r *run) besideRidges(before board) (asks []ask) {
	ranked := r.ranked(r.board)
	if len(ranked) == 0 {
		return nil
	}
	best, losses := ranked[0], map[int]float64{}
	for _, mu := range best.Mus {
		losses[mu] = Mean(best.At(mu)).Mean
	}
	fresh := around(best.Mu, r.muStep(), losses, len(r.Mus))
	if left, limited := r.left(); len(fresh) == 0 || limited && r.forecastAt(best.Candidate, len(fresh), before) > left.Seconds()*float64(r.workers) {
		return nil
	}
	shared := r.key(best.Candidate)
	for c := range r.board {
		if r.key(c) == shared {
			asks = append(asks, ask{c, fmt.Sprint(shared, " at ", fresh), fresh})
		}
	}
	slices.SortFunc(asks, func(a, b ask) int { return cmp.Or(a.Configuration-b.Configuration, a.Gamma-b.Gamma) })
	return asks
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
