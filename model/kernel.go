package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Geometry is the quantity of two points that a kernel is a function of.
type Geometry int

const (
	SquaredEuclidean Geometry = iota // ‖x−y‖²
	Manhattan                        // ‖x−y‖₁
	InnerProduct                     // x·y
)

// Kernel is a positive semi-definite function k(x, y) of one Geometry of its
// two points. A kernel states its mathematics once, in Apply; matrices,
// blocks and diagonals come from Gram.
type Kernel interface {
	Name() string
	Geometry() Geometry

	// Apply replaces every value of the geometry by the kernel's value.
	Apply(v []float64)

	// Diagonal is k(x, x), the same for every x. It panics for a kernel of
	// the inner product, where k(x, x) depends on x.
	Diagonal() float64
}

// Spectral is a shift-invariant kernel whose spectral distribution can be
// drawn from (Bochner): k(x−y) = k(0)·E cos(w·(x−y)).
type Spectral interface {
	Kernel

	// Frequencies fills dst, one frequency w of dimension d a row.
	Frequencies(dst *mat.Dense, rng *rand.Rand)
}

// Shape holds the parameters that kernels take. Those a family does not use
// are ignored.
type Shape struct {
	Gamma  float64 // > 0
	Degree int     // ≥ 1
	Offset float64 // ≥ 0
	Beta   int     // ≥ 1
}

// Family is a kernel up to its parameters.
type Family struct {
	Name     string
	Doc      string   // one line with the formula
	Uses     []string // names of the parameters in use: gamma, degree, offset, beta
	Geometry Geometry
	new      func(Shape) Kernel
}

// Families lists the kernels in the order they are shown.
func Families() []Family {
	gamma := []string{"gamma"}
	return []Family{
		{"gaussian", "exp(−γ‖x−y‖²)", gamma, SquaredEuclidean,
			func(s Shape) Kernel { return gaussian{s.Gamma} }},
		{"laplacian", "exp(−γ‖x−y‖₁)", gamma, Manhattan,
			func(s Shape) Kernel { return laplacian{s.Gamma} }},
		{"matern12", "exp(−r/σ), r = ‖x−y‖", gamma, SquaredEuclidean,
			func(s Shape) Kernel { return matern{1, width(s.Gamma)} }},
		{"matern32", "(1+√3·r/σ)·exp(−√3·r/σ)", gamma, SquaredEuclidean,
			func(s Shape) Kernel { return matern{3, width(s.Gamma)} }},
		{"matern52", "(1+√5·r/σ+5r²/3σ²)·exp(−√5·r/σ)", gamma, SquaredEuclidean,
			func(s Shape) Kernel { return matern{5, width(s.Gamma)} }},
		{"polynomial", "(γ·x·y + offset)^degree", []string{"gamma", "degree", "offset"}, InnerProduct,
			func(s Shape) Kernel { return polynomial{s.Gamma, s.Offset, s.Degree} }},
		{"linear", "x·y", nil, InnerProduct,
			func(Shape) Kernel { return linear{} }},
		{"periodic", "Bach's spline Σᵢ 2i^(−2β)·cos 2πi(x−y), one column in [0,1)", []string{"beta"}, Manhattan,
			func(s Shape) Kernel { return newPeriodic(s.Beta) }},
	}
}

// Kernel returns the kernel of the family with the given parameters, or a
// *RangeError if one that it uses is out of range (γ ≤ 0, say).
func (f Family) Kernel(s Shape) (Kernel, error) {
	for _, p := range []Param{Gamma(&s.Gamma), Degree(&s.Degree), Offset(&s.Offset), Beta(&s.Beta)} {
		if !f.HasParam(p.Name) {
			continue
		}
		if _, err := p.Check(p.Value()); err != nil {
			return nil, fmt.Errorf("kernel %s: %w", f.Name, err)
		}
	}
	return f.new(s), nil
}

// HasParam reports whether the family uses the parameter of that name.
func (f Family) HasParam(name string) bool {
	for _, u := range f.Uses {
		if u == name {
			return true
		}
	}
	return false
}

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
