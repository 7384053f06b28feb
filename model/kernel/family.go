// Package kernel holds the kernel functions k(x, y), and families of them by
// name: a [Family] with a [Shape] is a [Member], one kernel.
//
//	k := kernel.Gaussian{Gamma: 0.5}      // exp(−‖x−y‖²/2), of type model.Kernel
//
//	f, known := kernel.Lookup("matern32") // by name, as flags and files have it
//	k, err := f.Kernel(kernel.Shape{Gamma: f.GammaOf(2)})
//
// Where no width is known, the median distance of the points is the usual first
// guess, see [PairwiseDistance]; it is no more than that.
//
// The literals of the kernels are not checked; [Family.Kernel] is.
package kernel

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
)

// Shape holds the parameters that kernels take. Those a family does not use
// are ignored.
type Shape struct {
	Gamma  float64 `json:"gamma,omitempty"`  // > 0
	Degree int     `json:"degree,omitempty"` // ≥ 1
	Offset float64 `json:"offset,omitempty"` // ≥ 0
	Beta   int     `json:"beta,omitempty"`   // ≥ 1
	Rate   float64 `json:"rate,omitempty"`   // > 0
}

// Family is a kernel up to its parameters.
type Family struct {
	Name     string
	Doc      string   // one line with the formula
	Uses     []string // names of the parameters in use: gamma, degree, offset, beta, rate
	Geometry model.Geometry
	new      func(Shape) model.Kernel
}

// Families lists the kernels in the order they are shown.
func Families() []Family {
	gamma := []string{"gamma"}
	return []Family{
		{"gaussian", "exp(−γ‖x−y‖²)", gamma, model.SquaredEuclidean,
			func(s Shape) model.Kernel { return Gaussian{s.Gamma} }},
		{"laplacian", "exp(−γ‖x−y‖₁)", gamma, model.Manhattan,
			func(s Shape) model.Kernel { return Laplacian{s.Gamma} }},
		{"matern12", "exp(−r/σ), r = ‖x−y‖", gamma, model.SquaredEuclidean,
			func(s Shape) model.Kernel { return Matern{1, width(s.Gamma)} }},
		{"matern32", "(1+√3·r/σ)·exp(−√3·r/σ)", gamma, model.SquaredEuclidean,
			func(s Shape) model.Kernel { return Matern{3, width(s.Gamma)} }},
		{"matern52", "(1+√5·r/σ+5r²/3σ²)·exp(−√5·r/σ)", gamma, model.SquaredEuclidean,
			func(s Shape) model.Kernel { return Matern{5, width(s.Gamma)} }},
		{"polynomial", "(γ·x·y + offset)^degree", []string{"gamma", "degree", "offset"}, model.InnerProduct,
			func(s Shape) model.Kernel { return Polynomial{s.Gamma, s.Offset, s.Degree} }},
		{"linear", "x·y", nil, model.InnerProduct,
			func(Shape) model.Kernel { return Linear{} }},
		{"periodic", "Bach's spline Σᵢ 2i^(−2β)·cos 2πi(x−y), one column in [0,1)", []string{"beta"}, model.Manhattan,
			func(s Shape) model.Kernel { return NewPeriodic(s.Beta) }},
		{"poisson", "Poisson kernel Σᵢ 2e^(−rate·i)·cos 2πi(x−y), one column in [0,1)", []string{"rate"}, model.Manhattan,
			func(s Shape) model.Kernel { return NewPoisson(s.Rate) }},
	}
}

// Lookup is the family of that name.
func Lookup(name string) (Family, bool) {
	for _, f := range Families() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}

// Names are those of the families, in their order.
func Names() []string {
	var names []string
	for _, f := range Families() {
		names = append(names, f.Name)
	}
	return names
}

// Kernel returns the kernel of the family with the given parameters, or a
// *model.RangeError if one that it uses is out of range (γ ≤ 0, say).
func (f Family) Kernel(s Shape) (model.Kernel, error) {
	for _, p := range f.params(&s) {
		if _, err := p.Check(p.Value()); err != nil {
			return nil, fmt.Errorf("kernel %s: %w", f.Name, err)
		}
	}
	return f.new(s), nil
}

// params are the parameters of s that the family uses.
func (f Family) params(s *Shape) []model.Param {
	all := []model.Param{model.Gamma(&s.Gamma), model.Degree(&s.Degree), model.Offset(&s.Offset), model.Beta(&s.Beta), model.Rate(&s.Rate)}
	return slices.DeleteFunc(all, func(p model.Param) bool { return !f.HasParam(p.Name) })
}

// HasParam reports whether the family uses the parameter of that name.
func (f Family) HasParam(name string) bool { return slices.Contains(f.Uses, name) }

// OnCircle reports whether the family takes points of [0, 1) with its ends glued
// together: one column, on a scale that means something.
func (f Family) OnCircle() bool { return f.Name == "periodic" || f.Name == "poisson" }

// GammaOf turns a width σ into γ: 1/(2σ²), and 1/σ for the Laplacian, whose
// argument is a distance and not its square.
func (f Family) GammaOf(sigma float64) float64 {
	if f.Name == "laplacian" {
		return 1 / sigma
	}
	return 1 / (2 * sigma * sigma)
}

// SigmaOf is the inverse of GammaOf.
func (f Family) SigmaOf(gamma float64) float64 {
	if f.Name == "laplacian" {
		return 1 / gamma
	}
	return width(gamma)
}

func width(gamma float64) float64 { return 1 / math.Sqrt(2*gamma) }

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
func (k Member) Sigma() float64 { return k.Family.SigmaOf(k.Gamma()) }

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
	for _, p := range k.Family.params(&k.Shape) {
		if p.Name != "gamma" {
			all[p.Name] = p.Value()
		}
	}
	return all
}

func (k Member) String() string { return fmt.Sprint(k.Family.Name, k.Shape) }
