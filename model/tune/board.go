package tune

import (
	"cmp"
	"math"
	"slices"
)

// board has what is known of each candidate of a rung, at all ridges at which it was fitted.
type board map[Candidate]Scored

// add enters an event with all folds. A candidate that was fitted before keeps its losses at the other ridges, and
// Seconds and Bytes of its first fits.
func (b board) add(e Scored) {
	known, again := b[e.Candidate]
	if !again || known.Failure != nil {
		b[e.Candidate] = e
		return
	}
	merged := known
	merged.wall, merged.Partial = known.wall+e.wall, cmp.Or(known.Partial, e.Failure, e.Partial)
	merged.Warnings = addNew(slices.Clone(known.Warnings), e.Warnings)
	merged.Mus = slices.Concat(known.Mus, e.Mus)
	slices.Sort(merged.Mus)
	merged.Mus = slices.Compact(merged.Mus)
	merged.Losses, merged.Gains = nil, nil
	for fold := range known.Folds {
		var losses, gains []float64
		for _, mu := range merged.Mus {
			from := known
			if slices.Contains(e.Mus, mu) {
				from = e
			}
			at := slices.Index(from.Mus, mu)
			losses, gains = append(losses, from.Losses[fold][at]), append(gains, from.Gains[fold][at])
		}
		merged.Losses, merged.Gains = append(merged.Losses, losses), append(merged.Gains, gains)
	}
	b[e.Candidate] = merged
}

// bestOf returns a configuration at the γ with the least loss, of equal ones the smallest γ. ok is false if it has
// no score.
func (b board) bestOf(configuration int) (best Ranked, ok bool) {
	for _, e := range b {
		if e.Configuration != configuration || e.Failure != nil {
			continue
		}
		mu, loss := e.Best()
		if math.IsNaN(loss.Mean) || ok && cmp.Or(cmp.Compare(loss.Mean, best.Loss.Mean), cmp.Compare(e.Gamma, best.Gamma)) > 0 {
			continue
		}
		best, ok = Ranked{Scored: e, Mu: mu, Loss: loss, Gain: e.GainAt(mu)}, true
	}
	return best, ok
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
