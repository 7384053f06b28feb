package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Check returns a *SpecError for mistakes that do not depend on the data: names that do not exist, numbers out of
// range, formulas that can't be parsed. It rounds the values of integer parameters, halves up, and moves n from the
// values to N. Prepare calls Check first, and flags, sessions and the explorer's knobs therefore have the same bounds.
// Check accepts an empty list of methods, and axes without values.
func (s *Spec) Check(methods []model.Method) error {
	params := Parameters(methods)
	_, badCoupling := Spec{With: s.With}.Couplings(params)
	return cmp.Or(s.checkMethods(methods), s.checkNames(), s.checkValues(params), s.checkAxes(params), badCoupling,
		s.checkNumbers())
}

func (s *Spec) checkMethods(methods []model.Method) error {
	names := model.Names(methods)
	for i, name := range s.Methods {
		switch known := slices.Contains(names, name); {
		case !known && name == trial.Exact:
			return &SpecError{trial.Exact + " is a method of tune and fit; a sweep compares the others with it",
				remedy.By("leave it out, and ask for its test error", "figures", "rmse_test_exact").Or(
					remedy.By("run gramscope fit", "method", trial.Exact))}
		case !known:
			return UnknownMethod(name, methods)
		case slices.Contains(s.Methods[:i], name):
			return &SpecError{fmt.Sprintf("method %s is named twice", name), remedy.Do("name each method once")}
		}
	}
	return nil
}

// checkNames checks the names of all choices except methods. "" stands for the default.
func (s *Spec) checkNames() error {
	if !slices.Contains(kernel.Names(), s.Kernel) {
		return unknown("kernel", s.Kernel, kernel.Names())
	}
	if s.Learner != "" && !slices.Contains(trial.Learners(), s.Learner) {
		return unknown("learner", s.Learner, trial.Learners())
	}
	if s.Solver != "" && !slices.Contains(trial.Solvers(), s.Solver) {
		return unknown("solver", s.Solver, trial.Solvers())
	}
	for _, f := range s.Figures {
		if all := AllFigures(); !all.Has(f) {
			return unknown("figure", string(f), all.Names())
		}
	}
	return nil
}

func (s *Spec) checkValues(params []model.Param) error {
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		param, ok := Parameter(params, name)
		switch {
		case !ok:
			return unknown("parameter", string(name), ParameterNames(params))
		case model.IsWidth(name):
			panic("sweep: " + string(name) + " must be set by the field Width, not as a value")
		}
		v, err := param.Check(s.Values[name])
		if err != nil {
			return &SpecError{err.Error(), remedy.Do("choose a value in the range")}
		}
		s.Values[name] = v
	}
	if n, ok := s.Values[model.TrainRowsName]; ok { // n belongs in the field N
		s.N = int(n)
		delete(s.Values, model.TrainRowsName)
	}
	err := s.Width.Check()
	switch outside := (*model.RangeError)(nil); {
	case err == nil:
		return nil
	case errors.As(err, &outside):
		return &SpecError{err.Error(), remedy.Do("choose a value in the range")}
	}
	return &SpecError{err.Error(), remedy.Do("give a number, median or mean")}
}

// checkAxes checks the axes, and replaces their values by copies that are rounded as parameters are, each once: the
// caller may share the slices.
func (s *Spec) checkAxes(params []model.Param) error {
	s.Over = slices.Clone(s.Over)
	for i, axis := range s.Over {
		param, ok := Parameter(params, axis.Name)
		if !ok {
			return unknown("parameter to sweep over", string(axis.Name), ParameterNames(params))
		}
		for _, before := range s.Over[:i] {
			switch {
			case before.Name == axis.Name:
				return &SpecError{fmt.Sprintf("%s is swept twice", axis.Name), remedy.Do("give one list for it")}
			case SameParameter(before.Name, axis.Name):
				return &SpecError{"gamma and sigma are both swept, and set the same width", remedy.Do("sweep one of them")}
			}
		}
		var values []float64
		for _, v := range axis.Values {
			v, err := param.Check(v)
			if err != nil {
				return &SpecError{err.Error(), remedy.Do("choose values in the range")}
			}
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		s.Over[i].Values = values
	}
	return nil
}

func (s *Spec) checkNumbers() error {
	for _, count := range []struct {
		name     string
		v        int64
		min, max int64
	}{
		{"reps", int64(s.Reps), 1, maxRuns},
		{"n", int64(s.N), 1, int64(model.TrainRows(nil).Max)},
		{"exact_limit", int64(s.ExactLimit), 1, math.MaxInt64},
		{"max_memory", s.MaxMemory, 1, math.MaxInt64},
	} {
		instead := "give at least " + strconv.FormatInt(count.min, 10)
		if count.v > count.max {
			instead = "give at most " + strconv.FormatInt(count.max, 10)
		}
		if count.v < count.min || count.v > count.max {
			return &SpecError{fmt.Sprintf("%s = %d is out of range", count.name, count.v), remedy.Do(instead)}
		}
	}
	if !(s.Test >= 0 && s.Test < 1) {
		return &SpecError{fmt.Sprintf("the test fraction %v is outside [0, 1)", s.Test), remedy.Do("give 0.2, say")}
	}
	if s.Seed > math.MaxInt64 {
		return &SpecError{fmt.Sprintf("seed = %d is out of range", s.Seed), remedy.Do("give a seed below 2⁶³")}
	}
	return nil
}
