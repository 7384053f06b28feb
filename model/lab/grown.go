package lab

import (
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// followedRows says how far files are that are followed.
type followedRows struct {
	rows int
	last time.Time
}

// Followed returns the number of rows so far of files that are followed, and when the last of them was written. ok is false
// if none are.
func (s *State) Followed() (rows int, last time.Time, ok bool) {
	if s.followed == nil {
		return 0, time.Time{}, false
	}
	return s.followed.rows, s.followed.last, true
}

// grow shows the rows that files have by now. Knobs keep their values, ticked methods stay so and new ones are ticked, and the
// swept parameter stays the same if the user has chosen it.
func (b *Bench) grow(g Grown) {
	was, ok := b.producer.(*recorded)
	if !ok {
		return
	}
	pointed, known, r := b.methods[b.pointed].Name, b.methods, g.results
	b.methods, b.markers = g.methods, g.markers
	b.pointed = max(0, b.MethodIndex(pointed))
	for _, m := range b.methods {
		isNew := !slices.ContainsFunc(known, func(k model.Method) bool { return k.Name == m.Name })
		if isNew && len(b.setting.Spec.Methods) < MostDrawn {
			b.setting.Spec.Methods = append(slices.Clone(b.setting.Spec.Methods), m.Name)
		}
	}
	r.b, r.turned, r.swept = b, was.turned, was.swept
	for i := range r.knobs {
		k := &r.knobs[i]
		if before := was.knob(k.Name); before != nil {
			k.at = max(0, slices.Index(k.Choices, before.Choices[before.at]))
		}
	}
	b.produceBy(r)
	b.setting.Store = sweep.NewStore(newRecordedSource(r.results))
	axis := b.setting.Axis.Name
	if !r.swept || r.knob(axis) == nil || r.knob(axis).numbers == nil {
		axis = r.axes()[0].Name
	}
	if axis != b.setting.Axis.Name {
		b.setting.Axis, b.previous = sweep.Axis{Name: axis}, nil
	}
	r.settle(axis)
	b.followed = &followedRows{g.Rows, g.Last}
	for _, text := range g.notes {
		b.InfoOnce(text)
	}
	b.stale = true
}
