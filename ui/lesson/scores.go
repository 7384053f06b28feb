package lesson

import "gramscope/model/sweep"

// leverageScores: landmarks by ridge leverage scores, exact or estimated, find a
// small cluster that uniform ones miss (algorithms.md 3.8 and 14.2).
func leverageScores() Lesson {
	return withText(Lesson{
		Name: "scores", Screen: "3", Data: "bimodal", Value: "error", Free: []string{"mu"},
		Spec: preset(400, 4, sweep.Axis{Name: "m", Values: []float64{10, 20, 40, 80, 160}},
			map[string]float64{"gamma": 15, "rank": 0, "score-ridge": 0.01, "mu": 0.01}, "nystrom", "rls", "recursive-rls"),
		claim: func(e *evidence) {
			for _, m := range []float64{80, 160} {
				uniform := e.figure("nystrom", "error", m)
				e.atMost("", e.figure("rls", "error", m), 1.0/3, uniform)
				e.atMost(e.where(m), e.figure("recursive-rls", "error", m), 1.0/2, uniform)
			}
		},
	})
}
