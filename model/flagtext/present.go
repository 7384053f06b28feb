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

// Present returns the arguments of the `gramscope sweep` that runs the present sweep of a
// bench, without the program's name. It omits flags whose default depends only on the data and
// the program. An error says why there is no such command now.
func Present(b *lab.State, header data.Header) ([]string, error) {
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
	if more := b.Outcome().Wants().Without(sweep.DefaultFigures(s.N)...); len(more) > 0 {
		s.Figures = sweep.DefaultFigures(s.N).With(more...)
	}
	landmarked := slices.ContainsFunc(b.Methods(), func(m model.Method) bool { return m.Needs.Landmarks && slices.Contains(s.Methods, m.Name) })
	return Sweep(s, sweep.Parameters(b.Methods()), Rows{Source: b.Setting().Store.Source(), Header: header, Landmarked: landmarked}), nil
}
