package linalg

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// AsSymmetric is the same matrix, its data shared.
func AsSymmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	return mat.NewSymDense(n, a.RawMatrix().Data)
}

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

func Column(a *mat.Dense, j int) blas64.Vector {
	raw := a.RawMatrix()
	return blas64.Vector{N: raw.Rows, Inc: raw.Stride, Data: raw.Data[j:]}
}

// ColumnSquares are the columns' sums of squares, taken row by row, as a lies in memory.
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

func Vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

// FirstColumns is a's first r columns as a matrix of their own: in place where that
// wastes less than half, else a copy. a must not be used any more.
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
