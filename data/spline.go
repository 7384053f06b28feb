package data

import (
	"math"
	"math/rand/v2"
)

// spline is Bach's setting of periodic functions on an even grid (the simulation on
// periodic splines), in one column x ∈ [0,1), made for the `periodic` kernel: K is
// circulant then.
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

// onCircle makes training points xⱼ = j/n, j = 0…n−1, and test points anywhere in [0,1),
// with the values of truth.
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

// splineTruth sums the series from its smallest term up: beyond 134 of them i^−8 is below 1e−17.
func splineTruth(x float64) float64 {
	var f float64
	for i := 134; i >= 1; i-- {
		f += 2 * math.Pow(float64(i), -8) * math.Cos(2*math.Pi*float64(i)*x)
	}
	return f
}
