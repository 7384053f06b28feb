package kernel

import (
	"math"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Differentiable is a kernel with a derivative by its geometry, the squared or the Manhattan distance.
type Differentiable interface {
	model.Kernel

	// Derivative replaces every value of the geometry by the derivative of the kernel's value there. Where
	// the kernel has a kink, at distance 0, it is 0: the derivatives by the points are then 0.
	Derivative(v []float64)
}

// Derivative is −γ·exp(−γv).
func (k Gaussian) Derivative(v []float64) { scaledBy(v, -k.Gamma, k) }

// Derivative is −γ·exp(−γv).
func (k Laplacian) Derivative(v []float64) { scaledBy(v, -k.Gamma, k) }

func scaledBy(v []float64, factor float64, k model.Kernel) {
	k.Apply(v)
	for i := range v {
		v[i] *= factor
	}
}

// Derivative is, with r = √v and a = √(2ν)·r/ℓ, −e⁻ᵃ/(2ℓr) for ν = ½, −3e⁻ᵃ/(2ℓ²) for ν = 3/2, and
// −5(1+a)e⁻ᵃ/(6ℓ²) for ν = 5/2.
func (k Matern) Derivative(v []float64) {
	scale := math.Sqrt(float64(k.TwoNu)) / k.Length
	var buf [256]float64
	for ; len(v) > 0; v = v[min(len(v), len(buf)):] {
		e := buf[:min(len(v), len(buf))]
		linalg.ExpRoot(e, v[:len(e)], -scale)
		for i, squared := range v[:len(e)] {
			r := math.Sqrt(squared)
			switch {
			case k.TwoNu == 5:
				v[i] = -scale * scale / 6 * (1 + scale*r) * e[i]
			case k.TwoNu == 3:
				v[i] = -scale * scale / 2 * e[i]
			case r > 0:
				v[i] = -scale / (2 * r) * e[i]
			default:
				v[i] = 0
			}
		}
	}
}

// DistanceOf returns the geometry of a kernel as a kernel, whose values are the distances themselves. It is not
// positive semi-definite.
func DistanceOf(k model.Kernel) model.Kernel { return values{k} }

type values struct{ model.Kernel }

func (values) Apply([]float64)   {}
func (values) Diagonal() float64 { return 0 }
