package tune

import (
	"context"
	"slices"
)

// finest is the level on which neighbouring γ and μ are one index apart.
const finest = 2

// refine scores γ and μ beside those of the best configuration until none of them is better, see [run.scales]. When there are none
// left, the distances of neighbouring γ and μ are halved.
func (r *run) refine(ctx context.Context, before board) {
	last := 1
	if r.OnAllRows(r.rung) {
		last = finest
	}
	for r.level = min(r.rung, 1); ctx.Err() == nil; {
		scales, _ := r.affordable(r.scales(), before)
		ridges := r.besideRidges(before)
		switch {
		case len(scales) > 0:
			r.batch(ctx, scales, before)
		case len(ridges) > 0:
			r.score(ctx, ridges) // what is cut off has a score at other ridges
		case r.level == last:
			return
		default:
			r.level++
		}
	}
}

// gammaStep and muStep return the present distances of neighbouring γ and μ, as numbers of indices.
func (r *run) gammaStep() int { return max(1, r.fine>>r.level) }
func (r *run) muStep() int    { return max(1, r.fineMu>>r.level) }

// scales returns the γ beside that of the best configuration that have no score yet, and its γ for those within one standard error of
// it. At the distances of the default list, the γ beside their own come for all configurations.
func (r *run) scales() (list []Candidate) {
	ranked := r.ranked(r.board)
	for i, at := range ranked {
		if i == 0 || r.level == 0 {
			for _, gamma := range around(at.Gamma, r.gammaStep(), r.lossesOf(at.Configuration), len(r.Gammas)) {
				list = append(list, Candidate{at.Configuration, gamma})
			}
		}
		if at.close {
			list = append(list, Candidate{at.Configuration, ranked[0].Gamma})
		}
	}
	return slices.DeleteFunc(list, func(c Candidate) bool { _, known := r.board[c]; return known })
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
