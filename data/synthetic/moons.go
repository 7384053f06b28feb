package synthetic

import (
	"math"
	"math/rand/v2"
)

// moonSpread is the standard deviation of the points around their half circle.
const moonSpread = 0.15

// moons are two interleaved half circles in the plane, a target of two classes
// that no straight line separates.
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
		point:   moonPoint,
	}
}

func moonPoint(x []float64, _, _ int, rng *rand.Rand) (class float64) {
	class = float64(rng.IntN(2))
	sin, cos := math.Sincos(math.Pi * rng.Float64())
	if class == 0 {
		x[0], x[1] = cos, sin
	} else {
		x[0], x[1] = 1-cos, 0.5-sin
	}
	x[0] += moonSpread * rng.NormFloat64()
	x[1] += moonSpread * rng.NormFloat64()
	return class
}
