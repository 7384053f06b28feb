package data

import (
	"math"
	"math/rand/v2"
)

// bimodal is the unbalanced two-component mixture in the unit cube on which
// uniform sampling of columns does badly. With n training rows:
//
//	q   = n^0.6 / (n + n^0.6)
//	x   ∈ ℝ³: with probability q every coordinate is ½ + ½√u, u ~ U(0,1)
//	      (density 8(x−½) on [½,1]); otherwise x ~ U[0,¼]³
//	f(x) = g(‖x‖/√3),  g(t) = 1.6·|(t−0.4)(t−0.6)| − t(t−1)(t−2) − 0.5
//	y   = f(x) + N(0, 0.5²)
//
// Source: after the toy of Chen and Yang, "Accumulations of Projections: A
// Unified Framework for Random Sketches in Kernel Ridge Regression", AISTATS
// 2021, PMLR 130:2953–2961. Their page gives the idea and the target g; the
// component laws are set so that the effect the paper reports appears.
func bimodal() Generator {
	return Generator{
		name:  "bimodal",
		Title: "two components in a cube, one small: uniform sampling misses it",
		Doc: "A share q = n^0.6/(n+n^0.6) of the points has coordinates ½+½√u in [½,1]³, the rest is uniform in [0,¼]³. " +
			"y = g(‖x‖/√3) + N(0, 0.5²) with g(t) = 1.6|(t−0.4)(t−0.6)| − t(t−1)(t−2) − 0.5.",
		Ref:     "after Chen, Yang: Accumulations of Projections, AISTATS 2021 (PMLR 130:2953-2961)",
		columns: []string{"x1", "x2", "x3"},
		target:  "y",
		noise:   0.5,
		points:  bimodalPoints,
	}
}

func bimodalPoints(rows, n int, _ bool, rng *rand.Rand) (x, value []float64) {
	small := math.Pow(float64(n), 0.6)
	q := small / (float64(n) + small)
	x = make([]float64, 3*rows)
	value = make([]float64, rows)
	for i := range rows {
		p := x[3*i : 3*i+3]
		far := rng.Float64() < q
		for j := range p {
			u := rng.Float64()
			if far {
				p[j] = 0.5 + 0.5*math.Sqrt(u)
			} else {
				p[j] = 0.25 * u
			}
		}
		norm := math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2])
		value[i] = bimodalTruth(norm / math.Sqrt(3))
	}
	return x, value
}

func bimodalTruth(t float64) float64 {
	return 1.6*math.Abs((t-0.4)*(t-0.6)) - t*(t-1)*(t-2) - 0.5
}
