package lesson

import (
	"fmt"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// onePass: what SQUEAK promises. In one pass over the points it keeps a
// dictionary that follows the effective dimension and not n, from which
// 0 ≤ K−K̃ ≤ γₛ/(1−ε)·I.
//
// The promise is one in probability and for more copies q̄ of a point than
// anybody takes. With 30 it is kept in all 320 runs at seeds 1 to 40, with 20 in
// 157 of the first 160. The dictionary grows 1.2 to 1.7 times as much as d_eff,
// and 0.49 to 0.57 of K is read.
func onePass() Lesson {
	const small, large = 60, 480
	l := Lesson{
		Name: "squeak", Screen: "5", Data: "bimodal", Value: "epsilon_s", Free: []model.Name{model.RidgeName, model.BudgetName},
		Spec: preset(large, 2, sweep.Axis{Name: model.TrainRowsName, Values: []float64{small, 120, 240, large}},
			model.Values{model.GammaName: 5, model.ScoreRidgeName: 1, model.RidgeName: 1, model.BudgetName: 60, model.EpsilonName: 0.5, model.QBarName: 30, model.HalvingName: model.No, model.SizeRuleName: model.SizeByRidge, model.TargetRankName: 0},
			"squeak", "nystrom"),
		claim: func(e *evidence) {
			kept, runs := 0.0, 0
			for _, n := range e.swept() {
				for _, ok := range e.all("squeak", "gamma_ok", n) {
					kept += ok
					runs++
				}
			}
			e.Says(kept == float64(runs), fmt.Sprintf("K−K̃ ≤ 2γₛ holds in %s of %d runs", claim.Number(kept), runs))
			growth := func(column string) float64 { return e.mean("squeak", column, large) / e.mean("squeak", column, small) }
			e.AtMostTimes(claim.Of(fmt.Sprintf("while n grows by a factor of %d, the growth of the dictionary", large/small), growth("rank_used")), 2, claim.Of("that of d_eff", growth("d_eff")))
			e.AtMost("the fraction of K that is read", e.mean("squeak", "entries", large)/(large*large), 0.75)
		},
	}
	l.Spec.Figures = l.Spec.Figures.With(sweep.FigureDEff, sweep.FigureDiagnostics)
	return withText(l)
}
