package regression

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// learnedFigure is one of the charts that the key v offers on the screen.
type learnedFigure struct {
	label, doc string
	column     sweep.Column // of the y axis
	cost       sweep.Column // of the x axis; without a name for the swept parameter
	over       model.Name   // the swept parameter unless another is chosen
}

// Columns whose charts show more than the methods' curves.
const (
	risk      = "risk"       // of one method, with bias and variance
	riskRatio = "risk_ratio" // with what theory promises
)

// figuresFor returns the charts for a target of numbers or of classes.
func figuresFor(classes bool) []learnedFigure {
	curves := func(name string) learnedFigure {
		c := lab.Column(name)
		return learnedFigure{label: c.Title(), doc: c.Doc, column: c, over: model.RidgeName}
	}
	against := func(what, name, cost, doc string) learnedFigure {
		x := lab.Column(cost)
		return learnedFigure{label: what + " against " + x.Title(),
			doc:    "each fit along m: " + what + " at the test rows, " + doc,
			column: lab.Column(name), cost: x, over: model.BudgetName}
	}
	const time, memory = "time of the fit", "what it stores"
	if classes {
		return []learnedFigure{
			curves("accuracy_test"), curves("logloss_test"),
			against("accuracy", "accuracy_test", "seconds", time), against("accuracy", "accuracy_test", "bytes", memory),
		}
	}
	parts, ratio := curves(risk), curves(riskRatio)
	parts.label = "bias and variance"
	parts.doc = "the two parts of the risk of one method, the one pointed at in the table"
	ratio.doc += ", with what theory promises"
	return []learnedFigure{
		curves("rmse_test"), parts, ratio,
		against("error", "rmse_test", "seconds", time), against("error", "rmse_test", "bytes", memory),
		curves("evidence"),
	}
}

// squeakRisk returns SQUEAK's bound on the risk ratio at a setting.
func (v *learned) squeakRisk(at lab.Setting) float64 {
	return exact.SqueakRiskFactor(at.Value(model.ScoreRidge(nil)), at.Value(model.Ridge(nil)),
		at.Value(model.Epsilon(nil)))
}

// promise returns the bounds that theory gives for the risk ratio: Bach's factor for columns drawn uniformly, and
// SQUEAK's factor, which depends on γₛ/μ and ε and is a curve where the swept parameter is one of these. The bounds do
// not extend the axis.
func (v *learned) promise(o *lab.Outcome) (lines []chart.HLine, curves []chart.Series) {
	const delta = 0.1
	line := func(y float64, labels ...string) {
		lines = append(lines, chart.HLine{Y: y, Labels: labels})
	}
	line(1, "exact regression", "exact")
	bach := number.Short(exact.BachRiskFactor(delta))
	from := bach
	if p := v.bench.ExactNow("bach_p"); !math.IsNaN(p) {
		from += " from m = " + number.Count(p)
	}
	line(exact.BachRiskFactor(delta), "theory, nystrom: 1+4δ = "+from, "theory, nystrom: "+from,
		"theory: nystrom "+bach, "nystrom "+bach, bach)
	squeak := chart.Series{Name: "squeak", Color: chart.NoColor, Faint: true, Dashed: true, NoMarkers: true}
	for _, x := range o.Axis.Values {
		at := v.bench.Setting.Clone()
		at.Set(v.bench.AxisParam(), x)
		squeak.X, squeak.Y = append(squeak.X, x), append(squeak.Y, v.squeakRisk(at))
	}
	if len(squeak.Y) > 0 && slices.Min(squeak.Y) < slices.Max(squeak.Y) {
		return lines, []chart.Series{squeak}
	}
	bound := v.squeakRisk(v.bench.Setting)
	now := number.Short(bound)
	line(bound, "theory, squeak: (1+γₛ/μ(1−ε))² = "+now, "theory: squeak "+now, "squeak "+now, now)
	return lines, nil
}
