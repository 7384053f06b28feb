package regression

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// learned is the second chart of the regression screen: what a regression on the approximations yields.
type learned struct {
	base
	curves curve.Curves
	label  string     // of the figure shown
	over   model.Name // the swept parameter that was chosen; "" for that of the figure

	curve.Axes
}

// figure returns the figure that is shown, or the first one if the present target does not have it.
func (v *learned) figure() learnedFigure {
	list := figuresFor(v.bench.Setting.Classifies())
	for _, f := range list {
		if f.label == v.label {
			return f
		}
	}
	return list[0]
}

// title heads the pane.
func (v *learned) title(built chart.Lines, w int) string {
	f, over := v.figure(), " over "+v.bench.AxisParam().Symbol
	var beside []string
	switch {
	case f.column.Name == risk:
		of := f.label + " of " + v.bench.CurrentName()
		return v.look.Longest(w, of+over+"   ── exact risk", of+over+"  ── exact", of+over, of, f.label)
	case f.column.Name == riskRatio:
		beside = []string{"   ┄┄ theory"}
	case f.column.Exact != "":
		beside = []string{"   ── exact"}
	}
	return screen.Title(v.curves, v.look, built, w, f.column, f.cost, beside...)
}

// text draws the chart. It names the parts of a risk above it, as their markers are not those of methods.
func (v *learned) text(built chart.Lines, w, h int) []string {
	if v.figure().column.Name != risk {
		return screen.Drawn(v.look, built, w, h)
	}
	return screen.Named(v.look, nil, built, w, h)
}

// lines returns the chart.
func (v *learned) lines() (lines chart.Lines) {
	f := v.figure()
	if why := v.absent(f); why != "" {
		return chart.Lines{Empty: why}
	}
	var promised []chart.Series
	if o := v.bench.Shown(); f.cost.Name != "" {
		lines = v.curves.OverResult(&v.Axes, f.cost, f.column, true)
		if exact := v.bench.ExactNow(f.column.Exact); !math.IsNaN(exact) {
			lines.HLines = []chart.HLine{{Y: exact, Labels: []string{"exact regression", "exact"}}}
		}
	} else {
		lines = v.curves.OverSwept(&v.Axes, f.column, true)
		if f.column.Name == risk {
			lines.Series, lines.Points = v.parts(o), nil
		}
		if f.column.Exact != "" { // which every method's rows have
			exact := screen.OfFirst(v.bench, o, f.column.Exact, model.Names(v.bench.Methods)...)
			exact.Name, exact.Color, exact.Thin, exact.NoMarkers = "exact", chart.NoColor, true, true
			lines.Series = append(lines.Series, exact)
		}
		if f.column.Name == riskRatio {
			lines.HLines, promised = v.promise(o)
		}
	}
	lines.Empty = v.bench.WhyEmpty("")
	curve.OfOne(&lines, v.bench.CurrentName())
	v.Settle(&lines, f.column, nil, v.bench.Outcome.Finished)
	v.curves.NameBand(&lines)
	lines.Series = append(lines.Series, promised...)
	return lines
}

// parts returns the bias, variance and risk of one method.
func (v *learned) parts(o *lab.Outcome) []chart.Series {
	if o.Grid(v.bench.CurrentName()) == nil {
		return nil
	}
	var list []chart.Series
	for i, name := range []string{"bias", "variance", risk} {
		line := screen.OfFirst(v.bench, o, name, v.bench.CurrentName()) // three bands would hide each other
		line.Color = i
		list = append(list, line)
	}
	return list
}

// needs returns the figures that the chart needs from the sweep.
func (v *learned) needs() sweep.Figures {
	f, at := v.figure(), v.bench.Setting
	switch {
	case !at.Store.Source().HasTarget():
		return nil
	case f.cost.Name != "" || at.Classifies() || at.Spec.N > at.Spec.ExactLimit:
		return f.column.Needs().With(sweep.FigureRegression).Without(sweep.FigureExact)
	case f.column.Figure == sweep.FigureEvidence:
		return lab.Column(f.column.Exact).Needs().With(sweep.FigureEvidence)
	}
	return sweep.Figures{sweep.FigureRegression, sweep.FigureExact}
}

// absent returns the reason why a figure of the regression can't be computed, or "".
func (v *learned) absent(f learnedFigure) string {
	at := v.bench.Setting
	source := at.Store.Source()
	tested := f.column.Figure == sweep.FigureRegression && f.column.Name != risk
	switch {
	case v.noTarget() != "":
		return v.noTarget()
	case tested && at.Spec.Test == 0:
		return "no test rows: start with --test 0.2"
	case tested && source.Rows() > 0 && at.Spec.N >= source.Rows():
		return fmt.Sprintf("no test rows: n takes all %d rows of %s; lower n", source.Rows(), source.Name())
	case f.column.Name == riskRatio:
		return lab.NoExactFit(at.Spec.N, at.Spec.ExactLimit)
	}
	return ""
}
