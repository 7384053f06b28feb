package lesson

import (
	"gramscope/model"
	"gramscope/model/sweep"
)

// accumulating: between Nyström and a Gaussian sketch by adding up sub-sampling
// matrices. A medium number of them is as accurate as
// a Gaussian sketch and reads a fraction of K.
//
// At seeds 1 to 60 the error with a = 1 is 0.77 to 1.4 times Nyström's and 3.7 to
// 6.6 times that of a Gaussian sketch, with a = 8 it is 0.94 to 1.6 times that.
func accumulating() Lesson {
	const some = 8
	return withText(Lesson{
		Name: "accumulate", Screen: "1", Data: "bimodal", Value: "error", Free: []model.Name{model.RidgeName, model.ScoreRidgeName},
		Spec: preset(600, 10, sweep.Axis{Name: model.AccumulationsName, Values: []float64{1, 2, 4, some, 16}},
			model.Values{model.AccumulationsName: some, model.GammaName: 15, model.BudgetName: 30, model.TargetRankName: 0, model.DrawName: model.DrawUniform, model.RidgeName: 0.01}, "accumulation", "nystrom", "gaussian-sketch"),
		claim: func(e *evidence) {
			one, gaussian := e.error("accumulation", 1), e.error("gaussian-sketch", 1)
			e.AtMostTimes(e.errorAt("accumulation", 1), 2, e.error("nystrom", 1))
			e.AtLeastTimes(one, 2, gaussian)
			e.AtMostTimes(e.errorAt("accumulation", some), 2, gaussian)
			e.AtMost("the fraction of K it reads", e.mean("accumulation", "entries", some)/e.mean("gaussian-sketch", "entries", some), 0.5)
		},
	})
}
