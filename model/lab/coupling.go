package lab

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// free lets a parameter follow from nothing.
func (s *Setting) free(name model.Name) {
	s.Spec.With = slices.DeleteFunc(s.Spec.With, func(c sweep.Coupling) bool { return sweep.SameKnob(model.Name(c.Name), name) })
}

// Couple lets a parameter follow from others. A *sweep.SpecError says what is wrong
// with the formula, or with its value at the present setting.
func (b *Bench) Couple(name model.Name, formula string) error {
	s := b.setting.Clone()
	s.free(name)
	s.Spec.With = append(s.Spec.With, sweep.Coupling{Name: string(name), Formula: formula})
	s.Spec.Over = []sweep.Axis{b.Swept()}
	couplings, err := s.Spec.Couplings(sweep.Parameters(b.methods))
	if err != nil {
		return err
	}
	if _, err := b.applied(s, couplings); err != nil {
		return err
	}
	b.Change(func(now *Setting) { now.Spec.With = s.Spec.With })
	return nil
}

// follow gives the coupled parameters their values at the present setting, which is
// where knobs are read. Those that can't be known before the data have been seen stay;
// if a formula has no value, the sweep is refused and says so.
func (b *Bench) follow() {
	s := &b.setting
	if len(s.Spec.With) == 0 {
		return
	}
	couplings, err := s.Spec.Couplings(sweep.Parameters(b.methods))
	if err != nil {
		return
	}
	if applied, err := b.applied(*s, couplings); err == nil {
		s.Spec.Assignment = applied
	}
}

// applied is a setting's assignment with the values of the coupled parameters; as it is where
// the kernel's width is not known yet.
func (b *State) applied(s Setting, couplings *sweep.Couplings) (trial.Assignment, error) {
	q := trial.Question{Draw: trial.Draw{N: s.Spec.N}, Family: s.Family(), Distances: b.Widths(), Assignment: s.Spec.Assignment}
	applied, err := couplings.Apply(q, s.Store.Source().Dims())
	if err != nil && math.IsNaN(q.Kernel().Gamma()) && q.Family.HasGamma() {
		return s.Spec.Assignment, nil
	}
	return applied, err
}

// fillCoupled writes the values of coupled parameters at a point of a grid, which are
// those of its cells.
func fillCoupled(values model.Values, with []sweep.Coupling, cells []trial.Setting) {
	for _, c := range with {
		for _, cell := range cells {
			if v, uses := cell.Params[model.Name(c.Name)]; uses {
				values[model.Name(c.Name)] = v
			}
		}
	}
}
