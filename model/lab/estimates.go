package lab

import (
	"fmt"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// A fit that may take longer than mostUnasked starts only on request. The table shows the estimated
// time of a fit if it is at least Noticed. Both apply only to methods that read all of K, because
// others are quick at any n.
const (
	mostUnasked = time.Minute
	Noticed     = time.Second
)

// estimates are used to predict the time of fits.
type estimates struct {
	Speed *sweep.Speed       // learned from runs
	work  map[string]float64 // operations of a fit at the present setting, for methods that read all of K
}

// Speed returns the speed that was learned from the runs so far.
func (b *Bench) Speed() *sweep.Speed { return b.estimates.Speed }

// FitTime estimates the time of a fit at the present setting for methods that read all of K, and
// returns 0 for others. known reports whether fits of the method have been timed.
func (s *State) FitTime(method string) (took time.Duration, known bool) {
	if s.estimates.work[method] == 0 {
		return 0, false
	}
	return s.estimates.Speed.Time(sweep.Kind{Stage: sweep.StageFit, Method: method}, s.estimates.work[method])
}

// estimateFits estimates the times of fits, for methods that read all of K, at the present setting. A
// note names each selected method that now starts only on request.
func (b *Bench) estimateFits() {
	b.setting.Fits, b.estimates.work = map[string]time.Duration{}, map[string]float64{}
	spec, d := b.setting.Runnable(), b.setting.Store.Source().Dims()
	for _, method := range b.methods {
		f, err := fitter(method, spec.Values)
		if err != nil {
			panic(fmt.Sprintf("lab: an unchecked value: %v", err))
		}
		if b.setting.Unmet(method) != "" || !method.Quadratic(f) {
			continue
		}
		b.estimates.work[method.Name] = method.Work(f, spec.N, d)
		took, known := b.FitTime(method.Name)
		b.setting.Fits[method.Name] = took
		if b.setting.Waits(method.Name) && !b.outcome.setting.Waits(method.Name) && slices.Contains(spec.Methods, method.Name) {
			b.Info(fmt.Sprintf("%s waits: it reads all of K, which takes %s a run at n = %d; space in the table starts it", method.Name, sweep.DescribeTime(took, known), spec.N))
		}
	}
}

// Waits reports whether a method waits for a request because its fit would take long.
func (s Setting) Waits(name string) bool {
	return s.Fits[name] > mostUnasked && s.Spec.N > s.Demanded[name]
}

// Demand requests methods, if they are selected: they start up to the present n however long they take.
func (s *Setting) Demand(names ...string) {
	if s.Demanded == nil {
		s.Demanded = map[string]int{}
	}
	for _, name := range names {
		delete(s.Demanded, name)
		if slices.Contains(s.Spec.Methods, name) {
			s.Demanded[name] = s.Spec.N
		}
	}
}

// toggle selects or deselects a method, and starts one that waits.
func (s *Setting) toggle(method model.Method) {
	at := slices.Index(s.Spec.Methods, method.Name)
	switch {
	case at < 0:
		s.Spec.Methods = append(s.Spec.Methods, method.Name)
	case !s.Waits(method.Name):
		s.Spec.Methods = slices.Delete(s.Spec.Methods, at, at+1)
	}
	s.Demand(method.Name)
}
