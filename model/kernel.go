package model

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Geometry is the quantity of two points that a kernel is a function of.
type Geometry int

const (
	SquaredEuclidean Geometry = iota // ‖x−y‖²
	Manhattan                        // ‖x−y‖₁
	InnerProduct                     // x·y
	Entry                            // G[x, y] of a given matrix G; a point's one coordinate is its row in G, from 1
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

// DiagonalVaries reports whether k(x, x) depends on x for kernels of the geometry: for kernels of the
// inner product, and for entries of a given matrix.
func (g Geometry) DiagonalVaries() bool { return g == InnerProduct || g == Entry }

// ofPair returns the function of two points that has the geometry's quantity, nil for Entry.
func (g Geometry) ofPair() func(x, y []float64) float64 {
	switch g {
	case SquaredEuclidean:
		return linalg.SquaredDistance
	case Manhattan:
		return func(x, y []float64) float64 { return floats.Distance(x, y, 1) }
	case InnerProduct:
		return floats.Dot
	}
	return nil
}

// Spectral is a shift-invariant kernel whose spectral distribution can be
// drawn from (Bochner): k(x−y) = k(0)·E cos(w·(x−y)).
type Spectral interface {
	Kernel

	// Frequencies fills dst, one frequency w of dimension d a row.
	Frequencies(dst *mat.Dense, rng *rand.Rand)

	// FrequenciesAt fills dst, h×d, with the frequencies at given points of the unit cube, h×(d+1),
	// whose coordinates are between 0 and 1, both excluded: at uniform points they have the
	// distribution of Frequencies. Kernels that need d numbers leave the last one unused.
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

// Precomputed is the kernel whose values are the entries of a given matrix G: of strings, graphs or
// molecules, which have no coordinates. Its points are the numbers of rows of G, from 1. The zero value
// stands for such kernels in questions about methods, and has no entries.
//
// Nobody has made sure that G is positive semi-definite: a method that factorises a part of an indefinite
// G may fail, or approximate a G without its negative eigenvalues.
type Precomputed struct {
	// Row writes G[row, cols[j]] to dst[j], counted from 0. It must be safe for concurrent use. A panic in
	// it ends the computation that reads.
	Row func(dst []float64, row int, cols []int)

	// Symmetric says that G[i, j] = G[j, i] up to rounding, so that a column is read as a row. It is not set
	// for a G whose rows are new points.
	Symmetric bool
}

func (*Precomputed) Name() string       { return "precomputed" }
func (*Precomputed) Geometry() Geometry { return Entry }
func (*Precomputed) Apply([]float64)    {}
func (*Precomputed) Diagonal() float64  { panic("model: the diagonal of a given matrix varies") }

// EntriesTo writes G[rows[i], cols[j]] into dst, for numbers from 1. A symmetric G is read by columns
// if these are fewer: it lies in its file row by row.
func (k *Precomputed) EntriesTo(dst *mat.Dense, rows, cols []float64) {
	at, to := k.places(rows), k.places(cols)
	if !k.Symmetric || len(rows) <= len(cols) {
		linalg.Parallel(len(at), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				k.Row(dst.RawRowView(i), at[i], to)
			}
		})
		return
	}
	linalg.Parallel(len(to), func(lo, hi int) {
		column := make([]float64, len(at))
		for c := lo; c < hi; c++ {
			k.Row(column, to[c], at)
			dst.SetCol(c, column)
		}
	})
}

// DiagonalTo writes G[r, r] for the row numbers r, from 1.
func (k *Precomputed) DiagonalTo(dst, rows []float64) {
	at := k.places(rows)
	linalg.Parallel(len(at), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			k.Row(dst[i:i+1], at[i], at[i:i+1])
		}
	})
}

// places returns row numbers counted from 0.
func (k *Precomputed) places(numbers []float64) []int {
	if k.Row == nil {
		panic("model: entries of a precomputed kernel without a matrix")
	}
	out := make([]int, len(numbers))
	for i, v := range numbers {
		if out[i] = int(v) - 1; float64(out[i]+1) != v || out[i] < 0 {
			panic(fmt.Sprintf("model: row %v of a given matrix", v))
		}
	}
	return out
}
