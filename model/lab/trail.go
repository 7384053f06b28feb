package lab

import (
	"math"

	"gramscope/model"
)

// TrailLength is the maximum number of values in a trail, including the present one.
const TrailLength = 8

// trail has the errors at the previous values of the knob that was turned last.
type trail struct {
	knob   model.Name           // "" if the last change was of several knobs
	errors []map[string]float64 // by method, the latest last
}

// Trail returns the knob that was turned last, "" if there is none, and a method's errors at its last values. The last
// error is the one at the present value, if it is known. Values at which nothing was computed are left out.
func (s *State) Trail(method string) (knob model.Name, errors []float64) {
	for _, at := range s.trail.errors {
		if v, ok := at[method]; ok {
			errors = append(errors, v)
		}
	}
	if v, _ := Mean(s.outcome.now[method], Column("error")); s.trail.knob != "" && !math.IsNaN(v) {
		errors = append(errors, v)
	}
	return s.trail.knob, errors
}

// extendTrail adds the errors at the previous setting to the trail. If another knob was turned it starts a new trail.
func (b *Bench) extendTrail(from, to Setting) {
	knob, other := moved(from, to)
	switch {
	case other:
		b.trail = trail{}
		return
	case knob == "":
		return
	case knob != b.trail.knob:
		b.trail = trail{knob: knob}
	}
	errors := map[string]float64{}
	for method, rows := range b.outcome.now {
		if v, _ := Mean(rows, Column("error")); !math.IsNaN(v) {
			errors[method] = v
		}
	}
	if len(errors) == 0 || b.stale { // if stale, the outcome is that of an earlier setting
		return
	}
	b.trail.errors = append(b.trail.errors, errors)
	b.trail.errors = b.trail.errors[max(0, len(b.trail.errors)-TrailLength+1):]
}

// moved returns the knob in which two settings differ, "" if there is not exactly one. other reports whether the data
// or several knobs differ.
func moved(from, to Setting) (knob model.Name, other bool) {
	var list []model.Name
	if from.Spec.N != to.Spec.N {
		list = append(list, model.TrainRowsName)
	}
	if from.Spec.Seed != to.Spec.Seed {
		list = append(list, "seed")
	}
	if from.Spec.Kernel != to.Spec.Kernel {
		list = append(list, "kernel")
	}
	if from.Spec.Width != to.Spec.Width {
		name, _, ok := to.Spec.Width.Number()
		if !ok {
			name = model.GammaName
		}
		list = append(list, name)
	}
	names := map[model.Name]bool{}
	for name := range from.Spec.Values {
		names[name] = true
	}
	for name := range to.Spec.Values {
		names[name] = true
	}
	for name := range names {
		was, before := from.Spec.Values[name]
		is, now := to.Spec.Values[name]
		if was != is || before != now {
			list = append(list, name)
		}
	}
	switch {
	case from.Store != to.Store || len(list) > 1:
		return "", true
	case len(list) == 0:
		return "", false
	}
	return list[0], false
}
