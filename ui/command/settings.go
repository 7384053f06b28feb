package command

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/formula"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// settings holds the flags that the explorer, sweep and other commands share.
type settings struct {
	flags   *flags
	methods []model.Method
	params  []model.Param           // the parameters of all methods
	users   map[model.Name][]string // the methods that have each parameter
	known   []flagtext.Flag
	loader  loader

	spec    sweep.Spec // the defaults, changed by flags
	chosen  string     // --methods as typed
	resumed bool       // spec comes from a session, with the settings that depend on the data
	workers int        // from 1 to the number of cores

	learnWidths bool
	conditional bool   // whether m may follow from a condition
	format      string // format of rows; "" for a table on a terminal, else CSV

	figures func(n int) sweep.Figures // the figures that sweep computes for n rows
}

// newSettings returns the defaults, without flags.
func newSettings(f *flags, methods []model.Method) *settings {
	s := &settings{
		flags: f, methods: methods, params: sweep.Parameters(methods), users: map[model.Name][]string{},
		spec: sweep.DefaultSpec(0), workers: runtime.NumCPU(),
		conditional: slices.Contains([]string{"gramscope", "sweep", "fit"}, f.Name()),
	}
	for _, m := range methods {
		for _, p := range m.New().Params() {
			s.users[p.Name] = append(s.users[p.Name], m.Name)
		}
	}
	s.known = flagtext.Flags(s.params)
	s.loader.kernel, s.loader.maxBytes = &s.spec.Kernel, &s.spec.MaxMemory
	return s
}

// experiment defines the flags that the explorer and sweep share.
func experiment(f *flags, methods []model.Method) *settings {
	s := newSettings(f, methods)
	s.dataFlags("default: the rows of DATA that --test leaves, at most 1000", "default: 0.2 if there is a target, else 0")
	f.heading = "methods"
	programs := model.NamesOf(methods, func(m model.Method) bool { return m.Family == model.Programs })
	s.spec.Methods = append(s.spec.Methods, programs...)
	s.chosen = strings.Join(s.spec.Methods, ",")
	f.add("methods", "A,B|all", "methods to run (default "+s.chosen+"); `gramscope methods` lists them",
		asText(&s.chosen).from(listOf(methodWords(methods), "all\tall methods that can run")))
	f.ownMethods()
	s.parametersOf(model.GroupBudget, model.GroupRidge, model.GroupMethod)
	f.heading = "regression"
	s.learnerFlags()
	f.heading = "experiment"
	s.setting("over", "NAME=LIST", "sweep a parameter over a list, m=10,50,200, or a range, m=10..1000:8 (8 values, "+
		"spaced on its own scale); repeat the flag for a grid")
	s.setting("with", "NAME=FORMULA", "compute a parameter: m='ceil(1.5*n^(3/13))', from numbers, parameters, "+
		"d (the number of features), + - * / ^, "+strings.Join(formula.Functions(), ", ")+
		"; a NAME that is not a parameter is a number for later formulas; repeat the flag")
	s.setting("reps", "R", "repetitions, each on rows drawn anew (default: 3 in the explorer, 1 in sweep)")
	s.runFlags("largest n for which figures are exact; above it they are estimates")
	f.add("format", "NAME", "form of rows: csv, json (an object a line) or table (default: table on a terminal, else csv)",
		choice(&s.format, append(sweep.Formats(), "table")...))
	f.add("workers", "W", "runs at a time, at most one per core (default: all cores; in the explorer, all but one)",
		read(&s.workers, func(text string) (v int, err error) {
			err = atLeast(1, &v).set(text)
			return min(v, runtime.NumCPU()), err // more would only take memory
		}))
	return s
}

// dataFlags defines the flags for reading DATA, for drawing n and test rows, and for the kernel.
func (s *settings) dataFlags(n, test string) {
	f := s.flags
	f.heading = "data"
	s.loader.define(f)
	f.add("landmarks", "FILE",
		"landmarks of the method given: numbers of rows of DATA, one a line, from 1, or points, with the columns of DATA",
		kind{set: func(path string) error {
			if s.loader.landmarks = path; path == "" || path == "-" {
				return usage("landmarks are read from a file, not from standard input", "name a file")
			}
			return nil
		}})
	s.parameter(model.TrainRows(nil), n)
	s.setting("test", "FRACTION", "test rows, as a fraction of all rows drawn ("+test+")")
	s.setting("standardize", "",
		"scale features to mean 0 and standard deviation 1 (default: on for files, off for built-in sets)")
	f.heading = "kernel"
	s.setting("kernel", "NAME", "kernel function (default gaussian; precomputed: DATA is the matrix): "+
		strings.Join(kernel.Names(), ", "))
	s.loader.defineIndefinite(f)
	s.parametersOf(model.GroupKernel)
	s.widthsFlag()
}

// learnerFlags defines the flags for learning a target.
func (s *settings) learnerFlags() {
	s.setting("learner", "NAME", "how the target is learned: "+strings.Join(trial.Learners(), ", ")+
		" (default: ridge for numbers, logistic for text)")
	s.setting("solver", "NAME", "solver of ridge regression: "+strings.Join(trial.Solvers(), ", ")+
		"; pcg is exact regression, preconditioned by the method (default direct)")
}

// runFlags defines the flags of the seed and of the limits of a run. exact begins the help of --exact-limit.
func (s *settings) runFlags(exact string) {
	s.setting("seed", "S", "seed of all random choices (default 1)")
	s.setting("exact-limit", "N", fmt.Sprintf("%s (default %d)", exact, s.spec.ExactLimit))
	s.flags.memory("refuse what needs more memory than this", &s.spec.MaxMemory)
}

// setting defines the flag of a setting of the experiment.
func (s *settings) setting(name, arg, doc string) {
	k := kind{set: func(text string) error { return s.flag(name).Set(&s.spec, text) }}
	switch name {
	case "over", "with":
		k.takes = oneOf(each(s.params, func(p model.Param) (string, string) { return string(p.Name) + "=", p.Doc })...)
	case "kernel":
		k.takes = among(wordsOf(kernel.Families, func(f kernel.Family) (string, string) { return f.Name, f.Doc }))
	default:
		if words := s.flag(name).Words; words != nil {
			k.takes = oneOf(words...)
		}
	}
	s.flags.add(name, arg, doc, k)
}

func (s *settings) flag(name string) flagtext.Flag {
	return s.known[slices.IndexFunc(s.known, func(f flagtext.Flag) bool { return f.Name == name })]
}

// parametersOf defines a flag for every parameter of the groups except n.
func (s *settings) parametersOf(groups ...string) {
	for _, group := range groups {
		for _, p := range s.params {
			if p.Group != group {
				continue
			}
			about := ""
			if !math.IsNaN(p.Default) {
				about = "default " + p.Format(p.Default)
			}
			if users := s.users[p.Name]; group != model.GroupRidge && p.Name != model.BudgetName && users != nil {
				about += "; for " + strings.Join(users, ", ")
			}
			s.parameter(p, about)
		}
	}
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
		about = "default median; of a sample of at most 1000 rows"
	case p.Name == model.GammaName:
		about = "of a sample of at most 1000 rows"
	}
	doc := p.Doc
	if p.Name == model.BudgetName && s.conditional {
		arg = "N|CONDITION"
		doc += "; a condition on any figure, 'error<=0.01', 'accuracy_test>=0.9' or " +
			"'rmse_test<=1.02*rmse_test_exact', takes an m that meets it"
	}
	if about != "" {
		doc += " (" + about + ")"
	}
	s.flags.add(string(p.Name), arg, doc, kind{set: func(text string) error {
		if p.Name == model.BudgetName && sweep.LooksConditional(text) && !s.conditional {
			problem := fmt.Sprintf("%q is a condition, and %s takes a number for m", text, s.flags.Name())
			return usage(problem, "find m by `gramscope fit` or `gramscope sweep`")
		}
		if err := s.flag(string(p.Name)).Set(&s.spec, text); err != nil {
			return badValue(p, text, err)
		}
		return nil
	}})
}

// badValue turns an error of Parse into a usage error.
func badValue(p model.Param, text string, err error) error {
	if spec := (*sweep.SpecError)(nil); errors.As(err, &spec) {
		return err
	}
	if span := (*model.RangeError)(nil); errors.As(err, &span) {
		return usage(text+" is outside the range", "give a value from "+p.Format(p.Min)+" to "+p.Format(p.Max))
	}
	remedy := ""
	switch {
	case p.Name == model.SigmaName:
		remedy = "give a number, median or mean"
	case strings.Contains(text, ",") || strings.Contains(text, ".."):
		remedy = fmt.Sprintf("to sweep it, write --over %s=%s", p.Name, text)
	}
	return usage(strings.TrimPrefix(err.Error(), string(p.Name)+": "), remedy)
}
