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
	finest       = 2 // the level on which neighbouring γ and μ are one index apart
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

// besideRidges returns the leading candidates with the μ on both sides of their best, as far as these are new and there
// seems to be time for them.
func (r *run) besideRidges(before board) []ask {
	return r.askRidges(r.leaders(), before, func(best Ranked) []int {
		losses := map[int]float64{}
		for _, mu := range best.Mus {
			losses[mu] = Mean(best.At(mu)).Mean
		}
		return around(best.Mu, r.muStep(), losses, len(r.Mus))
	})
}

// besideOtherScales is besideRidges for the next γ on both sides of the best of each leading configuration, where the loss is
// least at the last of their μ and, falling on at the same rate, would be below that of the best γ. The best μ changes
// with γ: one that is scored at those of another γ only may seem to be worse than it is.
func (r *run) besideOtherScales(before board) []ask {
	var list []Ranked
	next := map[Candidate]int{}
	for _, best := range r.leaders() {
		below, above := -1, len(r.Gammas)
		for gamma := range r.lossesOf(best.Configuration) {
			if gamma < best.Gamma {
				below = max(below, gamma)
			} else if gamma > best.Gamma {
				above = min(above, gamma)
			}
		}
		for _, gamma := range []int{below, above} {
			e, known := r.board[Candidate{best.Configuration, gamma}]
			if mu, falls := e.fallsTo(best.Loss.Mean, r.muStep()); known && falls && mu >= 0 && mu < len(r.Mus) {
				list, next[e.Candidate] = append(list, Ranked{Scored: e}), mu
			}
		}
	}
	return r.askRidges(list, before, func(at Ranked) []int { return []int{next[at.Candidate]} })
}

// fallsTo returns the index a step beyond the last of a candidate's μ, on the side where its loss is least. falls is false
// if it is least elsewhere, or would not be below a given loss there if it went on along a line.
func (e Scored) fallsTo(below float64, step int) (mu int, falls bool) {
	best, loss := e.Best()
	i, last := slices.Index(e.Mus, best), len(e.Mus)-1
	if math.IsNaN(loss.Mean) || last < 1 || i > 0 && i < last {
		return 0, false
	}
	from, mu := e.Mus[1], best-step
	if i == last {
		from, mu = e.Mus[last-1], best+step
	}
	slope := (Mean(e.At(from)).Mean - loss.Mean) / math.Abs(float64(from-best))
	return mu, loss.Mean-slope*float64(step) < below
}

// askRidges returns candidates with the μ that a function chooses for each, as far as there seems to be time for them.
func (r *run) askRidges(list []Ranked, before board, choose func(Ranked) []int) (asks []ask) {
	left, limited := r.left()
	seconds := left.Seconds() * float64(r.workers)
	for _, at := range list {
		fresh := choose(at)
		if len(fresh) == 0 {
			continue
		}
		if seconds -= r.forecastAt(at.Candidate, len(fresh), before); limited && seconds < 0 {
			break
		}
		shared := r.key(at.Candidate)
		var with []ask
		for c := range r.board {
			if r.key(c) == shared {
				with = append(with, ask{c, fmt.Sprint(shared, " at ", fresh), fresh})
			}
		}
		slices.SortFunc(with, func(a, b ask) int { return cmp.Or(a.Configuration-b.Configuration, a.Gamma-b.Gamma) })
		asks = append(asks, with...)
	}
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
