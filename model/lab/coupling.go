package lab

import (
	"math"
	"slices"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// free lets a parameter follow from nothing.
func (s *Setting) free(name string) {
	s.Spec.With = slices.DeleteFunc(s.Spec.With, func(c sweep.Coupling) bool { return sweep.SameKnob(c.Name, name) })
}

// Couple lets a parameter follow from others. A *sweep.SpecError says what is wrong
// with the formula, or with its value at the present setting.
func (b *Bench) Couple(name, formula string) error {
	s := b.setting.Clone()
	s.free(name)
	s.Spec.With = append(s.Spec.With, sweep.Coupling{Name: name, Formula: formula})
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
// a formula without a value is told when the sweep refuses it.
func (b *Bench) follow() {
	s := &b.setting
	if len(s.Spec.With) == 0 {
		return
	}
	couplings, err := s.Spec.Couplings(sweep.Parameters(b.methods))
	if err != nil {
		return
	}
	if values, err := b.applied(*s, couplings); err == nil {
		s.Spec.Values = values
	}
}

// applied are a setting's values with those of the coupled parameters; as they are where
// the kernel's width is not known yet.
func (b *State) applied(s Setting, couplings *sweep.Couplings) (map[string]float64, error) {
	q := trial.Question{Draw: trial.Draw{N: s.Spec.N}, Family: s.Family(), Gamma: s.Gamma(b.Widths()), Values: s.Spec.Values}
	values, err := couplings.Apply(q, s.Store.Source().Dims())
	if err != nil && math.IsNaN(q.Gamma) && q.Family.HasGamma() {
		return s.Spec.Values, nil
	}
	return values, err
}

// fillCoupled writes the values of coupled parameters at a point of a grid, which are
// those of its cells.
func fillCoupled(values map[string]float64, with []sweep.Coupling, cells []trial.Setting) {
	for _, c := range with {
		for _, cell := range cells {
			if v, uses := cell.Params[c.Name]; uses {
				values[c.Name] = v
			}
		}
	}
}
