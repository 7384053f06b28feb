package lab

import (
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// UsualTest returns the default share of test rows. It is 0 without a target.
func UsualTest(source data.Source) float64 {
	if source.HasTarget() {
		return 0.2
	}
	return 0
}

// Take changes the data. The kernel's width again follows from them by the rule.
func (s *Setting) Take(source data.Source) {
	s.Store = sweep.NewStore(source)
	if sweep.CheckMatrix(s.Family(), source) != nil {
		s.Spec.Kernel = kernelsFor(source)[0]
	}
	s.Spec.Scale = trial.Scale{Standardize: !source.Raw()}
	if !s.OwnTest {
		s.Spec.Test = UsualTest(source)
	}
	s.Spec.N = s.Rows
	if s.Rows == 0 {
		s.Spec.N = sweep.UsualRows(source.Rows(), s.Spec.Test, sweep.DefaultRows)
	}
	s.Spec.Width = s.Spec.Width.Unset()
	if model.IsWidth(s.Axis.Name) {
		s.Axis.Values = nil
	}
}

// Preset sets the data, and all knobs to the values of a spec. If the spec sweeps no
// parameter the swept parameter does not change.
func (s *Setting) Preset(source data.Source, spec sweep.Spec) {
	if _, file := source.(*data.File); file || !BuiltInSet(s.Store.Source(), source.Name()) {
		s.Store = sweep.NewStore(source)
	}
	s.Spec = spec.Clone()
	if len(spec.Over) > 0 {
		s.Axis = s.Spec.Over[0]
	}
	s.Spec.Over, s.Spec.Figures, s.Rows = nil, nil, 0
	if s.Spec.N != sweep.UsualRows(source.Rows(), spec.Test, sweep.DefaultRows) {
		s.Rows = spec.N
	}
	s.OwnTest = spec.Test != UsualTest(source)
}

// BuiltInSet reports whether the source is the program's built-in data set with that name.
func BuiltInSet(source data.Source, name string) bool {
	_, file := source.(*data.File)
	return !file && source.Name() == name
}
