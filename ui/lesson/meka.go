package lesson

import "gramscope/model/sweep"

// memory: MEKA stores n·m/c + m² numbers at rank m where a Nyström factor takes
// n·m, and is the better at equal memory (algorithms.md 9.3 and 14.4).
func memory() Lesson {
	const rank, equal = 80, 30 // at n = 500 and c = 5: 14 400 numbers, and a factor of 15 000
	return withText(Lesson{
		Name: "meka", Screen: "1", Data: "blobs", Value: "error", Free: []string{"mu"},
		Spec: preset(500, 5, sweep.Axis{Name: "m", Values: []float64{10, 20, equal, 40, 60, rank}},
			map[string]float64{"gamma": 1, "clusters": 5, "rank": 0, "ranks": 0, "rho": 2, "drop": 0, "psd": 0, "mu": 0.01}, "nystrom", "meka"),
		claim: func(e *evidence) {
			bytes, error := figure{"meka's bytes", e.mean("meka", "bytes", rank)}, e.figure("meka", "error", rank)
			e.atMost(e.where(rank), bytes, 0.4, figure{"nystrom's", e.mean("nystrom", "bytes", rank)})
			e.atMost(e.where(rank), error, 2, e.figure("nystrom", "error", rank))
			e.atMost("", bytes, 1, figure{"nystrom's", e.mean("nystrom", "bytes", equal)})
			e.atMost(e.where(equal)+" of nystrom", error, 1.0/1.5, e.figure("nystrom", "error", equal))
		},
	})
}
