package synthetic

import (
	"math"
	"math/rand/v2"
)

// spline is Bach's simulation on periodic splines: a periodic function on an even grid, in
// one column x ∈ [0,1). It is meant for the `periodic` kernel, with which K is circulant.
func spline() Generator {
	return Generator{
		name:  "spline",
		Title: "a periodic function on an even grid, for the periodic kernel",
		Doc: "Training points xⱼ = j/n, test points uniform in [0,1). y = Σᵢ 2 i^−8 cos(2πix) + N(0, 1): " +
			"so smooth that its first wave is nearly all of it.",
		Ref:     "Bach: Sharp analysis of low-rank kernel matrix approximations, COLT 2013 (arXiv 1208.2015)",
		columns: []string{"x"},
		target:  "y",
		noise:   1,
		point:   onCircle(splineTruth),
	}
}

// onCircle returns a Generator.point with training points xⱼ = j/n, j = 0…n−1, test points
// uniform in [0,1), and the values of truth.
func onCircle(truth func(x float64) float64) func(x []float64, row, n int, rng *rand.Rand) float64 {
	return func(x []float64, row, n int, rng *rand.Rand) float64 {
		if row == testRow {
			x[0] = rng.Float64()
		} else {
			x[0] = float64(row) / float64(n)
		}
		return truth(x[0])
	}
}

// splineTruth sums the series from its smallest term up: i^−8 is below 1e−17 from i = 135 on.
func splineTruth(x float64) float64 {
	var f float64
	for i := 134; i >= 1; i-- {
		f += 2 * math.Pow(float64(i), -8) * math.Cos(2*math.Pi*float64(i)*x)
	}
	return f
}
