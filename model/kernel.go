package model

import (
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

	// Diagonal is k(x, x), the same for every x, and what Apply makes of 0. It panics
	// for a kernel of the inner product, where k(x, x) depends on x.
	Diagonal() float64
}

// Spectral is a shift-invariant kernel whose spectral distribution can be
// drawn from (Bochner): k(x−y) = k(0)·E cos(w·(x−y)).
type Spectral interface {
	Kernel

	// Frequencies fills dst, one frequency w of dimension d a row.
	Frequencies(dst *mat.Dense, rng *rand.Rand)
}
