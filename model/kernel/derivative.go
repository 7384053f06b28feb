package kernel

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Differentiable is a kernel with a derivative by its geometry, the squared or the Manhattan distance.
type Differentiable interface {
	model.Kernel

	// Differentiate replaces every value v of the geometry by the kernel's value there, and writes the derivative by v to
	// slope. Where the kernel has a kink, at distance 0, it is 0: the derivatives by the points are then 0.
	Differentiate(v, slope []float64)
}

// Differentiate writes −γ·exp(−γv).
func (k Gaussian) Differentiate(v, slope []float64) {
	k.Apply(v)
	floats.ScaleTo(slope, -k.Gamma, v)
}

// Differentiate writes −γ·exp(−γv).
func (k Laplacian) Differentiate(v, slope []float64) {
	k.Apply(v)
	floats.ScaleTo(slope, -k.Gamma, v)
}

// Differentiate writes, with r = √v and a = √(2ν)·r/ℓ, −e⁻ᵃ/(2ℓr) for ν = ½, −3e⁻ᵃ/(2ℓ²) for ν = 3/2, and
// −5(1+a)e⁻ᵃ/(6ℓ²) for ν = 5/2.
func (k Matern) Differentiate(v, slope []float64) {
	scale := math.Sqrt(float64(k.TwoNu)) / k.Length
	linalg.ExpRoot(slope, v, -scale)
	for i, squared := range v {
		e, r := slope[i], math.Sqrt(squared)
		switch {
		case k.TwoNu == 5:
			slope[i] = -scale * scale / 6 * (1 + scale*r) * e
		case k.TwoNu == 3:
			slope[i] = -scale * scale / 2 * e
		case r > 0:
			slope[i] = -scale / (2 * r) * e
		default:
			slope[i] = 0
		}
	}
	k.Apply(v)
}
