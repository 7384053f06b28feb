package synthetic

import (
	"math"
	"math/rand/v2"
)

// friedman is Friedman's first test function (section 4.3 of the paper); with
// noise of standard deviation 1 and ten features, the last five without effect, it is also
// in Breiman, "Bagging predictors", 1996.
func friedman() Generator {
	return Generator{
		name:    "friedman",
		Title:   "Friedman #1: ten features, five of them without effect",
		Doc:     "x uniform in [0,1]¹⁰, y = 10 sin(πx₁x₂) + 20(x₃−½)² + 10x₄ + 5x₅ + N(0, 1).",
		Ref:     "Friedman: Multivariate adaptive regression splines, Annals of Statistics 19(1):1-67, 1991",
		columns: []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10"},
		target:  "y",
		noise:   1,
		point: func(x []float64, _, _ int, rng *rand.Rand) float64 {
			for j := range x {
				x[j] = rng.Float64()
			}
			return friedmanTruth(x)
		},
	}
}

func friedmanTruth(x []float64) float64 {
	return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
}
