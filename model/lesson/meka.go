package lesson

import (
	"fmt"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// memory: MEKA stores n·m/c + m² numbers at rank m where a Nyström factor takes
// n·m, and is the better at equal memory.
//
// At seeds 1 to 40 MEKA's error is 0.56 to 1.2 times Nyström's of the same rank,
// and Nyström's of the same memory is 2.6 to 4.9 times MEKA's.
func memory() Lesson {
	const rank, equal = 80, 30 // at n = 500 and c = 5: 14 400 numbers, and a factor of 15 000
	return withText(Lesson{
		Name: "meka", Screen: "1", Data: "blobs", Value: "error", Free: []model.Name{model.RidgeName, model.ScoreRidgeName},
		Spec: preset(500, 5, sweep.Axis{Name: model.BudgetName, Values: []float64{10, 20, equal, 40, 60, rank}},
			model.Values{model.BudgetName: rank, model.GammaName: 1, model.ClustersName: 5, model.TargetRankName: 0, model.RanksName: model.RanksEqual, model.OversamplingName: 2, model.DropName: 0, model.PSDName: model.No, model.RidgeName: 0.01}, "nystrom", "meka"),
		claim: func(e *evidence) {
			thousands := func(method string, m float64) claim.Figure {
				return claim.Of(fmt.Sprintf("the kB of %s with m = %v", method, m), e.mean(method, "bytes", m)/1000)
			}
			bytes, error := thousands("meka", rank), e.errorAt("meka", rank)
			e.AtMostTimes(error, 2, e.error("nystrom", rank))
			e.AtMostTimes(bytes, 0.4, thousands("nystrom", rank))
			e.AtMostTimes(bytes, 1, thousands("nystrom", equal))
			e.TimesSmaller(error, 1.5, claim.Of(fmt.Sprintf("nystrom with m = %v", equal), e.mean("nystrom", "error", equal)))
		},
	})
}
