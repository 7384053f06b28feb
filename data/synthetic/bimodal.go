package synthetic

import (
	"math"
	"math/rand/v2"
)

// bimodal is an unbalanced mixture, on which uniform sampling of columns does badly. n is the number of
// training rows. With u ~ U(0,1), the far component has the density 8(x−½) in each coordinate. The paper
// has the idea and the target g; the laws of the components are chosen here so that the effect which it
// reports appears.
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
		point:   bimodalPoint,
	}
}

func bimodalPoint(x []float64, _, n int, rng *rand.Rand) float64 {
	small := math.Pow(float64(n), 0.6)
	isFar := rng.Float64() < small/(float64(n)+small)
	for j := range x {
		u := rng.Float64()
		if isFar {
			x[j] = 0.5 + 0.5*math.Sqrt(u)
		} else {
			x[j] = 0.25 * u
		}
	}
	norm := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
	return bimodalTruth(norm / math.Sqrt(3))
}

func bimodalTruth(t float64) float64 {
	return 1.6*math.Abs((t-0.4)*(t-0.6)) - t*(t-1)*(t-2) - 0.5
}
