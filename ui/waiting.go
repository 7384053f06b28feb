package ui

import (
	"fmt"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// live is how long a fit may take that starts by itself, and noticed is from when on
// the table says how long one takes. Both are for methods that read all of K: the others
// are quick at any n.
const (
	live    = time.Minute
	noticed = time.Second
)

// weigh estimates the fits of methods that read all of K at the present setting. It
// tells of those ticked that wait from now on.
func (b *bench) weigh() {
	b.setting.fits = map[string]time.Duration{}
	if b.recorded != nil {
		return
	}
	spec, d := b.setting.runnable(), b.setting.store.Source().Dims()
	for _, method := range b.methods {
		f := method.New()
		for _, p := range f.Params() {
			if v, ok := spec.Values[p.Name]; ok {
				if err := p.Set(v); err != nil {
					panic(fmt.Sprintf("ui: an unchecked value: %v", err))
				}
			}
		}
		if b.setting.unmet(method) != "" || !method.Quadratic(f) {
			continue
		}
		b.setting.fits[method.Name] = b.speed.Time(sweep.Kind{Stage: sweep.StageFit, Method: method.Name}, method.Work(f, spec.N, d))
		if b.setting.waits(method.Name) && !b.out.setting.waits(method.Name) && slices.Contains(spec.Methods, method.Name) {
			b.tell(fmt.Sprintf("%s waits: it reads all of K, and takes about %s a run at n = %d; space in the table starts it", method.Name, sweep.RoughTime(b.setting.fits[method.Name]), spec.N))
		}
	}
}

// waits tells whether a method is not started for the time that a fit would take,
// unless it is asked for.
func (s setting) waits(name string) bool { return s.fits[name] > live && s.spec.N > s.demanded[name] }

// costOf says in w cells that a method reads all of K, how long a fit takes, and
// whether it waits; "" where that is nothing to speak of.
func (m *explorer) costOf(name string, w int) string {
	took := m.setting.fits[name]
	switch about := sweep.RoughTime(took); {
	case took < noticed:
		return ""
	case m.setting.waits(name):
		return m.look.Longest(w, "reads all of K: about "+about+" a run; space starts it", "about "+about+"; space starts it", "space starts it", "waits")
	default:
		return m.look.Longest(w, "reads all of K: about "+about+" a run", "all of K, "+about)
	}
}

// demand has methods, if they are ticked, start at the present n whatever they take.
func (s *setting) demand(names ...string) {
	if s.demanded == nil {
		s.demanded = map[string]int{}
	}
	for _, name := range names {
		delete(s.demanded, name)
		if slices.Contains(s.spec.Methods, name) {
			s.demanded[name] = s.spec.N
		}
	}
}

// toggle ticks a method, or leaves it out; one that waits is started.
func (s *setting) toggle(method model.Method) {
	at := slices.Index(s.spec.Methods, method.Name)
	switch {
	case at < 0:
		s.spec.Methods = append(s.spec.Methods, method.Name)
	case !s.waits(method.Name):
		s.spec.Methods = slices.Delete(s.spec.Methods, at, at+1)
	}
	s.demand(method.Name)
}
