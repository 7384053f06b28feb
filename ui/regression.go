package ui

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/number"
	"gramscope/ui/widget"
)

// regression is the sixth screen: good settings for γ and μ, and what a
// regression on the approximations comes to.
func regression() board {
	return board{
		key: "6", name: "Regression", abreast: 70, first: firstPane,
		charts: []view{
			{mode: onHeat, title: (*explorer).heatTitle, draw: (*explorer).heatText, click: (*explorer).clickHeat,
				figure: (*explorer).heatFigure, name: (*explorer).heatName},
			{mode: onLearned, title: (*explorer).learnedTitle, legend: (*explorer).legend, lines: (*explorer).learnedLines, axes: func(m *explorer) *curve.Axes { return &m.learned.Axes }, draw: (*explorer).learnedText},
		},
		need: func(m *explorer) lab.Need { return lab.Need{Over: m.learnedOver(), Figures: m.learnedWants()} },
		over: func(m *explorer) func(string) {
			return func(name string) {
				m.learned.over[m.learned.figure(m.Setting).label] = name
				m.learned.show(m.learned.label)
				m.follow()
			}
		},
		start: (*explorer).startHeat,
		stop:  (*explorer).stopHeat,
		hint: func(m *explorer, word string) string {
			switch word {
			case "over":
				return "over: " + m.AxisParam().Symbol
			case "value":
				return "value: " + m.learned.figure(m.Setting).label
			}
			return word
		},
		keys: regressionKeys(),
	}
}

func regressionKeys() []binding {
	move := func(columns, rows int) func(*explorer) {
		return func(m *explorer) { m.heat.move(columns, rows) }
	}
	return []binding{
		{keys: []string{"enter"}, show: "enter", does: "on the map: take the cell's γ and μ over into the knobs; u undoes", hint: "take γ and μ", in: onHeat, run: do((*explorer).takeCell)},
		{keys: []string{"left", "h"}, show: "←", does: "on the map: a smaller γ", in: onHeat, run: do(move(-1, 0))},
		{keys: []string{"right", "l"}, show: "→", does: "on the map: a larger γ", in: onHeat, run: do(move(1, 0))},
		{keys: []string{"up", "k"}, show: "↑", does: "on the map: a larger μ", in: onHeat, run: do(move(0, 1))},
		{keys: []string{"down", "j"}, show: "↓", does: "on the map: a smaller μ", in: onHeat, run: do(move(0, -1))},
		{show: "←→↑↓", hint: "cell", in: onHeat},
		{keys: []string{"b"}, show: "b", does: "on the map: back to the best cell", hint: "best", in: onHeat, run: do(func(m *explorer) { m.heat.moved = false })},
		{keys: []string{"v"}, show: "v", does: "on the map: another method's map, or that of exact regression", hint: "whose", in: onHeat, run: do((*explorer).otherMap)},
		{keys: []string{"o"}, show: "o", does: "choose the swept parameter of the chart", hint: "over", in: onPanes &^ onHeat, run: do((*explorer).overMenu)},
		{keys: []string{"v"}, show: "v", does: "choose what the chart shows", hint: "value", in: onPanes &^ onHeat, run: do((*explorer).learnedMenu)},
		{keys: []string{"x"}, show: "x", does: "x axis of the chart: log or linear", in: onPanes &^ onHeat, run: do(func(m *explorer) { m.learned.X.Toggle() })},
		{keys: []string{"y"}, show: "y", does: "y axis of the chart: log or linear", in: onPanes &^ onHeat,
			run: do(func(m *explorer) { m.learned.FlipY() })},
	}
}

// learnedMenu offers the chart's figures.
func (m *explorer) learnedMenu() {
	m.menu = widget.Menu{Title: "show"}
	now := m.learned.figure(m.Setting)
	for i, f := range learnedFigures(m.Setting.Classifies()) {
		it := widget.Item{Name: f.label, Note: f.doc}
		if why := m.notLearned(f); why != "" {
			it.Note, it.Unmet = why, true
		}
		m.menu.Items = append(m.menu.Items, it)
		if f.label == now.label {
			m.menu.At = i
		}
	}
	m.menu.Then = func(label string) {
		m.learned.show(label)
		m.follow()
	}
}

// show lets the chart show a figure.
func (v *learnedView) show(label string) {
	v.label, v.Axes = label, curve.Axes{}
}

// learnedWants is what the chart needs of the sweep.
func (m *explorer) learnedWants() sweep.Figures {
	f, s := m.learned.figure(m.Setting), m.Setting
	switch {
	case !s.Store.Source().HasTarget():
		return nil
	case f.kind == asCosts || s.Classifies() || s.Spec.N > s.Spec.ExactLimit:
		return sweep.Figures{sweep.FigureRegression}
	}
	return sweep.Figures{sweep.FigureRegression, sweep.FigureExact}
}

// noTarget says why nothing can be learned, or "".
func (m *explorer) noTarget() string {
	if m.Setting.Store.Source().HasTarget() {
		return ""
	}
	return "no target to learn: choose data with d, and there the target with t; or start with --target NAME"
}

// notLearned says why a figure can't be had, or "".
func (m *explorer) notLearned(f learnedFigure) string {
	s := m.Setting
	source := s.Store.Source()
	tested := f.kind == asCurves || f.kind == asCosts
	switch {
	case m.noTarget() != "":
		return m.noTarget()
	case tested && s.Spec.Test == 0:
		return "no test rows: start with --test 0.2"
	case tested && source.Rows() > 0 && s.Spec.N >= source.Rows():
		return fmt.Sprintf("no test rows: n takes all %d rows of %s; lower n", source.Rows(), source.Name())
	case f.kind == asRatios && s.Spec.N > s.Spec.ExactLimit:
		return sweep.NoExactFit(s.Spec.N, s.Spec.ExactLimit)
	}
	return ""
}

// learning stands in a chart without figures.
func (m *explorer) learning() string {
	switch {
	case len(m.Setting.Active(m.Methods)) == 0:
		return "no method runs: choose one in the table"
	case m.Failed != nil:
		return lab.InKeys(m.Failed.Error())
	case m.Out.Refused != nil:
		return lab.InKeys(m.Out.Refused.Error())
	case m.Out.Finished:
		return "no chosen method has this figure"
	case m.Out.Total > 0 && m.Out.Done >= m.Out.Total:
		return "computing the exact regression"
	}
	return "computing"
}

// squeakRisk is what SQUEAK's theory promises at a setting.
func (m *explorer) squeakRisk(s lab.Setting) float64 {
	value := func(p model.Param) float64 { return s.Value(p, m.Widths()) }
	return exact.SqueakRiskFactor(value(model.ScoreRidge(nil)), value(model.Ridge(nil)), value(model.Epsilon(nil)))
}

// promise is what theory says of the risk ratio: Bach's factor for columns drawn
// uniformly, and SQUEAK's, which follows γₛ/μ and ε and is a curve where the
// swept parameter is one of these. The axis is not stretched for them.
func (m *explorer) promise(o *lab.Outcome) (lines []chart.HLine, curves []chart.Series) {
	const delta = 0.1
	line := func(y float64, labels ...string) {
		lines = append(lines, chart.HLine{Y: y, Labels: labels, Color: chart.NoColor, Faint: true})
	}
	line(1, "exact regression", "exact")
	bach := number.Short(exact.BachRiskFactor(delta))
	from := ""
	if p := m.ExactNow("bach_p"); !math.IsNaN(p) {
		from = " from m = " + number.Count(p)
	}
	line(exact.BachRiskFactor(delta), "theory, nystrom: 1+4δ = "+bach+from, "theory, nystrom: "+bach+from, "theory: nystrom "+bach, "nystrom "+bach, bach)
	squeak := chart.Series{Name: "squeak", Color: chart.NoColor, Faint: true, Dashed: true, NoMarkers: true}
	for _, x := range o.Axis.Values {
		s := m.Setting.Clone()
		s.Set(m.AxisParam(), x)
		squeak.X, squeak.Y = append(squeak.X, x), append(squeak.Y, m.squeakRisk(s))
	}
	if len(squeak.Y) > 0 && slices.Min(squeak.Y) < slices.Max(squeak.Y) {
		return lines, []chart.Series{squeak}
	}
	now := m.squeakRisk(m.Setting)
	line(now, "theory, squeak: (1+γₛ/μ(1−ε))² = "+number.Short(now), "theory: squeak "+number.Short(now), "squeak "+number.Short(now), number.Short(now))
	return lines, nil
}
