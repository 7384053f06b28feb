package lab

import (
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Setting is one position of all knobs, and the data.
type Setting struct {
	Store *sweep.Store
	Spec  sweep.Spec // without Over; Methods are the selected ones, and Values are as set
	Axis  sweep.Axis // the swept parameter
	Rows  int        // n as set, 0 for the default

	OwnTest bool // whether the share of test rows was set
}

// Clone returns a copy that shares only the data with s.
func (s Setting) Clone() Setting {
	s.Spec = s.Spec.Clone()
	s.Axis.Values = slices.Clone(s.Axis.Values)
	return s
}

// Distances returns the median and the mean distance of the rows, from which a width may follow, if they are known.
func (s Setting) Distances() kernel.Distances {
	return s.Store.Distances(s.Spec.Draw(), s.measured())
}

// Know makes the distances of the rows known, to all settings on the same rows.
func (s Setting) Know(found kernel.Distances) { s.Store.Know(s.Spec.Draw(), s.measured(), found) }

// measured returns the geometry of the distances.
func (s Setting) measured() model.Geometry {
	if by := s.Family().Geometry; by != model.InnerProduct {
		return by
	}
	return model.SquaredEuclidean
}

// Family returns the chosen kernel.
func (s Setting) Family() kernel.Family {
	f, known := kernel.Lookup(s.Spec.Kernel)
	if !known {
		panic("lab: unknown kernel " + s.Spec.Kernel)
	}
	return f
}

// Gamma returns the kernel's γ. It is NaN if it is not known yet or the kernel has none.
func (s Setting) Gamma() float64 {
	return s.Spec.Width.Gamma(s.Family(), s.Distances())
}

// Sigma returns the kernel's σ. It is NaN if it is not known yet or the kernel has none.
func (s Setting) Sigma() float64 {
	return s.Spec.Width.Sigma(s.Family(), s.Distances())
}

// Value returns a parameter as it is used, NaN if it is not known yet.
func (s Setting) Value(p model.Param) float64 {
	switch p.Name {
	case model.TrainRowsName:
		return float64(s.Spec.N)
	case "seed":
		return float64(s.Spec.Seed)
	case "reps":
		return float64(s.Spec.Reps)
	case "kernel":
		return float64(slices.Index(p.Choices, s.Spec.Kernel))
	case model.GammaName:
		return s.Gamma()
	case model.SigmaName:
		return s.Sigma()
	}
	if j, ok := s.FeatureOf(p.Name); ok {
		return s.Spec.Widths.Numbers()[j]
	}
	if _, ok := s.Spec.Values[p.Name]; !ok && p.Name == model.ScoreRidgeName { // by default equal to μ
		return s.Value(model.Ridge(nil))
	}
	return min(s.asked(p), s.most(p))
}

// asked returns a parameter as it was set. The value may be more than the data allow.
func (s Setting) asked(p model.Param) float64 { return s.Spec.Values.Of(p, p.Default) }

// atMostRows lists the parameters that n bounds.
func atMostRows() []model.Param {
	return []model.Param{model.Budget(nil), model.TargetRank(nil), model.Clusters(nil)}
}

// most returns the largest value of a parameter that the data allow.
func (s Setting) most(p model.Param) float64 {
	rows := s.Store.Source().Rows()
	switch {
	case p.Name == model.TrainRowsName && rows > 0:
		return float64(rows)
	case slices.ContainsFunc(atMostRows(), func(q model.Param) bool { return q.Name == p.Name }):
		return min(float64(s.Spec.N), p.Max)
	}
	return p.Max
}

// Runnable returns the spec with parameters as they are used.
func (s Setting) Runnable() sweep.Spec {
	spec := s.Spec.Clone()
	for _, p := range atMostRows() {
		if v := s.Value(p); v < s.asked(p) && s.Condition(p.Name).IsZero() {
			spec.Values[p.Name] = v
		}
	}
	return spec
}

// withGamma returns the spec with parameters as they are used and the width as γ. known is false if that follows from
// distances which are not known.
func (s Setting) withGamma() (spec sweep.Spec, known bool) {
	spec = s.Runnable()
	gamma := s.Gamma()
	if known = gamma > 0; known {
		spec.Width = spec.Width.WithGamma(gamma)
	}
	return spec, known || !s.Family().HasGamma()
}

// Set sets a parameter to v, which must be in its range, and removes its formula if it has one.
func (s *Setting) Set(p model.Param, v float64) {
	s.free(p.Name)
	switch p.Name {
	case model.TrainRowsName:
		s.Spec.N, s.Rows = int(v), int(v)
	case "seed":
		s.Spec.Seed = uint64(v)
	case "reps":
		s.Spec.Reps = int(v)
	case "kernel":
		s.Spec.Kernel = p.Choices[int(v)]
	default:
		if j, ok := s.FeatureOf(p.Name); ok {
			numbers := s.Spec.Widths.Numbers()
			numbers[j] = v
			s.Spec.Widths = kernel.WidthsOf(numbers)
			return
		}
		s.Spec.Assignment = s.Spec.Assignment.With(p.Name, v)
	}
}

// Reset sets a parameter to its default, and removes its formula if it has one.
func (s *Setting) Reset(p model.Param) {
	s.free(p.Name)
	switch p.Name {
	case model.TrainRowsName, "seed", "reps", "kernel":
		s.Set(p, p.Default)
	case model.GammaName, model.SigmaName:
		s.Spec.Width = s.Spec.Width.Unset()
	case model.BudgetName:
		s.Spec.Assignment = s.Spec.Conditional(trial.Condition{}) // without one, and without a value
	default:
		if _, ok := s.FeatureOf(p.Name); ok {
			s.Set(p, p.Default)
		}
		delete(s.Spec.Values, p.Name)
	}
}

// Clamp lowers n to the number of rows of the data, and takes the features' widths away if the kernel or the data can't
// have them. It returns notes about that, and about the parameters that are used with a lower value because of n. It
// omits those that were also lowered in before.
func (s *Setting) Clamp(before Setting) (notes []string) {
	if rows := s.Store.Source().Rows(); rows > 0 && s.Spec.N > rows {
		note := sweep.ClampNote(float64(s.Spec.N), s.Store.Source(), s.Spec.Test)
		notes = append(notes, remedy.Text(note, explorerWords()))
		s.Spec.N = rows
	}
	if err := s.Family().CheckWidths(s.Spec.Widths, s.Store.Source().Dims()); err != nil {
		s.JoinWidths()
		notes = append(notes, "the widths of the features were dropped: "+err.Error())
	}
	for _, p := range atMostRows() {
		known := before.Spec.N == s.Spec.N && before.asked(p) == s.asked(p)
		if v := s.asked(p); v > float64(s.Spec.N) && !known {
			notes = append(notes, fmt.Sprintf("%s clamped from %v to n = %d", p.Name, v, s.Spec.N))
		}
	}
	return notes
}

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

// Shown is the choice of the first chart of an experiment, by columns of the results. The zero value
// does not change the chart.
type Shown struct {
	Figures []string // candidates: the chart shows the first that is available, or else its present figure
	Over    string   // the x axis; if it is not available, or "", the swept parameter
}
