package tune

import (
	"cmp"
	"slices"
)

// negligible is a difference between losses, relative to the least, that does not justify a dearer configuration.
// Those that hardly differ in any fold, as exact regression and an approximation of full rank, have paired
// differences with a standard error near 0.
const negligible = 1e-3

// mostGiven is the difference, relative to the least loss, above which no saving justifies a cheaper configuration, even
// where a few noisy folds give a large standard error.
const mostGiven = 2e-3

// difference returns the mean of a − b over folds that both have, with its standard error. The folds' losses have
// much in common, so that this error is far smaller than those of the two losses.
func difference(a, b []float64) Estimate {
	var d []float64
	for i := range min(len(a), len(b)) {
		d = append(d, a[i]-b[i])
	}
	return Mean(d)
}

// Nearness says which losses are near the least one: within their standard error above it, but at least 0.1 % of it and at
// most 0.2 %.
const Nearness = "one standard error, from 0.1 to 0.2 %,"

// Ranked is a configuration at its best γ and μ on a rung.
type Ranked struct {
	Scored
	Mu         int
	Loss, Gain Estimate
	Above      Estimate // the loss less the least one, paired; its error is NaN for a single fold

	Near             bool    // within one standard error of the least loss, where that is 0.1 to 0.2 % of it, see [Nearness]
	ByTime, ByMemory bool    // on the Pareto fronts of loss over Operations, and over Stored
	AllSeconds       float64 // of a fit to all training rows, extrapolated from Seconds by Operations

	operations float64
	stored     int64
	close      bool // within one standard error of the least loss, or within 0.1 %: it goes on before others
}

// partial reports whether a configuration can't be fitted to all rows: exact regression on more than ExactLimit.
func (s *Search) partial(c Configuration) bool { return c.reference && s.Spec.N > s.Spec.ExactLimit }

// exact returns exact regression's best candidate on a board, if it is partial and has a score.
func (s *Search) exact(b board) (list []Ranked) {
	for i, c := range s.Configurations {
		if r, ok := b.bestOf(i); ok && s.partial(c) {
			list = append(list, r)
		}
	}
	return list
}

// ranked returns the configurations of a board that have a score, each at its best γ, in the order of their loss.
// Partial ones are left out.
func (s *Search) ranked(b board) (list []Ranked) {
	for i, c := range s.Configurations {
		if r, ok := b.bestOf(i); ok && !s.partial(c) {
			r.operations, r.stored = c.Operations, c.Stored
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b Ranked) int { return cmp.Compare(a.Loss.Mean, b.Loss.Mean) })
	if len(list) == 0 {
		return nil
	}
	best := list[0]
	for i := range list {
		r := &list[i]
		r.Above = difference(r.At(r.Mu), best.At(best.Mu))
		r.close = i == 0 || r.Above.Mean <= max(r.Above.SE, negligible*best.Loss.Mean)
		r.Near = i == 0 || r.Above.Mean <= max(min(r.Above.SE, mostGiven*best.Loss.Mean), negligible*best.Loss.Mean)
	}
	markFronts(list)
	return list
}

// markFronts marks the configurations on the Pareto fronts of a list.
func markFronts(list []Ranked) {
	for i := range list {
		r := &list[i]
		r.ByTime, r.ByMemory = true, true
		for j, o := range list {
			if j == i || o.Loss.Mean > r.Loss.Mean {
				continue
			}
			ahead := o.Loss.Mean < r.Loss.Mean || j < i
			r.ByTime = r.ByTime && !(o.operations < r.operations || o.operations == r.operations && ahead)
			r.ByMemory = r.ByMemory && !(o.stored < r.stored || o.stored == r.stored && ahead)
		}
	}
}

// choose returns the indices of the least loss and, on all rows, of the cheapest configuration near it.
func choose(list []Ranked, onAllRows bool) (best, choice int) {
	for i, r := range list {
		if r.Loss.Mean < list[best].Loss.Mean {
			best = i
		}
	}
	choice = best
	for i, r := range list {
		c := list[choice]
		if onAllRows && r.Near && cmp.Or(cmp.Compare(r.operations, c.operations), cmp.Compare(r.stored, c.stored), cmp.Compare(r.Loss.Mean, c.Loss.Mean)) < 0 {
			choice = i
		}
	}
	return best, choice
}

// beaten reports whether a configuration is beaten by others of the list: by one that takes no more time and one
// that takes no more memory, each with a loss that is lower by more than two standard errors of the paired
// difference.
func beaten(r Ranked, list []Ranked) bool {
	byTime, byMemory := false, false
	for _, o := range list {
		if d := difference(r.At(r.Mu), o.At(o.Mu)); d.Mean > 2*d.SE {
			byTime = byTime || o.operations <= r.operations
			byMemory = byMemory || o.stored <= r.stored
		}
	}
	return byTime && byMemory
}
