package flagtext

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// Present returns the arguments of the `gramscope sweep` that runs the present sweep of a bench, without the program's
// name. It omits flags whose default depends only on the data and the program. An error says why there is no such
// command now.
func Present(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, axis := b.Setting().Runnable(), b.Swept()
	s.Methods = b.Setting().Active(b.Methods())
	_, known := sweep.Parameter(sweep.Parameters(b.Methods()), axis.Name)
	switch {
	case len(s.Methods) == 0:
		return nil, errors.New("there is no command because no method runs: choose one in the table")
	case known && len(axis.Values) == 0:
		return nil, fmt.Errorf("%s is being computed from the data: please wait", axis.Name)
	}
	s.Over = nil
	if known {
		s.Over = []sweep.Axis{{Name: axis.Name, Values: axis.Values}}
	}
	if axis.Name == model.TrainRowsName && b.Setting().Family().HasGamma() && s.Width.IsByRule() { // the distances of the present n rows, which the command does not see
		g := b.Setting().Gamma(b.Widths())
		if math.IsNaN(g) {
			return nil, errors.New("γ is being computed from the data: please wait")
		}
		s.Width = s.Width.WithGamma(g)
	}
	s.Figures = nil
	if more := b.Outcome().Wants().Without(append(sweep.DefaultFigures(s.N), sweep.FigureBounds)...); len(more) > 0 {
		s.Figures = sweep.DefaultFigures(s.N).With(more...)
	}
	return Sweep(s, b.Methods(), rowsOf(b, s.Methods, dialect)), nil
}

// PresentFit returns the arguments of the `gramscope fit` of the method that the table points at,
// at the present setting, to the file model.json.
func PresentFit(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, err := learned(b, "fit")
	if err != nil {
		return nil, err
	}
	s.Methods = []string{b.Methods()[b.Pointed()].Name}
	return Fit(s, b.Methods(), rowsOf(b, s.Methods, dialect), "model.json"), nil
}

// PresentTune returns the arguments of the `gramscope tune` that searches γ and μ for the methods that run.
func PresentTune(b *lab.State, dialect data.Dialect) ([]string, error) {
	s, err := learned(b, "tune")
	if err != nil {
		return nil, err
	}
	if s.Methods = b.Setting().Active(b.Methods()); len(s.Methods) == 0 {
		return nil, errors.New("there is no command because no method runs: choose one in the table")
	}
	return tuning(s, b.Methods(), rowsOf(b, s.Methods, dialect), nil), nil
}

// learned returns the present experiment for a command that learns the target, with the values that follow from others.
func learned(b *lab.State, command string) (sweep.Spec, error) {
	if source := b.Setting().Store.Source(); !source.HasTarget() {
		return sweep.Spec{}, fmt.Errorf("%s learns a target, and %s has none", command, source.Name())
	}
	s := b.Setting().Runnable()
	s.With = nil
	return s, nil
}

func rowsOf(b *lab.State, methods []string, dialect data.Dialect) Rows {
	landmarked := slices.ContainsFunc(b.Methods(), func(m model.Method) bool { return m.Needs.Landmarks && slices.Contains(methods, m.Name) })
	return Rows{Source: b.Setting().Store.Source(), Dialect: dialect, Landmarked: landmarked}
}
