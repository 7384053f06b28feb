package kernel

import (
	"fmt"
	"math"

	"gramscope/model"
)

// Member is one kernel of a family: the parameters that it uses, and zero for
// those it does not.
type Member struct {
	Family Family
	Shape  Shape
}

// Gamma is γ, NaN for a kernel without it.
func (k Member) Gamma() float64 {
	if !k.Family.HasParam("gamma") {
		return math.NaN()
	}
	return k.Shape.Gamma
}

// Sigma is γ as a width, NaN for a kernel without it.
func (k Member) Sigma() float64 {
	if !k.Family.HasParam("gamma") {
		return math.NaN()
	}
	return k.Family.SigmaOf(k.Shape.Gamma)
}

// WithSigma is the kernel at another width.
func (k Member) WithSigma(sigma float64) Member {
	k.Shape.Gamma = k.Family.GammaOf(sigma)
	return k
}

// Function is k(x, y). Parameters out of range, which whoever sets them checks,
// panic.
func (k Member) Function() model.Kernel {
	function, err := k.Family.Kernel(k.Shape)
	if err != nil {
		panic("kernel: an unchecked value: " + err.Error())
	}
	return function
}

// Parameters are the kernel's own by name, but for its scale.
func (k Member) Parameters() map[string]float64 {
	all := map[string]float64{}
	for name, v := range map[string]float64{"degree": float64(k.Shape.Degree), "offset": k.Shape.Offset, "beta": float64(k.Shape.Beta), "rate": k.Shape.Rate} {
		if k.Family.HasParam(name) {
			all[name] = v
		}
	}
	return all
}

func (k Member) String() string { return fmt.Sprint(k.Family.Name, k.Shape) }
