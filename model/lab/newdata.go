package lab

import (
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// UsualTest returns the default share of test rows: none without a
// target.
func UsualTest(source data.Source) float64 {
	if source.HasTarget() {
		return 0.2
	}
	return 0
}

// Take changes the data: the kernel's width comes from them again.
func (s *Setting) Take(source data.Source) {
	s.Store = sweep.NewStore(source)
	s.Spec.Standardize = !source.Raw()
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

// Preset sets all knobs as an experiment has them, on its data. Without a swept
// parameter the present one stays.
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

// BuiltInSet reports whether data are a set that comes with the program.
func BuiltInSet(source data.Source, name string) bool {
	_, file := source.(*data.File)
	return !file && source.Name() == name
}
