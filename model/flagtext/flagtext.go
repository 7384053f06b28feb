// Package flagtext returns the command-line arguments that run an experiment: the inverse
// of parsing the flags of `gramscope sweep`, `tune` and `fit`.
// [gramscope/data/legible.Shell] joins them to a line.
//
// Flags with default values are left out, so that the line shows what is special about
// the experiment. It runs the same experiment as long as the defaults do not change.
package flagtext

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Rows describes the data of an experiment and how to read them.
type Rows struct {
	Source  data.Source
	Dialect data.Dialect // of a text table

	Landmarked bool // a method takes the landmarks of Source
}

// Sweep returns the arguments of the `gramscope sweep` that runs an experiment, without
// the program's name. params are the parameters of all methods, see [sweep.Parameters]. The
// arguments name the methods and every parameter in s.Values, unless it is swept.
//
// Axes need values. The command applies a rule for the width to the rows of each n: if n is
// swept with a single γ, s.Width must be that γ.
func Sweep(s sweep.Spec, params []model.Param, rows Rows) []string {
	var a arguments
	a.grid(s, s, params, rows.Source, sweep.DefaultSpec(0).Reps)
	if s.Figures != nil {
		names := s.Figures.Names()
		if len(names) == 0 {
			names = []string{"fit"}
		}
		a.add("figures", strings.Join(names, ","))
	}
	return slices.Concat([]string{"sweep"}, a.list, rows.arguments())
}

// Explore returns the arguments that open the explorer on an experiment. It is like [Sweep], but also writes the
// parameters that are swept or follow from others, since they are knobs there, and ignores s.Figures. Axes may have no
// values, and are left out then.
func Explore(s sweep.Spec, params []model.Param, rows Rows) []string {
	a := arguments{exact: true}
	knobs := s.Clone()
	knobs.Over, knobs.With = nil, nil
	a.grid(s, knobs, params, rows.Source, lab.DefaultReps)
	return slices.Concat(a.list, rows.arguments())
}

// Fit returns the arguments of the `gramscope fit` that learns the target by the spec's
// only method, on its first draw of the rows, and saves the model to the file out. Otherwise
// it is like [Sweep]; it ignores s.Over, s.Reps and s.Figures.
func Fit(s sweep.Spec, params []model.Param, rows Rows, out string) []string {
	var a arguments
	a.add("method", s.Methods[0])
	s.Over = nil
	a.parameters(s, params)
	a.count(model.TrainRowsName, s.N, sweep.UsualRows(rows.Source.Rows(), s.Test, math.MaxInt))
	a.test(s.Test, 0)
	a.common(s, rows.Source)
	a.add("out", out)
	return slices.Concat([]string{"fit"}, a.list, rows.arguments())
}

// Tune returns the arguments of the `gramscope tune` that searches γ and μ for these methods.
// Otherwise it is like [Sweep]; it ignores s.Over, s.With, s.Width, μ, s.Reps and s.Figures.
func Tune(s sweep.Spec, params []model.Param, rows Rows) []string {
	var a arguments
	a.add("methods", strings.Join(s.Methods, ","))
	s = s.Clone()
	s.Over, s.With, s.Width, s.Solver = nil, nil, sweep.DefaultSpec(0).Width, ""
	s.Preconditioner = ""
	delete(s.Values, model.RidgeName)
	a.parameters(s, params)
	a.count(model.TrainRowsName, s.N, sweep.UsualRows(rows.Source.Rows(), s.Test, math.MaxInt))
	a.test(s.Test, 0.2)
	a.common(s, rows.Source)
	return slices.Concat([]string{"tune"}, a.list, rows.arguments())
}

// arguments collects flags.
type arguments struct {
	list  []string
	exact bool // what a spec says is written, even if another command would run the same without it
}

func (a *arguments) add(flag, value string) { a.list = append(a.list, "--"+flag, value) }

// grid adds the methods, the axes and the formulas of a spec, and of fixed the parameters.
func (a *arguments) grid(s, fixed sweep.Spec, params []model.Param, source data.Source, reps int) {
	a.add("methods", strings.Join(s.Methods, ","))
	for _, axis := range s.Over {
		if p, ok := sweep.Parameter(params, axis.Name); ok && len(axis.Values) > 0 {
			a.add("over", string(axis.Name)+"="+List(p, axis.Values))
		}
	}
	a.parameters(fixed, params)
	for _, c := range s.With {
		a.add("with", c.String())
	}
	if !isSwept(fixed, model.TrainRowsName) {
		a.count(model.TrainRowsName, s.N, sweep.UsualRows(source.Rows(), s.Test, sweep.DefaultRows))
	}
	a.test(s.Test, lab.UsualTest(source))
	a.count("reps", s.Reps, reps)
	a.common(s, source)
}

// count adds a flag with a whole number, unless it is the default.
func (a *arguments) count(flag string, v, usual int) {
	if v != usual {
		a.add(flag, strconv.Itoa(v))
	}
}

func (a *arguments) test(share, usual float64) {
	if share != usual {
		a.add("test", strconv.FormatFloat(share, 'g', -1, 64))
	}
}

// parameters adds the kernel, the parameters that are set, and the rule for the width.
func (a *arguments) parameters(s sweep.Spec, params []model.Param) {
	if s.Kernel != "gaussian" {
		a.add("kernel", s.Kernel)
	}
	free := func(name model.Name) bool { return !isSwept(s, name) && s.Formula(name) == "" }
	values := s.Named()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if p, ok := sweep.Parameter(params, name); ok && free(name) {
			a.add(string(name), p.Format(values[name]))
		}
	}
	if !s.Condition.IsZero() && free(model.BudgetName) {
		a.add(model.BudgetName, s.Condition.String())
	}
	family, _ := kernel.Lookup(s.Kernel)
	if rule := s.Width.Rule(); s.Width.IsByRule() && rule != kernel.Median && (family.HasGamma() || a.exact) && free(model.SigmaName) {
		a.add(model.SigmaName, rule)
	}
}

// isSwept tells whether a parameter is one of the axes; γ and σ are one.
func isSwept(s sweep.Spec, name model.Name) bool {
	return slices.ContainsFunc(s.Over, func(a sweep.Axis) bool { return sweep.SameParameter(a.Name, name) })
}

// common adds the flags that all commands have.
func (a *arguments) common(s sweep.Spec, source data.Source) {
	if s.Standardize == source.Raw() {
		a.list = append(a.list, "--standardize="+strconv.FormatBool(s.Standardize))
	}
	if s.Widths != "" {
		a.add("widths", string(s.Widths))
	}
	usual, learner := sweep.DefaultSpec(0), trial.LearnRidge
	if source.Classes() != nil {
		learner = trial.LearnLogistic
	}
	if s.Seed != usual.Seed {
		a.add("seed", strconv.FormatUint(s.Seed, 10))
	}
	a.count("exact-limit", s.ExactLimit, usual.ExactLimit)
	if machine, _ := model.MachineMemory(); s.MaxMemory != machine && (s.MaxMemory != usual.MaxMemory || a.exact) {
		a.add("max-memory", strconv.FormatInt(s.MaxMemory, 10))
	}
	if s.Learner != "" && (s.Learner != learner || a.exact) {
		a.add("learner", s.Learner)
	}
	if s.Solver != "" && (s.Solver != trial.SolverDirect || a.exact) {
		a.add("solver", s.Solver)
	}
	if s.Preconditioner != "" && (s.Preconditioner != trial.PreconditionedByMethod || a.exact) {
		a.add("preconditioner", s.Preconditioner)
	}
}

// arguments returns the flags that choose columns, and the name of the data. A file whose name
// looks like a flag or a built-in set is written as ./NAME.
func (r Rows) arguments() []string {
	var a arguments
	if landmarks := r.Source.Landmarks(); r.Landmarked && landmarks != nil {
		a.add("landmarks", landmarks.Path)
	}
	file, ok := r.Source.(*data.File)
	if !ok {
		return append(a.list, r.Source.Name())
	}
	path, choice := file.Origin()
	return append(a.list, Reading(path, choice, r.Dialect)...)
}

// Reading returns the flags that choose columns and say how a text table is written, and the name of the file.
func Reading(path string, choice data.Choice, d data.Dialect) []string {
	var a arguments
	differs := func(name, value, usual string) {
		if value != "" && value != usual {
			a.add(name, value)
		}
	}
	differs("target", choice.Target, "")
	differs("columns", strings.Join(choice.Columns, ","), "")
	differs("categorical", strings.Join(choice.Categorical, ","), "")
	differs("indefinite", choice.Indefinite, "")
	if choice.DropMissing {
		a.list = append(a.list, "--drop-missing")
	}
	differs("header", string(d.Header), string(data.HeaderAuto))
	differs("separator", d.Separator, "auto")
	differs("thousands", d.Thousands, "")
	differs("decimal", d.Decimal, "")
	a.count("skip-lines", d.SkipLines, 0)
	_, builtIn, _ := synthetic.Find(path)
	if builtIn || path != "-" && strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return append(a.list, path)
}

// List formats the values of a swept parameter for [sweep.ParseList], as a range if they are
// evenly spaced. It omits NaN, which has no text.
func List(p model.Param, values []float64) string {
	lo, hi := values[0], values[len(values)-1]
	evenly := p.Choices == nil && len(values) > 2 && lo < hi && (p.Scale != model.Log || lo > 0)
	for count := len(values); evenly && count <= 3*len(values); count++ { // rounding may have made some values equal
		if slices.Equal(p.Spaced(lo, hi, count), values) {
			return fmt.Sprintf("%s..%s:%d", p.Format(lo), p.Format(hi), count)
		}
	}
	var list []string
	for _, v := range values {
		if !math.IsNaN(v) {
			list = append(list, p.Format(v))
		}
	}
	return strings.Join(list, ",")
}
