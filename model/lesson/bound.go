package lesson

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// evidenceBound: the lower bound of the log evidence (Titsias 2009) rises with the landmarks until they suffice. The
// first m that twice as many landmarks raise by at most flat nats has nearly the test error of exact regression,
// although no test row has a part in the bound.
//
// At seeds 1 to 40 that m is 80, its test error is 1.0017 to 1.0061 times that of exact regression, and with m/4 the
// excess is 12 to 40 times as large. At μ = 0.001 it is 160, and at 0.05 it is 80 again.
func evidenceBound() Lesson {
	const flat = 2
	l := Lesson{
		Name: "evidence", Screen: "1", Data: "friedman", Value: "evidence", Free: []model.Name{model.RidgeName, model.ScoreRidgeName},
		Spec: preset(400, 3, sweep.Axis{Name: model.BudgetName, Values: []float64{10, 20, 40, 80, 160, 320}},
			model.Values{model.BudgetName: 80, model.GammaName: 0.02, model.RidgeName: 0.01, model.TargetRankName: 0}, "nystrom"),
		claim: func(e *evidence) {
			m, next := e.flattens(flat)
			if math.IsNaN(m) {
				return
			}
			rise := e.mean("nystrom", "evidence", next) - e.mean("nystrom", "evidence", m)
			e.AtMost(fmt.Sprintf("the bound's rise from m = %s to %s", claim.Number(m), claim.Number(next)), rise, flat)
			above := func(m float64) float64 {
				return e.mean("nystrom", "rmse_test", m)/e.mean("nystrom", "rmse_test_exact", m) - 1
			}
			e.AtMost(fmt.Sprintf("m = %s: the test error's excess over exact regression", claim.Number(m)), above(m), 0.02)
			e.AtLeast(fmt.Sprintf("m = %s: that excess in multiples of the one at m = %s", claim.Number(m/4), claim.Number(m)), above(m/4)/above(m), 5)
		},
	}
	l.Spec.Figures = l.Spec.Figures.With(sweep.FigureRegression, sweep.FigureExact, sweep.FigureEvidence)
	return withText(l)
}

// flattens returns the first m on the grid that has a quarter of it on the grid and whose double raises the bound by at
// most flat, and that double. If there is none it returns NaN, and the verdict is Waiting.
func (e *evidence) flattens(flat float64) (m, next float64) {
	grid := e.swept()
	for i := 2; i+1 < len(grid); i++ {
		rise := e.mean("nystrom", "evidence", grid[i+1]) - e.mean("nystrom", "evidence", grid[i])
		if math.IsNaN(rise) {
			return rise, rise
		}
		if rise <= flat {
			return grid[i], grid[i+1]
		}
	}
	e.Needs("another μ: with this one the bound still rises at the end of the grid")
	return math.NaN(), math.NaN()
}
