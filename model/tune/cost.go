package tune

import (
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// rate is how long the fits of a configuration, of a method or of all have taken.
type rate struct{ seconds, operations float64 }

// left returns the time until the end of the rung, false if there is no limit. A rung has a share of the time, and all
// of it if it is the last, has no score yet, or if nothing that has one would fit into all that is left on the next.
func (r *run) left() (time.Duration, bool) {
	whole := time.Duration(float64(r.Spec.Time) * searchShare)
	left := whole - time.Since(r.begun)
	fits := func(a ask) bool {
		a.mus = r.ridges(r.rung+1, a.candidate)
		return r.forecast(r.rung+1, a) <= left.Seconds()*float64(r.workers)
	}
	if slices.ContainsFunc(r.promoted(), fits) {
		left -= whole - whole*time.Duration(r.rung+1)/time.Duration(len(r.Rungs)-1+lastShare)
	}
	return left, r.Spec.Time > 0
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
		may := len(fit) == 0 || len(r.board) > 0 || r.OnAllRows(r.rung) // on a rung without a score the first alone
		if need := r.forecast(r.rung, a); may && need <= seconds {
			fit, seconds = append(fit, a), seconds-need
		} else {
			rest = append(rest, a)
		}
	}
	return fit, rest
}

// forecast returns the seconds of all folds on a rung: operations at the rate of the configuration, of its method, or
// of all.
func (r *run) forecast(rung int, a ask) float64 {
	c := r.Configurations[a.Configuration]
	for _, key := range []string{c.String(), c.Method, ""} {
		if known := r.rates[key]; known.operations > 0 {
			return float64(len(r.folds)) * r.operations(rung, c, len(a.mus)) * known.seconds / known.operations
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

// CheckMemory returns a *model.MemoryError if the search with the given number of workers would need more memory
// than its spec allows. Prepare has checked each configuration for one worker.
func (s *Search) CheckMemory(workers int) error {
	for _, c := range s.Configurations {
		if err := s.checkConfiguration(c, workers); err != nil {
			return err
		}
	}
	return nil
}

// checkConfiguration checks a configuration, in the folds and in the fit to all rows, as far as it can be fitted to
// them.
func (s *Search) checkConfiguration(c Configuration, workers int) error {
	limit, at := s.checked.MemoryLimit(), s.setting(c, 0, s.Mus[0])
	if c.isExact() {
		at.Draw.N = min(at.Draw.N, s.Spec.ExactLimit)
	}
	return limit.Check(at, workers, func(at trial.Setting, workers int, onAll model.Memory) int64 {
		n := at.Draw.N
		points := n / s.Spec.Folds
		return max(searchMemory(limit, at, n-points, points, workers, limit.Method(at, n-points)),
			searchMemory(limit, at, n, int(limit.TestRows(at.Draw)), 1, onAll))
	})
}

// afford returns the function with which a running method checks memory that its estimate did not include.
func (s *Search) afford(rows, points, workers int) func(model.Memory) error {
	limit := s.checked.MemoryLimit()
	return limit.CheckLater(s.checked.Cells[0], workers, func(at trial.Setting, workers int, m model.Memory) int64 {
		return searchMemory(limit, at, rows, points, workers, m)
	})
}

// searchMemory returns the bytes that a search needs: all rows once, and for each worker the rows of its
// folds, raw and scaled, and a fit with its regression.
func searchMemory(l sweep.Limit, at trial.Setting, rows, points, workers int, m model.Memory) int64 {
	n, others, dims := int64(rows), int64(points), int64(l.Dims)
	shared := l.Table() + 8*(int64(at.Draw.N)+l.TestRows(at.Draw))*(dims+2)
	fit := l.Fit(at, n, others, sweep.Streamed(at, m, model.DefaultFactorLimit(rows)))
	each := 8*(3*n*dims+others*dims) + fit + sweep.Packed(n, m)
	return model.ProcessMemory(shared + max(int64(workers)*each, kernel.WidthMemory(rows)))
}
