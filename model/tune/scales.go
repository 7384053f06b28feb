package tune

import (
	"maps"
	"slices"
)

// scales returns the γ beside the best for the configuration with the least loss, on the first level of the first rung for those
// of all leading methods, and its γ for these.
func (r *run) scales(before board) (list []Candidate) {
	step, leaders := r.gammaStep(), r.leaders()
	for i, best := range leaders {
		if i == 0 || r.rung == 0 && r.level == 0 {
			for _, gamma := range r.scalesAround(best, step, before) {
				list = append(list, Candidate{best.Configuration, gamma})
			}
		}
		list = append(list, Candidate{best.Configuration, leaders[0].Gamma})
	}
	return r.unknown(list, before)
}

// scalesAround is around for γ. On the first level of a later rung the γ above comes first: with more rows and with larger m the
// best one is larger. It may be much larger where the loss begins to fall, so that from the best γ of fewer rows the steps are doubled as long
// as they are better, up to that of the default list. A configuration that begins at what another one has found has no γ below that.
func (r *run) scalesAround(best Ranked, step int, before board) []int {
	losses := r.lossesOf(best.Configuration)
	if first, _ := r.levels(); r.rung > 0 && r.level == first {
		known := slices.Sorted(maps.Keys(losses))
		from, ok := before.bestOf(best.Configuration)
		found := !ok || known[0] > from.Gamma
		at := slices.Index(known, best.Gamma)
		switch most := len(r.Gammas) - 1 - best.Gamma; {
		case at == len(known)-1 && step <= most && (at == 0 || found):
			return []int{best.Gamma + step}
		case at == len(known)-1 && step <= most:
			return []int{best.Gamma + max(step, min(2*(best.Gamma-known[at-1]), r.fine, most))}
		case at == 0 && found:
			return nil
		}
	}
	return around(best.Gamma, step, losses, len(r.Gammas))
}

// lossesOf returns the losses of a configuration on this rung at the γ at which it was scored.
func (r *run) lossesOf(configuration int) map[int]float64 {
	losses := map[int]float64{}
	for c, e := range r.board {
		if c.Configuration == configuration {
			_, loss := e.Best()
			losses[c.Gamma] = loss.Mean
		}
	}
	return losses
}

// around returns the indices in [0, count) at a distance from the best one that may have a lower loss. Where it lies between
// others with known losses, that is the one towards the vertex of the parabola through these three, unless this is nearer to
// the best. As a parabola through distant points may be wrong, an index far from the best on one side gets company.
func around(best, step int, losses map[int]float64, count int) (list []int) {
	below, above := -1, count
	for i := range losses {
		if i < best {
			below = max(below, i)
		} else if i > best {
			above = min(above, i)
		}
	}
	if below < 0 || above == count {
		if best-step > below {
			list = append(list, best-step)
		}
		if best+step < above {
			list = append(list, best+step)
		}
		return list
	}
	lower, higher := losses[below]-losses[best], losses[above]-losses[best] // NaN where a fit failed
	left, right := float64(best-below), float64(above-best)
	vertex := (lower*right*right - higher*left*left) / (lower*right + higher*left) / 2
	switch {
	case vertex > float64(step)/2 && best+step < above:
		list = append(list, best+step)
	case vertex < -float64(step)/2 && best-step > below:
		list = append(list, best-step)
	case above-best >= 4*step:
		list = append(list, best+2*step)
	case best-below >= 4*step:
		list = append(list, best-2*step)
	}
	return list
}
