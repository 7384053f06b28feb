package ui

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// setting is one position of all knobs, and the data.
type setting struct {
	store *sweep.Store
	spec  sweep.Spec // without Over; Methods are those that are ticked, Values as set
	axis  sweep.Axis // the swept parameter
	rows  int        // the n that was set, 0 for the default

	ownTest bool // the share of test rows was set

	fits     map[string]time.Duration // about what one takes of methods that read all of K; read only
	demanded map[string]int           // the n up to which such a method was asked for

	figure string // what the first chart showed, where the change that followed chose something else
}

func (s setting) clone() setting {
	s.spec = s.spec.Clone()
	s.axis.Values = slices.Clone(s.axis.Values)
	s.demanded = maps.Clone(s.demanded)
	return s
}

// widths are the median and the mean pairwise distance; known from the first
// computation on.
type widths struct {
	known        bool
	median, mean float64
}

// widthsKey is what the distances depend on, within one data source.
type widthsKey struct {
	n           int
	seed        uint64
	standardize bool
	geometry    model.Geometry
}

func (s setting) widthsKey() widthsKey {
	geometry := s.family().Geometry
	if geometry == model.InnerProduct {
		geometry = model.SquaredEuclidean
	}
	return widthsKey{s.spec.N, s.spec.Seed, s.spec.Standardize, geometry}
}

// family is the chosen kernel.
func (s setting) family() kernel.Family {
	f, known := kernel.Lookup(s.spec.Kernel)
	if !known {
		panic("ui: unknown kernel " + s.spec.Kernel)
	}
	return f
}

// gamma is the kernel's scale; NaN where it is not known yet or there is none.
func (s setting) gamma(w widths) float64 {
	if !s.family().HasParam("gamma") {
		return math.NaN()
	}
	if g, ok := s.spec.Values["gamma"]; ok {
		return g
	}
	return s.family().GammaOf(s.sigma(w))
}

// sigma is the same as a width.
func (s setting) sigma(w widths) float64 {
	if !s.family().HasParam("gamma") {
		return math.NaN()
	}
	if g, ok := s.spec.Values["gamma"]; ok {
		return s.family().SigmaOf(g)
	}
	if v, ok := s.spec.Values["sigma"]; ok {
		return v
	}
	switch {
	case !w.known:
		return math.NaN()
	case s.spec.Width == "mean":
		return w.mean
	}
	return w.median
}

// value reads a parameter as it is used; NaN where it is not known yet.
func (s setting) value(p model.Param, w widths) float64 {
	switch p.Name {
	case "n":
		return float64(s.spec.N)
	case "seed":
		return float64(s.spec.Seed)
	case "kernel":
		return float64(slices.Index(p.Choices, s.spec.Kernel))
	case "gamma":
		return s.gamma(w)
	case "sigma":
		return s.sigma(w)
	}
	if _, ok := s.spec.Values[p.Name]; !ok && p.Name == "score-ridge" { // by default equal to μ
		return s.value(model.Ridge(nil), w)
	}
	return min(s.asked(p), s.most(p))
}

// asked is a parameter as it was set, which the data may not allow.
func (s setting) asked(p model.Param) float64 {
	if v, ok := s.spec.Values[p.Name]; ok {
		return v
	}
	return p.Default
}

// atMostRows lists the parameters that n bounds.
func atMostRows() []model.Param {
	return []model.Param{model.Budget(nil), model.TargetRank(nil), model.Clusters(nil)}
}

// most is the largest value of a parameter that the data allow.
func (s setting) most(p model.Param) float64 {
	rows := s.store.Source().Rows()
	switch {
	case p.Name == "n" && rows > 0:
		return float64(rows)
	case slices.ContainsFunc(atMostRows(), func(q model.Param) bool { return q.Name == p.Name }):
		return min(float64(s.spec.N), p.Max)
	}
	return p.Max
}

// runnable is the spec as it is run: with the values as they are used.
func (s setting) runnable() sweep.Spec {
	spec := s.spec.Clone()
	for _, p := range atMostRows() {
		if v := s.value(p, widths{}); v < s.asked(p) {
			spec.Values[p.Name] = v
		}
	}
	return spec
}

// set writes a parameter. v lies in its range.
func (s *setting) set(p model.Param, v float64) {
	switch p.Name {
	case "n":
		s.spec.N, s.rows = int(v), int(v)
	case "seed":
		s.spec.Seed = uint64(v)
	case "kernel":
		s.spec.Kernel = p.Choices[int(v)]
	case "gamma", "sigma":
		s.reset(p)
		s.spec.Values[p.Name] = v
	default:
		s.spec.Values[p.Name] = v
	}
}

// reset gives a parameter its default back.
func (s *setting) reset(p model.Param) {
	switch p.Name {
	case "n", "seed", "kernel":
		s.set(p, p.Default)
	case "gamma", "sigma":
		delete(s.spec.Values, "gamma")
		delete(s.spec.Values, "sigma")
	default:
		delete(s.spec.Values, p.Name)
	}
}

// clamp keeps n to the rows there are, and says what it and the values that n
// bounds come to where that is less than was set, unless it said so before.
func (s *setting) clamp(before setting) (notes []string) {
	if rows := s.store.Source().Rows(); rows > 0 && s.spec.N > rows {
		notes = append(notes, fmt.Sprintf("n clamped to %d, the rows of %s", rows, s.store.Source().Name()))
		s.spec.N = rows
	}
	for _, p := range atMostRows() {
		known := before.spec.N == s.spec.N && before.asked(p) == s.asked(p)
		if v := s.asked(p); v > float64(s.spec.N) && !known {
			notes = append(notes, fmt.Sprintf("%s clamped from %v to n = %d", p.Name, v, s.spec.N))
		}
	}
	return notes
}

// unmet says why the kernel or n does not suit a method, or "".
func (s setting) unmet(m model.Method) string {
	if _, notes := sweep.Applicable([]model.Method{m}, s.spec.Kernel, s.spec.N); len(notes) > 0 {
		return notes[0]
	}
	return ""
}

// classifies tells whether the target is learned as classes.
func (s setting) classifies() bool {
	if s.spec.Learner != "" {
		return s.spec.Learner != trial.LearnRidge
	}
	return s.store.Source().Classes() != nil
}

// active are the names of the ticked methods that can run, and do not wait.
func (s setting) active(methods []model.Method) []string {
	var names []string
	for _, m := range methods {
		if slices.Contains(s.spec.Methods, m.Name) && s.unmet(m) == "" && !s.waits(m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}

// uses reports whether the kernel or a method that runs has the parameter.
func (s setting) uses(methods []model.Method, name string) bool {
	switch name {
	case "n", "seed", "kernel", "set":
		return true
	case "mu":
		if s.store.Source().HasTarget() {
			return true
		}
	case "sigma":
		name = "gamma"
	}
	active := s.active(methods)
	return s.family().HasParam(name) || slices.ContainsFunc(methods, func(m model.Method) bool {
		return slices.Contains(active, m.Name) && m.Uses(name)
	})
}
