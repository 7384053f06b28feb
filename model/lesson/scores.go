package lesson

import (
	"gramscope/model"
	"gramscope/model/sweep"
)

// leverageScores: landmarks by ridge leverage scores, exact or estimated, find a
// small cluster that uniform ones miss.
//
// At seeds 1 to 40 the error of uniform landmarks is 8.4 to 74 times that of exact
// scores and 2.9 to 19 times that of estimated ones.
func leverageScores() Lesson {
	const m = 80 // above d_eff, which is about 50
	return withText(Lesson{
		Name: "scores", Screen: "3", Data: "bimodal", Value: "error", Free: []model.Name{model.RidgeName},
		Spec: preset(400, 4, sweep.Axis{Name: model.BudgetName, Values: []float64{10, 20, 40, m, 160}},
			model.Values{model.BudgetName: m, model.GammaName: 15, model.TargetRankName: 0, model.ScoreRidgeName: 0.01, model.RidgeName: 0.01}, "nystrom", "rls", "recursive-rls"),
		claim: func(e *evidence) {
			uniform := e.error("nystrom", m)
			e.TimesSmaller(e.errorAt("rls", m), 4, uniform)
			e.TimesSmaller(e.errorAt("recursive-rls", m), 2, uniform)
		},
	})
}
