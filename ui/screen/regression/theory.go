package regression

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
)

// squeakRisk returns SQUEAK's bound on the risk ratio at a setting.
func (v *learned) squeakRisk(at lab.Setting) float64 {
	value := func(p model.Param) float64 { return at.Value(p, v.bench.Widths()) }
	return exact.SqueakRiskFactor(value(model.ScoreRidge(nil)), value(model.Ridge(nil)), value(model.Epsilon(nil)))
}

// promise returns the bounds that theory gives for the risk ratio: Bach's factor for columns drawn
// uniformly, and SQUEAK's factor. The latter depends on γₛ/μ and ε, and is a curve where the
// swept parameter is one of these. The axis is not extended to show them.
func (v *learned) promise(o *lab.Outcome) (lines []chart.HLine, curves []chart.Series) {
	const delta = 0.1
	line := func(y float64, labels ...string) {
		lines = append(lines, chart.HLine{Y: y, Labels: labels})
	}
	line(1, "exact regression", "exact")
	bach := number.Short(exact.BachRiskFactor(delta))
	from := ""
	if p := v.bench.ExactNow("bach_p"); !math.IsNaN(p) {
		from = " from m = " + number.Count(p)
	}
	line(exact.BachRiskFactor(delta), "theory, nystrom: 1+4δ = "+bach+from, "theory, nystrom: "+bach+from, "theory: nystrom "+bach, "nystrom "+bach, bach)
	squeak := chart.Series{Name: "squeak", Color: chart.NoColor, Faint: true, Dashed: true, NoMarkers: true}
	for _, x := range o.Axis().Values {
		at := v.bench.Setting().Clone()
		at.Set(v.bench.AxisParam(), x)
		squeak.X, squeak.Y = append(squeak.X, x), append(squeak.Y, v.squeakRisk(at))
	}
	if len(squeak.Y) > 0 && slices.Min(squeak.Y) < slices.Max(squeak.Y) {
		return lines, []chart.Series{squeak}
	}
	now := v.squeakRisk(v.bench.Setting())
	line(now, "theory, squeak: (1+γₛ/μ(1−ε))² = "+number.Short(now), "theory: squeak "+number.Short(now), "squeak "+number.Short(now), number.Short(now))
	return lines, nil
}
