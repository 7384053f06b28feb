package lab

import (
	"gramscope/data"
	"gramscope/model/sweep"
)

// UsualTest is the share of test rows unless told otherwise: none without a
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
	delete(s.Spec.Values, "gamma")
	delete(s.Spec.Values, "sigma")
	if s.Axis.Name == "gamma" || s.Axis.Name == "sigma" {
		s.Axis.Values = nil
	}
}

// BuiltInSet tells whether data are a set that comes with the program.
func BuiltInSet(source data.Source, name string) bool {
	_, file := source.(*data.File)
	return !file && source.Name() == name
}
