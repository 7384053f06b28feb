package tune

import "time"

// rate is how long the fits of a configuration, of a method or of all have taken.
type rate struct{ seconds, operations float64 }

// left returns the time until the end of the rung, false if there is no limit. The rung with all rows has six times the
// time of each part.
func (r *run) left() (time.Duration, bool) {
	share := searchShare
	if r.Tests == 0 {
		share = aloneShare
	}
	return time.Duration(float64(r.Spec.Time)*share*r.share) - r.clock.now().Sub(r.begun), r.Spec.Time > 0
}

// learnRate notes how long a fit of one fold took.
func (r *run) learnRate(a ask, seconds float64) {
	c := r.Configurations[a.Configuration]
	operations := r.operations(r.rung, c, len(a.mus))
	for _, key := range []string{c.String(), c.Method, ""} {
		r.rates[key] = rate{r.rates[key].seconds + seconds, r.rates[key].operations + operations}
	}
}

// affordable divides what is asked for, in its order, into what seems to fit into the time left, and the rest.
func (r *run) affordable(asks []ask) (fit, rest []ask) {
	left, limited := r.left()
	if !limited {
		return asks, nil
	}
	seconds := left.Seconds() * float64(r.workers)
	for _, a := range asks {
		if need := r.forecast(a); need <= seconds {
			fit, seconds = append(fit, a), seconds-need
		} else {
			rest = append(rest, a)
		}
	}
	return fit, rest
}

// forecast returns the seconds that all folds of what is asked for take: its operations at the rate of its configuration,
// or else of its method, or of all.
func (r *run) forecast(a ask) float64 {
	c := r.Configurations[a.Configuration]
	for _, key := range []string{c.String(), c.Method, ""} {
		if known := r.rates[key]; known.operations > 0 {
			return float64(len(r.folds)) * r.operations(r.rung, c, len(a.mus)) * known.seconds / known.operations
		}
	}
	return 0
}

// operations estimates the operations of a fit of a configuration on a rung at a number of ridges.
func (s *Search) operations(rung int, c Configuration, ridges int) float64 {
	setting := s.setting(s.onRung(rung, c), 0, s.Mus[0])
	setting.Draw.N = s.Rungs[rung].Rows
	if c.dear {
		return float64(ridges) * s.checked.Cost(setting, 1)
	}
	return s.checked.Cost(setting, ridges)
}
