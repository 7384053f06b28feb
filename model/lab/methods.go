package lab

import (
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// MethodIndex returns the index of the method with that name, or −1.
func (s *State) MethodIndex(name string) int {
	return slices.IndexFunc(s.Methods, func(x model.Method) bool { return x.Name == name })
}

// Marker returns the number of a method's marker and colour. It is the method's place among all
// methods of the program, even if the bench has only some of them.
func (s *State) Marker(method int) int { return s.markers[method] }

// markersOf returns the numbers of the markers of all methods. The methods that most charts show have the first
// numbers, whose markers are plain; the others follow in their order.
func markersOf(all []model.Method) []int {
	usual := append([]string{"best", "kmeans-nystrom"}, sweep.DefaultSpec(0).Methods...)
	markers, next := make([]int, len(all)), 0
	for _, first := range []bool{true, false} {
		for i, m := range all {
			if slices.Contains(usual, m.Name) == first {
				markers[i] = next
				next++
			}
		}
	}
	return markers
}

// Usable returns the names of all methods that suit the present kernel and n.
func (s *State) Usable() []string {
	return model.NamesOf(s.Methods, func(m model.Method) bool { return s.Setting.Unmet(m) == "" })
}

// CurrentMethod returns the index of the method in charts of a single method: the one that the
// table points at if it runs, else the first that runs. It returns −1 if none runs.
func (s *State) CurrentMethod() int {
	active := s.Setting.Active(s.Methods)
	runs := func(x model.Method) bool { return slices.Contains(active, x.Name) }
	if runs(s.Methods[s.Pointed]) {
		return s.Pointed
	}
	return slices.IndexFunc(s.Methods, runs)
}

// CurrentName returns the name of the current method, "" if none runs.
func (s *State) CurrentName() string {
	if at := s.CurrentMethod(); at >= 0 {
		return s.Methods[at].Name
	}
	return ""
}

// Matters reports whether a parameter is a choice of the method that the table points at, or its fit depends on the
// parameter as the others are set.
func (s *State) Matters(name model.Name) bool {
	f, err := s.Methods[s.Pointed].With(s.Setting.Runnable().Values)
	return err == nil && slices.ContainsFunc(f.Params(), func(p model.Param) bool {
		return p.Name == name && (!p.Tacit || p.Choices != nil)
	})
}

// Point makes the table point at another method.
func (b *Bench) Point(at int) { b.Pointed = min(max(at, 0), len(b.Methods)-1) }

// ReadsAll reports whether a fit of a method reads all of K, and K is so large that this takes seconds or more.
func (s Setting) ReadsAll(m model.Method) bool {
	const large = 5000
	if s.Spec.N < large {
		return false
	}
	f, err := m.With(s.Runnable().Values)
	return err == nil && m.Quadratic(f)
}

// Unmet returns the reason why the kernel, n or the data do not suit a method, or "".
func (s Setting) Unmet(m model.Method) string {
	f, _ := m.With(s.Spec.Values) // the plan reports an error
	k, source := s.Family().Member(kernel.Values{model.GammaName: 1}).Function(), s.Store.Source()
	return m.Unmet(f, k, s.Spec.N, source.Dims(), source.Landmarks().Count())
}

// Active returns the names of the selected methods that can run.
func (s Setting) Active(methods []model.Method) []string { return model.Names(s.running(methods)) }

// running returns the selected methods that can run.
func (s Setting) running(methods []model.Method) []model.Method {
	return slices.DeleteFunc(slices.Clone(methods), func(m model.Method) bool {
		return !slices.Contains(s.Spec.Methods, m.Name) || s.Unmet(m) != ""
	})
}

// Uses reports whether the kernel or a method that runs has the parameter.
func (s Setting) Uses(methods []model.Method, name model.Name) bool {
	switch name {
	case "seed", "reps", "kernel", "set":
		return true
	}
	if _, ok := s.FeatureOf(name); ok {
		return true
	}
	ridge := s.Store.Source().HasTarget()
	return sweep.Consumers{Family: s.Family(), Methods: s.running(methods), Solver: s.Spec.Solver, Ridge: ridge}.Uses(name)
}
