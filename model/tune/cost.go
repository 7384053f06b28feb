package tune

import "gramscope/model/trial"

// affordable divides candidates, in their order, into those that seem to fit into the time left, and the others.
// before is the board of the rung before, nil on the first rung.
func (r *run) affordable(list []Candidate, before board) (fit, others []Candidate) {
	left, limited := r.left()
	if !limited {
		return list, nil
	}
	seconds := left.Seconds() * float64(r.workers)
	for _, c := range list {
		if need := r.forecast(c, before); need <= seconds {
			seconds -= need
			fit = append(fit, c)
		} else {
			others = append(others, c)
		}
	}
	return fit, others
}

// forecast returns the seconds that all folds of a candidate take: 0 if it shares a fit of this rung, or else the
// operations at the rate of its configuration or of its method on this rung, of its configuration on the rung before, or of
// all.
func (r *run) forecast(c Candidate, before board) float64 {
	if len(r.outcomes[r.key(c)]) == len(r.folds) {
		return 0
	}
	return r.forecastAt(c, len(r.ridges(c, before)), before)
}

// forecastAt is forecast for fits at a number of ridges.
func (r *run) forecastAt(c Candidate, ridges int, before board) float64 {
	at, operations := r.Configurations[c.Configuration], r.costOf(r.rung, c, ridges)
	own := func(d Candidate) bool { return d.Configuration == c.Configuration }
	same := func(d Candidate) bool { return r.Configurations[d.Configuration].Method == at.Method }
	for _, takes := range []func(Candidate) bool{own, same} {
		if rate, ok := r.rate(r.board, r.rung, takes); ok {
			return operations * rate
		}
	}
	rate, ok := r.rate(r.board, r.rung, func(Candidate) bool { return true })
	if best, known := before.bestOf(c.Configuration); known {
		pace := 1.0
		if ok {
			if expected, known := r.rate(before, r.rung-1, func(d Candidate) bool { return r.isScored(d.Configuration) }); known {
				pace = rate / expected
			}
		}
		return best.wall * operations / r.costOf(r.rung-1, c, len(best.Mus)) * pace
	}
	return operations * rate
}

// rate returns the seconds per operation of some candidates of a rung's board. ok is false if there are none.
func (r *run) rate(b board, rung int, takes func(Candidate) bool) (rate float64, ok bool) {
	took, operations := 0.0, 0.0
	for c, e := range b {
		if takes(c) && e.Failure == nil {
			took, operations = took+e.wall, operations+r.costOf(rung, c, len(e.Mus))
		}
	}
	return took / operations, operations > 0
}

// cost returns the operations of a candidate on a rung, at as many ridges as it is usually fitted to at first.
func (r *run) cost(rung int, c Candidate) float64 {
	ridges, at := windowRidges, r.Configurations[c.Configuration]
	switch {
	case rung == 0 && !r.ridgeDependent(at):
		ridges = (len(r.Mus)-r.coarseMu-1)/r.fineMu + 1
	case rung > 0 && (at.reference || r.ridgeDependent(at)):
		ridges = 1
	}
	return r.costOf(rung, c, min(ridges, len(r.Mus)))
}

// costOf is cost for a number of ridges. Operations are linear in it.
func (r *run) costOf(rung int, c Candidate, ridges int) float64 {
	key := [2]int{rung, c.Configuration}
	known, ok := r.costs[key]
	if !ok {
		at := r.Configurations[c.Configuration]
		known = [2]float64{r.operations(rung, at, 1), r.operations(rung, at, 2)}
		r.costs[key] = known
	}
	return float64(len(r.folds)) * (known[0] + float64(ridges-1)*(known[1]-known[0]))
}

// operations estimates the operations of the fits of a configuration on a rung at a number of ridges.
func (s *Search) operations(r int, c Configuration, ridges int) float64 {
	setting := s.With(s.valuesOn(r, c)).setting(c.method, 0, s.Mus[0])
	setting.Draw.N = s.Rungs[r].Rows
	if s.ridgeDependent(c) {
		return float64(ridges) * s.checked.Cost(setting, 1)
	}
	return s.checked.Cost(setting, ridges)
}

// ridgeDependent reports whether each μ takes a fit of its own.
func (s *Search) ridgeDependent(c Configuration) bool {
	key := func(mu float64) string { return s.With(c.Values).setting(c.method, 0, mu).FitKey() }
	return len(s.Mus) > 1 && (s.Learner != trial.LearnRidge || key(s.Mus[0]) != key(s.Mus[1]))
}
