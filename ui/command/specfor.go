package command

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// specFor completes the spec with the settings that depend on the data, and returns notes on
// them.
func (s *settings) specFor(source data.Source) (sweep.Spec, []string, error) {
	spec := s.spec
	if s.flags.isGiven(model.GammaName) && s.flags.isGiven(model.SigmaName) {
		return spec, nil, &usageError{"--gamma and --sigma are both given, but both set the kernel's width", "give one of them"}
	}
	if err := s.checkWith(spec); err != nil {
		return spec, nil, err
	}
	if s.resumed {
		return s.resumedSpec(spec.Clone(), source)
	}
	test := 0.0
	if s.flags.value("test") != nil {
		test = lab.UsualTest(source)
	}
	spec = s.rows(source, test, sweep.DefaultRows)
	notes, err := s.unusedBySweep(spec)
	if err != nil {
		return spec, nil, err
	}
	notes = slices.Concat(s.notes, notes)
	wanted := strings.Split(s.chosen, ",")
	if source.Landmarks() != nil && !s.flags.isGiven("methods") {
		wanted = append(wanted, takers(s.methods)...)
	}
	if source.Landmarks() != nil && s.chosen != "all" && !slices.ContainsFunc(takers(s.methods), func(name string) bool { return slices.Contains(wanted, name) }) {
		notes = append(notes, unusedLandmarks(s.methods))
	}
	if s.chosen != "all" && s.flags.isGiven("methods") {
		var left []string
		spec.Methods, left = s.suited(wanted, spec, source)
		return spec, append(notes, left...), nil
	}
	var candidates []model.Method
	for _, m := range s.methods {
		if s.chosen == "all" || slices.Contains(wanted, m.Name) {
			candidates = append(candidates, m)
		}
	}
	names, left := applicable(candidates, spec, source)
	spec.Methods = names
	return spec, append(notes, left...), nil
}

// suited returns the named methods that can run, in their order, and notes on the others. If none can it returns all,
// and Prepare says why not.
func (s *settings) suited(wanted []string, spec sweep.Spec, source data.Source) (names, notes []string) {
	able, _ := applicable(s.methods, spec, source)
	var others []model.Method
	for _, name := range wanted {
		i := slices.IndexFunc(s.methods, func(m model.Method) bool { return m.Name == name })
		if i >= 0 && !slices.Contains(able, name) {
			others = append(others, s.methods[i])
			continue
		}
		names = append(names, name) // also an unknown one, which Prepare refuses
	}
	if names == nil {
		return wanted, nil
	}
	_, notes = applicable(others, spec, source)
	return names, notes
}

// rows returns the spec with the flags' rows of a source. Without flags these are the fraction test
// for tests and at most most rows for training.
func (s *settings) rows(source data.Source, test float64, most int) sweep.Spec {
	spec := s.spec.Clone()
	if !s.flags.isGiven("test") {
		spec.Test = test
	}
	if !s.flags.isGiven(model.TrainRowsName) {
		spec.N = sweep.UsualRows(source.Rows(), spec.Test, most)
	}
	if !s.flags.isGiven("standardize") {
		spec.Standardize = !source.Raw()
	}
	if spec.Widths != "" && !s.flags.isGiven(model.GammaName) && !s.flags.isGiven(model.SigmaName) {
		spec.Width = spec.Width.WithSigma(1)
	}
	return spec
}

// applicable returns the names of the methods that can run, and notes on the others.
func applicable(methods []model.Method, spec sweep.Spec, source data.Source) (names, notes []string) {
	names, notes = sweep.Applicable(methods, spec.Kernel, spec.MostRows(source.Rows()), source)
	for i, why := range notes {
		notes[i] = "left out: " + why
	}
	return names, notes
}

// unusedBySweep returns notes on flags without effect, because the parameter is swept or
// follows from a formula. Giving one of γ and σ and sweeping the other is wrong usage.
func (s *settings) unusedBySweep(spec sweep.Spec) (notes []string, err error) {
	for _, axis := range spec.Over {
		name := model.GammaName // the other parameter of the width if σ is swept
		if axis.Name == model.GammaName {
			name = model.SigmaName
		}
		if model.IsWidth(axis.Name) && s.flags.isGiven(name) {
			return nil, &usageError{fmt.Sprintf("--%s is given and %s is swept, but both set the kernel's width", name, axis.Name), "leave one of them out"}
		}
		if s.flags.isGiven(string(axis.Name)) {
			notes = append(notes, fmt.Sprintf("--%s is not used: %s is swept", axis.Name, axis.Name))
		}
	}
	for _, c := range spec.With {
		if s.flags.isGiven(c.Name) {
			notes = append(notes, fmt.Sprintf("--%s is not used: %s follows from a formula", c.Name, c.Name))
		}
	}
	return notes, nil
}
