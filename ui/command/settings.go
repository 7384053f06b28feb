package command

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/formula"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// settings is what the flags of the explorer and of sweep say.
type settings struct {
	flags   *flags
	methods []model.Method
	loader  loader

	spec    sweep.Spec // defaults, with what was given filled in
	chosen  string     // --methods as typed
	resumed bool       // the spec comes from a session, and what depends on the data is in it
	workers int        // from 1 to the number of cores
	notes   []string   // on what was given
	format  string     // of rows; "" = by the terminal

	figures func(n int) sweep.Figures // of sweep: those chosen, for n rows; nil = what suits their number
}

// experiment defines the flags that the explorer and sweep share.
func experiment(c command, methods []model.Method) *settings {
	s := &settings{flags: newFlags(c), methods: methods, spec: sweep.DefaultSpec(0)}
	s.workers = runtime.NumCPU()
	f := s.flags
	f.group("data")
	s.loader.define(f)
	s.loader.defineLandmarks(f)
	s.parameter(model.TrainRows(nil), "default: the rows of DATA that --test leaves, at most 1000")
	s.fraction("test", "test rows, as a fraction of all rows drawn (default: 0.2 if there is a target, else 0)", &s.spec.Test)
	f.addBool("standardize", "scale every feature to mean 0 and standard deviation 1 (default: on for files, off for built-in sets)", &s.spec.Standardize)
	f.group("kernel")
	f.choice("kernel", "kernel function: "+strings.Join(kernel.Names(), ", ")+" (default gaussian)", kernel.Names(), &s.spec.Kernel)
	s.parametersOf(model.GroupKernel)
	f.group("methods")
	s.chosen = strings.Join(s.spec.Methods, ",")
	f.text("methods", "A,B|all", "methods to run (default "+s.chosen+"); `gramscope methods` lists them", &s.chosen)
	for _, group := range []string{model.GroupBudget, model.GroupRidge, model.GroupMethod} {
		s.parametersOf(group)
	}
	f.group("regression")
	f.choice("learner", "how the target is learned: "+strings.Join(trial.Learners(), ", ")+" (default: ridge for numbers, logistic for text)", trial.Learners(), &s.spec.Learner)
	f.choice("solver", solverDoc(), trial.Solvers(), &s.spec.Solver)
	f.group("experiment")
	f.add("over", "NAME=LIST", "sweep a parameter over a list, m=10,50,200, or a range, m=10..1000:8 (8 values, spaced on the parameter's own scale); repeat the flag for a grid", s.axis)
	f.add("with", "NAME=FORMULA", "let a parameter follow from others: m='ceil(1.5*n^(3/13))'; of d (features), numbers, names of parameters, + - * / ^, "+strings.Join(formula.Functions(), ", ")+"; a new name is a number for the formulas after it; repeat the flag", s.with)
	f.count("reps", "R", "repetitions, each on rows drawn anew (default: 3 in the explorer, 1 in sweep)", 1, &s.spec.Reps)
	f.add("seed", "S", "seed of all random choices (default 1)", s.seed)
	f.count("exact-limit", "N", fmt.Sprintf("largest n for which figures are exact; above it they are estimates (default %d)", s.spec.ExactLimit), 1, &s.spec.ExactLimit)
	f.add("max-memory", "SIZE", "refuse what needs more memory than this, such as 500MB (default 2GB)", s.memory)
	f.choice("format", "how rows are written: csv, json (one object per line) or table (default: table on a terminal, else csv)", rowFormats(), &s.format)
	f.add("workers", "W", "runs at a time, at most one per core (default: all cores; in the explorer, all but one)", s.workersOf)
	return s
}

// solverDoc tells the solvers apart.
func solverDoc() string {
	return "solver of ridge regression: " + strings.Join(trial.Solvers(), ", ") + "; pcg is exact regression, preconditioned by the method (default direct)"
}

// parametersOf defines a flag for every parameter of a group, but for n.
func (s *settings) parametersOf(group string) {
	for _, p := range sweep.Parameters(s.methods) {
		if p.Group != group {
			continue
		}
		about := ""
		if !math.IsNaN(p.Default) {
			about = "default " + p.Format(p.Default)
		}
		if users := s.users(p.Name); group != model.GroupRidge && users != "" {
			about += "; for " + users
		}
		s.parameter(p, about)
	}
}

// users names the methods that have a parameter, or the few that have it not; ""
// where none has.
func (s *settings) users(name model.Name) string {
	var with, without []string
	for _, m := range s.methods {
		if m.Uses(name) {
			with = append(with, m.Name)
		} else {
			without = append(without, m.Name)
		}
	}
	if len(with) > 0 && len(without) < 4 {
		return "all but " + strings.Join(without, ", ")
	}
	return strings.Join(with, ", ")
}

func (s *settings) parameter(p model.Param, about string) {
	arg := "X"
	switch {
	case p.Choices != nil:
		arg = strings.Join(p.Choices, "|")
	case p.Integer:
		arg = "N"
	case p.Name == model.SigmaName:
		arg = "S|median|mean"
		about = "default median; both of a sample of at most 1000 rows"
	case p.Name == model.GammaName:
		about = "of a sample of at most 1000 rows"
	}
	doc := p.Doc
	if about != "" {
		doc += " (" + about + ")"
	}
	s.flags.add(string(p.Name), arg, doc, func(text string) error {
		if err := s.spec.Set(p, text); err != nil {
			return badValue(p, text, err)
		}
		return nil
	})
}

// badValue words what Parse found wrong with a parameter's value.
func badValue(p model.Param, text string, err error) error {
	var span *model.RangeError
	if errors.As(err, &span) {
		return &usageError{fmt.Sprintf("%s is outside the range", text), fmt.Sprintf("give a value from %s to %s", p.Format(p.Min), p.Format(p.Max))}
	}
	remedy := "give a number"
	switch {
	case p.Choices != nil:
		remedy = ""
	case p.Name == model.SigmaName:
		remedy = "give a number, median or mean"
	case strings.Contains(text, ",") || strings.Contains(text, ".."):
		remedy = fmt.Sprintf("to sweep it, write --over %s=%s", p.Name, text)
	}
	return &usageError{strings.TrimPrefix(err.Error(), string(p.Name)+": "), remedy}
}

func (s *settings) fraction(name, doc string, dst *float64) {
	s.flags.add(name, "FRACTION", doc, func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0 && v < 1) {
			return &usageError{fmt.Sprintf("%q is not a number from 0 to less than 1", text), "give a fraction such as 0.2"}
		}
		*dst = v
		return nil
	})
}

// axis reads one --over NAME=LIST.
func (s *settings) axis(text string) error {
	name, list, ok := strings.Cut(text, "=")
	if !ok {
		return &usageError{fmt.Sprintf("%q is not NAME=LIST", text), "write it as in --over m=10,50,200"}
	}
	all := sweep.Parameters(s.methods)
	p, ok := sweep.Parameter(all, model.Name(name))
	if !ok {
		return unknown("parameter", name, sweep.ParameterNames(all))
	}
	values, err := sweep.ParseList(p, list)
	if err != nil {
		return err
	}
	s.spec.Over = append(s.spec.Over, sweep.Axis{Name: p.Name, Values: values})
	return nil
}

// with reads one --with NAME=FORMULA.
func (s *settings) with(text string) error {
	c, err := sweep.ParseCoupling(text)
	if err != nil {
		return err
	}
	all := sweep.Parameters(s.methods)
	if _, isParameter := sweep.Parameter(all, model.Name(c.Name)); !isParameter && s.flags.set.Lookup(c.Name) != nil {
		return &usageError{fmt.Sprintf("%s follows from no formula, --%s sets it", c.Name, c.Name), coupleAnother(all)}
	}
	s.spec.With = append(s.spec.With, c)
	_, err = s.spec.Couplings(all)
	return err
}

// coupleAnother lists what --with sets.
func coupleAnother(params []model.Param) string {
	return "give a formula for one of " + strings.Join(sweep.Coupled(params), ", ")
}

// checkWith refuses numbers made up by --with that nothing uses.
func (s *settings) checkWith(spec sweep.Spec) error {
	if !s.flags.isGiven("with") {
		return nil
	}
	all := sweep.Parameters(s.methods)
	couplings, err := spec.Couplings(all)
	if err != nil {
		return err
	}
	unused := couplings.Unused()
	if unused == nil {
		return nil
	}
	name, remedy := unused[0], coupleAnother(all)
	if near := data.Nearest(name, sweep.Coupled(all)); near != "" {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return &usageError{fmt.Sprintf("--with %s=… has no effect: %s is no parameter, and no formula after it uses it", name, name), remedy}
}

func (s *settings) seed(text string) (err error) {
	if s.spec.Seed, err = strconv.ParseUint(text, 10, 63); err != nil {
		return &usageError{fmt.Sprintf("%q is not a whole number from 0 to %d", text, int64(math.MaxInt64)), ""}
	}
	return nil
}

// workersOf reads a number of workers. More than there are cores are of no use, and
// each takes memory.
func (s *settings) workersOf(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 {
		return &usageError{fmt.Sprintf("%q is not a whole number of at least 1", text), ""}
	}
	s.workers = min(v, runtime.NumCPU())
	if v > s.workers {
		s.notes = append(s.notes, fmt.Sprintf("--workers %d is more than there are cores; %d are used", v, s.workers))
	}
	return nil
}

func (s *settings) memory(text string) error {
	bytes, err := parseSize(text)
	if err != nil {
		return err
	}
	s.spec.MaxMemory, s.loader.maxBytes = bytes, bytes
	return nil
}

// parseSize reads 500MB, 2GB, 1.5 GiB or a plain number of bytes.
func parseSize(text string) (int64, error) {
	number, factor := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, unit := range []struct {
		name   string
		factor float64
	}{{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40}, {"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
		{"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"t", 1e12}, {"b", 1}} {
		if rest, ok := strings.CutSuffix(number, unit.name); ok {
			number, factor = strings.TrimSpace(rest), unit.factor
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v*factor >= 1 && v*factor < math.MaxInt64) {
		return 0, &usageError{fmt.Sprintf("%q is not a size", text), "write it as in 500MB or 2GB"}
	}
	return int64(v * factor), nil
}

// specFor completes the spec with what depends on the data, and says what the
// user should know about it.
func (s *settings) specFor(source data.Source) (sweep.Spec, []string, error) {
	spec := s.spec.Clone()
	if s.flags.isGiven(model.GammaName) && s.flags.isGiven(model.SigmaName) {
		return spec, nil, &usageError{"--gamma and --sigma are both given, and are the same knob", "give one of them"}
	}
	if err := s.checkWith(spec); err != nil {
		return spec, nil, err
	}
	if s.resumed {
		return s.resumedSpec(spec, source)
	}
	if takes := s.flags.set.Lookup("test") != nil; takes && !s.flags.isGiven("test") {
		spec.Test = lab.UsualTest(source)
	}
	if !s.flags.isGiven(model.TrainRowsName) {
		spec.N = sweep.UsualRows(source.Rows(), spec.Test, sweep.DefaultRows)
	}
	if !s.flags.isGiven("standardize") {
		spec.Standardize = !source.Raw()
	}
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
		spec.Methods = wanted // one that the kernel does not suit is an error
		return spec, notes, nil
	}
	var candidates []model.Method
	for _, m := range s.methods {
		if s.chosen == "all" || slices.Contains(wanted, m.Name) {
			candidates = append(candidates, m)
		}
	}
	var left []string
	spec.Methods, left = sweep.Applicable(candidates, spec.Kernel, spec.MostRows(source.Rows()), source.Landmarks().Count())
	for _, why := range left {
		notes = append(notes, "left out: "+why)
	}
	return spec, notes, nil
}

// takers are the methods that rest on landmarks from a file.
func takers(methods []model.Method) (names []string) {
	for _, m := range methods {
		if m.Needs.Landmarks {
			names = append(names, m.Name)
		}
	}
	return names
}

// unusedLandmarks says that no chosen method takes the landmarks.
func unusedLandmarks(methods []model.Method) string {
	return "--landmarks is not used: they are for the method " + strings.Join(takers(methods), ", ")
}

// unusedBySweep tells of values that are given and swept, or follow from a formula, as
// well. γ and σ are one knob: giving one and sweeping the other is wrong usage.
func (s *settings) unusedBySweep(spec sweep.Spec) (notes []string, err error) {
	for _, axis := range spec.Over {
		name := model.GammaName // where σ is swept, the other name of it
		if axis.Name == model.GammaName {
			name = model.SigmaName
		}
		if model.IsWidth(axis.Name) && s.flags.isGiven(name) {
			return nil, &usageError{fmt.Sprintf("--%s is given and %s is swept, and they are the same knob", name, axis.Name), "leave one of them out"}
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
