package tune

import (
	"context"
	"math"
	"slices"
)

const raceFolds = 2 // on which other γ and μ of a configuration are tried first

// race scores other γ and μ of configurations that have a score on the first folds, and gives up those that are clearly
// worse there than the best of their configuration. It returns what is still to be scored on all folds. It is for the rung
// with all rows, where a fit is dear; on a part all γ are needed, see [board.mayBeBest]. Of lists that the user gives, all
// is scored.
func (r *run) race(ctx context.Context, asks []ask) (rest []ask) {
	if !r.OnAllRows(r.rung) || len(r.folds) <= raceFolds || r.fine == 1 || r.fineMu == 1 {
		return asks
	}
	var runners []ask
	for _, a := range asks {
		if r.isScored(a.Configuration) {
			runners = append(runners, a)
		}
	}
	r.scoreOn(ctx, runners, raceFolds)
	for _, a := range asks {
		if len(r.outcomes[a.key]) != raceFolds || !r.isScored(a.Configuration) {
			rest = append(rest, a)
			continue
		}
		best, _ := r.board.bestOf(a.Configuration)
		e := r.scored(a.Candidate, a.mus, r.outcomes[a.key])
		if e.clearlyAbove(best) {
			r.board.add(e.completed(best))
		} else {
			rest = append(rest, a)
		}
	}
	return rest
}

// clearlyAbove reports whether the losses at all ridges are clearly above those of the best setting of the configuration on the
// same folds. It is false if a fit failed.
func (e Scored) clearlyAbove(best Ranked) bool {
	if e.Failure != nil || e.Partial != nil {
		return false
	}
	for _, mu := range e.Mus {
		if d := difference(e.At(mu), best.At(best.Mu)); !(d.Mean > max(closeBy*d.SE, negligible*best.Loss.Mean)) {
			return false
		}
	}
	return true
}

// completed returns the event with the losses that folds without a fit are expected to have: those of the best setting of the
// configuration, and the mean difference from these on the folds with one.
func (e Scored) completed(best Ranked) Scored {
	e.Losses = expected(e.Losses, best.At(best.Mu))
	for len(e.Gains) < len(e.Losses) {
		e.Gains = append(e.Gains, slices.Repeat([]float64{math.NaN()}, len(e.Mus)))
	}
	e.wall *= float64(len(e.Losses)) / float64(e.Folds) // of as many folds as others, for the forecasts
	e.Folds = len(e.Losses)
	return e
}

// expected returns the losses of the first folds, at some ridges, and those of other folds that differ as much in the mean
// from the losses of another setting.
func expected(known [][]float64, other []float64) [][]float64 {
	list := slices.Clone(known)
	for _, loss := range other[len(known):] {
		row := make([]float64, len(known[0]))
		for i := range row {
			row[i] = loss + difference(column(known, i), other).Mean
		}
		list = append(list, row)
	}
	return list
}
