package data

import (
	"math"
	"math/rand/v2"
)

// splineSmoothness is δ of spline's target, and splineTerms the number of
// terms of its series: i^−δ is below 1e−17 beyond.
const (
	splineSmoothness = 8
	splineTerms      = 134
)

// spline is Bach's setting of periodic functions on an even grid, in one
// column x ∈ [0,1), made for the `periodic` kernel (K is circulant then):
//
//	training rows xⱼ = j/n, j = 0…n−1;  test rows x ~ U[0,1)
//	f(x) = Σᵢ₌₁ 2 νᵢ^½ cos(2πix),  νᵢ = i^−2δ, δ = 8
//	y = f(x) + N(0, 1)
//
// Source: Bach, "Sharp analysis of low-rank kernel matrix approximations",
// COLT 2013 (arXiv 1208.2015), the simulation on periodic splines.
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
		points: func(rows, n int, test bool, rng *rand.Rand) (x, value []float64) {
			return onCircle(rows, n, test, rng, splineTruth)
		},
	}
}

// onCircle makes training points on an even grid of [0, 1) and test points anywhere
// in it, with the values of truth.
func onCircle(rows, n int, test bool, rng *rand.Rand, truth func(x float64) float64) (x, value []float64) {
	x = make([]float64, rows)
	value = make([]float64, rows)
	for i := range rows {
		if test {
			x[i] = rng.Float64()
		} else {
			x[i] = float64(i) / float64(n)
		}
		value[i] = truth(x[i])
	}
	return x, value
}

// splineTruth sums the series from its smallest term up.
func splineTruth(x float64) float64 {
	var f float64
	for i := splineTerms; i >= 1; i-- {
		f += 2 * math.Pow(float64(i), -splineSmoothness) * math.Cos(2*math.Pi*float64(i)*x)
	}
	return f
}
