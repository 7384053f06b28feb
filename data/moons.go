package data

import (
	"math"
	"math/rand/v2"
)

// moonSpread is the standard deviation of the points around their half circle.
const moonSpread = 0.15

// moons are two interleaved half circles in the plane, a target of two classes
// that no straight line separates. The class is a fair coin, t ~ U[0,π]:
//
//	upper (0):  x = (cos t, sin t)         + N(0, 0.15² I₂)
//	lower (1):  x = (1−cos t, ½−sin t)     + N(0, 0.15² I₂)
//
// Source: make_moons of scikit-learn (sklearn/datasets/_samples_generator.py),
// with t random instead of an even grid.
func moons() Generator {
	return Generator{
		name:  "moons",
		Title: "two interleaved half circles: a target of two classes",
		Doc: "Class upper: (cos t, sin t), class lower: (1−cos t, ½−sin t), t uniform in [0,π], " +
			"each class with probability ½; the points scatter around the arcs with standard deviation 0.15.",
		Ref:     "scikit-learn, make_moons",
		columns: []string{"x1", "x2"},
		target:  "moon",
		classes: []string{"upper", "lower"},
		points:  moonPoints,
	}
}

func moonPoints(rows, _ int, _ bool, rng *rand.Rand) (x, class []float64) {
	x = make([]float64, 2*rows)
	class = make([]float64, rows)
	for i := range rows {
		class[i] = float64(rng.IntN(2))
		sin, cos := math.Sincos(math.Pi * rng.Float64())
		if class[i] == 0 {
			x[2*i], x[2*i+1] = cos, sin
		} else {
			x[2*i], x[2*i+1] = 1-cos, 0.5-sin
		}
		x[2*i] += moonSpread * rng.NormFloat64()
		x[2*i+1] += moonSpread * rng.NormFloat64()
	}
	return x, class
}
