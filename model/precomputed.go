package model

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

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

// togetherColumns is how many columns are written at a time: a cache line of each row.
const togetherColumns = 8

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
	groups := (len(to) + togetherColumns - 1) / togetherColumns
	linalg.Parallel(groups, func(lo, hi int) {
		column := mat.NewDense(togetherColumns, len(at), nil)
		for g := lo; g < hi; g++ {
			from := g * togetherColumns
			group := to[from:min(len(to), from+togetherColumns)]
			for c, j := range group {
				k.Row(column.RawRowView(c), j, at)
			}
			for i := range at {
				out := dst.RawRowView(i)[from:]
				for c := range group {
					out[c] = column.At(c, i)
				}
			}
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
