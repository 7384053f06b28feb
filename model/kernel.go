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
	Entry                            // the entry G[x, y] of a given matrix G; a point has one coordinate, the number of its row in G from 1
)

// Kernel is a positive semi-definite function k(x, y) of one Geometry of its two points. A kernel states its
// mathematics once, in Apply; matrices, blocks and diagonals come from Gram.
type Kernel interface {
	Name() string
	Geometry() Geometry

	// Apply replaces every value of the geometry by the kernel's value.
	Apply(v []float64)

	// Diagonal is k(x, x), the same for every x, and what Apply makes of 0. It panics
	// if k(x, x) depends on x, see [Geometry.DiagonalVaries].
	Diagonal() float64
}

// DiagonalVaries reports whether k(x, x) depends on x for kernels of the geometry: for those of the inner
// product, and for entries of a given matrix.
func (g Geometry) DiagonalVaries() bool { return g == InnerProduct || g == Entry }

// Spectral is a shift-invariant kernel whose spectral distribution can be
// drawn from (Bochner): k(x−y) = k(0)·E cos(w·(x−y)).
type Spectral interface {
	Kernel

	// Frequencies fills dst, one frequency w of dimension d a row.
	Frequencies(dst *mat.Dense, rng *rand.Rand)

	// FrequenciesAt fills dst, h×d, with the frequencies at given points of the unit cube, h×(d+1),
	// whose coordinates are between 0 and 1, both excluded: at uniform points they have the
	// distribution of those of Frequencies. Kernels that need d numbers leave the last one unused.
	FrequenciesAt(dst, points *mat.Dense)

	// FrequencySpread returns σ_p = √E‖w‖² of the frequencies on points of d dimensions:
	// the root of −Δk(0)/k(0), which is +Inf for a kernel with a kink at 0.
	FrequencySpread(d int) float64
}

// Isotropic is a Spectral kernel of ‖x−y‖: the directions of its frequencies are uniform, and independent of
// their lengths.
type Isotropic interface {
	Spectral

	// FrequencyLengths draws the lengths of frequencies of d dimensions.
	FrequencyLengths(dst []float64, d int, rng *rand.Rand)
}
