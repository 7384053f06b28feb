package lesson

import (
	"gramscope/model"
	"gramscope/model/sweep"
)

// blockOrLowRank: MEKA's opening argument. From wide kernels to narrow ones
// Nyström's error rises and BKA's falls.
//
// At seeds 1 to 40 BKA's error is 3e4 times Nyström's and more at the wide end,
// Nyström's 7.2 to 33 times BKA's at the narrow end, and no step goes the wrong
// way.
func blockOrLowRank() Lesson {
	const narrow, wide = 100, 0.01
	return withText(Lesson{
		Name: "gamma", Screen: "4", Data: "blobs", Value: "error", Free: []model.Name{model.ScoreRidgeName},
		Spec: preset(400, 3, sweep.Axis{Name: model.GammaName, Values: []float64{wide, 0.03, 0.1, 0.3, 1, 3, 10, 30, narrow}},
			model.Values{model.BudgetName: 40, model.ClustersName: 10, model.TargetRankName: 0}, "nystrom", "bka"),
		claim: func(e *evidence) {
			e.TimesSmaller(e.errorAt("nystrom", wide), 100, e.error("bka", wide))
			e.TimesSmaller(e.errorAt("bka", narrow), 4, e.error("nystrom", narrow))
			e.goes("the error of nystrom", "nystrom", "error", true)
			e.goes("the error of bka", "bka", "error", false)
		},
	})
}
