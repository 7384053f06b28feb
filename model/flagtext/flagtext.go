// Package flagtext has an experiment as flags of the command line: how each is read, and how it is written, see
// [Flags]. [gramscope/data/legible.Shell] joins arguments to a line.
//
// Flags with default values are left out of a line, which shows what is special about the experiment. It runs the same
// experiment as long as the defaults do not change.
package flagtext

import (
	"errors"
	"fmt"
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
}

// Sweep returns the arguments of the `gramscope sweep` that runs an experiment, without the program's name. methods are
// all those of the program. The arguments name those of the spec and every parameter in s.Values, unless it is swept.
//
// Axes need values. The command applies a rule for the width to the rows of each n: if n is
// swept with a single γ, s.Width must be that γ.
func Sweep(s sweep.Spec, methods []model.Method, rows Rows) []string {
	list := flags(free(s), usual(s, rows.Source, sweep.DefaultRows), methods)
	return slices.Concat([]string{"sweep"}, list, rows.arguments(chosen(s, methods)))
}

// Explore returns the arguments that open the explorer on an experiment. It is like [Sweep], but also writes the
// parameters that are swept or follow from others, since they are knobs there, and ignores s.Figures. Axes may have no
// values, and are left out then. What a spec says is written, even if another command would run the same without it.
func Explore(s sweep.Spec, methods []model.Method, rows Rows) []string {
	like := usual(s, rows.Source, sweep.DefaultRows)
	like.Reps, like.Learner, like.Solver, like.Figures = lab.DefaultReps, "", "", s.Figures
	like.Width, like.N = kernel.WidthByRule(kernel.Median), sweep.UsualRows(rows.Source.Rows(), s.Test, sweep.DefaultRows)
	like.MaxMemory, _ = model.MachineMemory()
	return append(flags(s, like, methods), rows.arguments(methods)...)
}

// Fit returns the arguments of the `gramscope fit` that learns the target by the spec's
// only method, on its first draw of the rows, and saves the model to the file out. Otherwise
// it is like [Sweep]; it ignores s.Over, s.Reps and s.Figures.
func Fit(s sweep.Spec, methods []model.Method, rows Rows, out string) []string {
	s.Over = nil
	s = free(s)
	like := usual(s, rows.Source, math.MaxInt)
	like.Test, like.Reps, like.Methods, like.With, like.Figures = 0, s.Reps, s.Methods, s.With, s.Figures
	list := flags(s, like, methods)
	return slices.Concat([]string{"fit", "--method", s.Methods[0]}, list, []string{"--out", out},
		rows.arguments(chosen(s, methods)))
}

// flags returns the flags of a spec that differ from those of another.
func flags(s, usual sweep.Spec, methods []model.Method) (list []string) {
	for _, m := range chosen(s, methods) {
		if m.Command != "" {
			list = append(list, "--method-command", m.Command)
		}
	}
	for _, f := range Flags(sweep.Parameters(methods)) {
		texts := f.Text(s)
		if slices.Equal(texts, f.Text(usual)) {
			continue
		}
		for _, text := range texts {
			if f.Name == "standardize" { // which needs no value
				list = append(list, "--standardize="+text)
				continue
			}
			list = append(list, "--"+f.Name, text)
		}
	}
	return list
}

// chosen returns the methods that a spec names.
func chosen(s sweep.Spec, methods []model.Method) []model.Method {
	return slices.DeleteFunc(slices.Clone(methods), func(m model.Method) bool {
		return !slices.Contains(s.Methods, m.Name)
	})
}

// usual is what a command runs by default on at most `most` rows of a source, with the parts of s that have no default
// or do not matter.
func usual(s sweep.Spec, source data.Source, most int) sweep.Spec {
	like := sweep.DefaultSpec(sweep.UsualRows(source.Rows(), s.Test, most))
	like.Methods = nil
	like.Test, like.Standardize = lab.UsualTest(source), !source.Raw()
	like.Learner, like.Solver = trial.LearnRidge, trial.SolverDirect
	if source.Classes() != nil {
		like.Learner = trial.LearnLogistic
	}
	if machine, _ := model.MachineMemory(); s.MaxMemory == machine {
		like.MaxMemory = machine
	}
	if isSwept(s, model.TrainRowsName) {
		like.N = s.N
	}
	if family, _ := kernel.Lookup(s.Kernel); !family.HasGamma() && s.Width.IsByRule() {
		like.Width = s.Width
	}
	return like
}

// free returns a spec without the parameters that are swept or follow from others.
func free(s sweep.Spec) sweep.Spec {
	s = s.Clone()
	set := func(name model.Name) bool { return isSwept(s, name) || s.Formula(name) != "" }
	for name := range s.Values {
		if set(name) {
			delete(s.Values, name)
		}
	}
	if set(model.BudgetName) {
		s.Condition = trial.Condition{}
	}
	if set(model.GammaName) { // or σ, which is the same parameter
		s.Width = kernel.WidthByRule(kernel.Median)
	}
	return s
}

// isSwept tells whether a parameter is one of the axes; γ and σ are one.
func isSwept(s sweep.Spec, name model.Name) bool {
	return slices.ContainsFunc(s.Over, func(a sweep.Axis) bool { return sweep.SameParameter(a.Name, name) })
}

// arguments returns the flags that name landmarks, if one of the methods takes them, and that choose columns, and the
// name of the data. A file whose name looks like a flag or a built-in set is written as ./NAME.
func (r Rows) arguments(methods []model.Method) []string {
	var list []string
	takes := func(m model.Method) bool { return m.Needs.Landmarks }
	if landmarks := r.Source.Landmarks(); landmarks != nil && slices.ContainsFunc(methods, takes) {
		list = []string{"--landmarks", landmarks.Path}
	}
	file, ok := r.Source.(*data.File)
	if !ok {
		return append(list, r.Source.Name())
	}
	path, choice := file.Origin()
	return append(list, Reading(path, choice, r.Dialect)...)
}

// Reading returns the flags that choose columns and say how a text table is written, and the name of the file.
func Reading(path string, choice data.Choice, d data.Dialect) []string {
	var list []string
	for _, f := range [][3]string{ // with what is usual
		{"target", choice.Target}, {"columns", strings.Join(choice.Columns, ",")},
		{"categorical", strings.Join(choice.Categorical, ",")}, {"indefinite", choice.Indefinite},
		{"header", string(d.Header), string(data.HeaderAuto)}, {"separator", d.Separator, "auto"},
		{"thousands", d.Thousands}, {"decimal", d.Decimal}, {"skip-lines", strconv.Itoa(d.SkipLines), "0"},
		{"missing", strings.Join(d.Missing, ",")},
	} {
		if f[1] != "" && f[1] != f[2] {
			list = append(list, "--"+f[0], f[1])
		}
	}
	if choice.DropMissing {
		list = append(list, "--drop-missing")
	}
	_, builtIn, _ := synthetic.Find(path)
	if builtIn || path != "-" && strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return append(list, path)
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

var errNoMethod = errors.New("there is no command because no method runs: choose one in the table")

// Present returns the arguments of the `gramscope sweep` that runs the present sweep of a bench and the runs at the
// setting, without the program's name. It omits flags whose default depends only on the data and the program. An error
// says why there is no such command now.
func Present(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, axis := b.Setting.Runnable(), b.Swept()
	s.Methods = b.Setting.Active(b.Methods)
	_, known := sweep.Parameter(sweep.Parameters(b.Methods), axis.Name)
	switch {
	case len(s.Methods) == 0:
		return nil, errNoMethod
	case known && len(axis.Values) == 0:
		return nil, fmt.Errorf("%s is being computed from the data: please wait", axis.Name)
	}
	s.Over = nil
	if known {
		values := slices.Clone(axis.Values)
		for _, method := range s.Methods {
			for _, row := range b.Outcome.Now(method) { // of the table
				v := lab.ParamValue(&row, axis.Name)
				same := func(x float64) bool { return math.Abs(x-v) <= 1e-9*math.Abs(v) }
				if !math.IsNaN(v) && !slices.ContainsFunc(values, same) {
					values = slices.Sorted(slices.Values(append(values, v)))
				}
			}
		}
		s.Over = []sweep.Axis{{Name: axis.Name, Values: values}}
	}
	if axis.Name == model.TrainRowsName && b.Setting.Family().HasGamma() && s.Width.IsByRule() {
		// The rule is about the distances of the present n rows, which the command does not see.
		g := b.Setting.Gamma()
		if math.IsNaN(g) {
			return nil, errors.New("γ is being computed from the data: please wait")
		}
		s.Width = s.Width.WithGamma(g)
	}
	s.Figures = nil
	if more := b.Outcome.Wants.Without(append(sweep.DefaultFigures(s.N), sweep.FigureBounds)...); len(more) > 0 {
		s.Figures = sweep.DefaultFigures(s.N).With(more...)
	}
	return Sweep(s, b.Methods, rowsOf(b, dialect)), nil
}

// PresentFit returns the arguments of the `gramscope fit` of the method that the table points at,
// at the present setting, to the file model.json.
func PresentFit(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, err := learned(b, "fit")
	if err != nil {
		return nil, err
	}
	s.Methods = []string{b.Methods[b.Pointed].Name}
	return Fit(s, b.Methods, rowsOf(b, dialect), "model.json"), nil
}

// PresentTune returns the arguments of the `gramscope tune` that searches γ and μ for the methods that run. It ignores
// the width, μ and the repetitions.
func PresentTune(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, err := learned(b, "tune")
	if err != nil {
		return nil, err
	}
	if s.Methods = b.Setting.Active(b.Methods); len(s.Methods) == 0 {
		return nil, errNoMethod
	}
	s.Condition = trial.Condition{} // a search varies m
	delete(s.Values, model.RidgeName)
	rows := rowsOf(b, dialect)
	like := usual(s, rows.Source, math.MaxInt)
	s.Width = like.Width
	like.Test, like.Reps, like.Solver, like.Figures = 0.2, s.Reps, s.Solver, s.Figures
	return slices.Concat([]string{"tune"}, flags(s, like, b.Methods), rows.arguments(chosen(s, b.Methods))), nil
}

// learned returns the present experiment for a command that learns the target, with the values that follow from others.
func learned(b *lab.State, command string) (sweep.Spec, error) {
	if source := b.Setting.Store.Source(); !source.HasTarget() {
		return sweep.Spec{}, fmt.Errorf("%s learns a target, and %s has none", command, source.Name())
	}
	s := b.Setting.Runnable()
	s.With = nil
	return s, nil
}

func rowsOf(b *lab.State, dialect data.Dialect) Rows { return Rows{b.Setting.Store.Source(), dialect} }
