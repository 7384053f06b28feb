package lesson

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// sufficientColumns: Bach's theorem in practice. Of columns drawn uniformly, a
// small multiple of the degrees of freedom d suffices for the risk of exact
// regression, whatever n is. On an even grid all
// leverage scores are equal, so that his d, n times the largest, is their sum.
//
// At seeds 1 to 40 the risk ratio is 0.94 with 3·d columns and 6.0 to 21
// with d/5. At other ridges, from 5 to 60, the claim holds as well.
func sufficientColumns() Lesson {
	l := Lesson{
		Name: "columns", Screen: "1", Data: "spline", Value: "risk_ratio", Free: []model.Name{model.RidgeName, model.ScoreRidgeName},
		Spec: preset(256, 10, sweep.Axis{Name: model.BudgetName, Values: []float64{1, 2, 3, 5, 7, 10, 14, 20, 28, 40, 56, 80}},
			model.Values{model.BudgetName: 56, kernel.BetaName: 1, model.RidgeName: 10, model.TargetRankName: 0}, "nystrom"),
		claim: func(e *evidence) {
			d := e.degreesOfFreedom()
			if math.IsNaN(d) {
				return
			}
			few, many := e.around(d/5, 3*d)
			if math.IsNaN(few) || math.IsNaN(many) {
				return
			}
			ratio := func(m float64) string {
				return fmt.Sprintf("d = %s: the risk ratio with m = %s", claim.Number(d), claim.Number(m))
			}
			e.AtMost(ratio(many)+" ≥ 3·d", e.mean("nystrom", "risk_ratio", many), 1.2)
			e.AtLeast(ratio(few)+" ≤ d/5", e.mean("nystrom", "risk_ratio", few), 1.5)
		},
	}
	l.Spec.Kernel, l.Spec.Width = "periodic", kernel.Width{}
	l.Spec.Figures = l.Spec.Figures.With(sweep.FigureDEff, sweep.FigureRegression, sweep.FigureExact)
	return withText(l)
}

// degreesOfFreedom returns the effective dimension at μ. If it is unknown it returns NaN, and the
// verdict is Waiting.
func (e *evidence) degreesOfFreedom() float64 {
	for _, r := range e.rows {
		if !equal(r.ScoreRidge, r.Mu) {
			e.Needs("γₛ equal to μ, as it is by default: d_eff is of γₛ")
			return math.NaN()
		}
		if d, ok := e.column(r, "d_eff"); ok {
			return d
		}
	}
	return math.NaN()
}

// around returns the largest value of the grid up to lo and the least one from hi on. If there
// is none it returns NaN, and the verdict is Waiting.
func (e *evidence) around(lo, hi float64) (below, above float64) {
	below, above = math.NaN(), math.NaN()
	for _, v := range e.swept() {
		if v <= lo {
			below = v
		}
		if v >= hi && math.IsNaN(above) {
			above = v
		}
	}
	if math.IsNaN(below) || math.IsNaN(above) {
		e.Needs(fmt.Sprintf("another μ: with this one d/5 = %s and 3·d = %s are not both on the grid", claim.Number(lo), claim.Number(hi)))
	}
	return below, above
}
