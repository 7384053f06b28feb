package linalg

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// AsSymmetric returns a, which is square and symmetric, as a SymDense that shares its data.
func AsSymmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	return mat.NewSymDense(n, a.RawMatrix().Data)
}

// Columns returns a copy of the columns idx of a, in that order.
func Columns(a *mat.Dense, idx []int) *mat.Dense {
	rows, _ := a.Dims()
	out := mat.NewDense(rows, len(idx), nil)
	Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, to := a.RawRowView(i), out.RawRowView(i)
			for p, j := range idx {
				to[p] = in[j]
			}
		}
	})
	return out
}

// Column returns column j of a, sharing its data.
func Column(a *mat.Dense, j int) blas64.Vector {
	raw := a.RawMatrix()
	return blas64.Vector{N: raw.Rows, Inc: raw.Stride, Data: raw.Data[j:]}
}

// ColumnSquares returns the sum of squares of each column of a.
func ColumnSquares(a *mat.Dense) []float64 {
	rows, cols := a.Dims()
	sums := make([]float64, cols)
	Parallel(cols, func(lo, hi int) {
		part := sums[lo:hi]
		for i := range rows {
			for j, v := range a.RawRowView(i)[lo:hi] {
				part[j] += v * v
			}
		}
	})
	return sums
}

// Vector returns x as a contiguous vector, sharing its data.
func Vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

// FirstColumns returns the first r columns of a as a compact matrix. It uses the memory of a, unless that
// would waste half of it or more; then it copies. a must not be used afterwards.
func FirstColumns(a *mat.Dense, r int) *mat.Dense {
	n, m := a.Dims()
	if r == m {
		return a
	}
	if 2*r <= m {
		return mat.DenseCopyOf(a.Slice(0, n, 0, r))
	}
	raw := a.RawMatrix()
	for i := range n {
		copy(raw.Data[i*r:(i+1)*r], raw.Data[i*raw.Stride:i*raw.Stride+r])
	}
	return mat.NewDense(n, r, raw.Data[:n*r])
}
