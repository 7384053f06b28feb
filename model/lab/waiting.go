package lab

import (
	"fmt"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// mostUnasked is how long a fit may take that starts by itself, and Noticed is from when on
// the table says how long one takes. Both are for methods that read all of K: the others
// are quick at any n.
const (
	mostUnasked = time.Minute
	Noticed     = time.Second
)

// estimateFits estimates the fits of methods that read all of K at the present setting. It
// tells of those ticked that wait from now on.
func (b *Bench) estimateFits() {
	b.Setting.Fits, b.fitWork = map[string]time.Duration{}, map[string]float64{}
	if b.Recorded != nil {
		return
	}
	spec, d := b.Setting.Runnable(), b.Setting.Store.Source().Dims()
	for _, method := range b.Methods {
		f := method.New()
		for _, p := range f.Params() {
			if v, ok := spec.Values[p.Name]; ok {
				if err := p.Set(v); err != nil {
					panic(fmt.Sprintf("ui: an unchecked value: %v", err))
				}
			}
		}
		if b.Setting.Unmet(method) != "" || !method.Quadratic(f) {
			continue
		}
		b.fitWork[method.Name] = method.Work(f, spec.N, d)
		took, known := b.FitTime(method.Name)
		b.Setting.Fits[method.Name] = took
		if b.Setting.Waits(method.Name) && !b.Out.Setting.Waits(method.Name) && slices.Contains(spec.Methods, method.Name) {
			b.Info(fmt.Sprintf("%s waits: it reads all of K, and takes %s a run at n = %d; space in the table starts it", method.Name, sweep.TellTime(took, known), spec.N))
		}
	}
}

// FitTime is how long a fit of a method that reads all of K takes at the present setting,
// by what is known now; 0 for others. Known where fits of it have been timed.
func (b *Bench) FitTime(name string) (took time.Duration, known bool) {
	if b.fitWork[name] == 0 {
		return 0, false
	}
	return b.Speed.Time(sweep.Kind{Stage: sweep.StageFit, Method: name}, b.fitWork[name])
}

// Waits tells whether a method is not started for the time that a fit would take,
// unless it is asked for.
func (s Setting) Waits(name string) bool {
	return s.Fits[name] > mostUnasked && s.Spec.N > s.Demanded[name]
}

// Demand has methods, if they are ticked, start at the present n whatever they take.
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

// toggle ticks a method, or leaves it out; one that waits is started.
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
