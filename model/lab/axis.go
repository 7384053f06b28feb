package lab

import (
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Swept returns the swept parameter and its values: the setting's axis, or the one that the present screen has chosen.
func (s *State) Swept() sweep.Axis {
	switch over := s.need.Over; over {
	case "":
		return s.setting.Axis
	case s.screenAxis.Name:
		return s.screenAxis
	default:
		return sweep.Axis{Name: over}
	}
}

// AxisParam describes the swept parameter.
func (s *State) AxisParam() model.Param {
	name := s.Swept().Name
	p, ok := sweep.Parameter(sweep.Parameters(s.methods), name)
	if !ok {
		return model.Param{Name: name, Symbol: string(name)}
	}
	return p
}

func (b *Bench) setSwept(axis sweep.Axis) {
	if b.need.Over == "" {
		b.setting.Axis = axis
	} else {
		b.screenAxis = axis
	}
}

// sweepOver chooses the setting's swept parameter, and removes its formula if it has one.
func (b *Bench) sweepOver(name model.Name) {
	if p, ok := sweep.Parameter(sweep.Parameters(b.methods), name); ok {
		b.setting.free(name)
		b.setting.Axis = b.setting.GridFor(p, b.Widths(), sweep.Axis{})
	}
}

// fitAxis chooses the values of the swept parameter around the knob's value, unless a lesson fixes them.
func (b *Bench) fitAxis() {
	axis := b.Swept()
	p, ok := sweep.Parameter(sweep.Parameters(b.methods), axis.Name)
	switch {
	case !ok:
	case b.constrains(p):
		axis = b.constraint.Axis
		axis.Values = slices.Clone(axis.Values)
		b.setSwept(axis)
	default:
		b.setSwept(b.setting.GridFor(p, b.Widths(), axis))
	}
}

// constrains reports whether a lesson fixes the values of a swept parameter and the data allow these values.
func (b *Bench) constrains(p model.Param) bool {
	c := b.constraint
	return c != nil && c.Axis.Name == p.Name && BuiltInSet(b.setting.Store.Source(), c.Data) && slices.Max(c.Axis.Values) <= b.setting.most(p)
}
