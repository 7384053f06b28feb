package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Sequence returns lo, lo+1, …, hi−1, which as an index selects consecutive rows.
func Sequence(lo, hi int) []int {
	s := make([]int, hi-lo)
	for i := range s {
		s[i] = lo + i
	}
	return s
}

// Rows returns a copy of the rows idx of a, in that order.
func Rows(a *mat.Dense, idx []int) *mat.Dense {
	_, cols := a.Dims()
	if len(idx) == 0 {
		return new(mat.Dense)
	}
	out := mat.NewDense(len(idx), cols, nil)
	for r, i := range idx {
		copy(out.RawRowView(r), a.RawRowView(i))
	}
	return out
}

// Selected returns the rows idx of a, to be read only: a view if they are consecutive, else a copy.
func Selected(a *mat.Dense, idx []int) *mat.Dense {
	for r, i := range idx {
		if i != idx[0]+r {
			return Rows(a, idx)
		}
	}
	if len(idx) == 0 {
		return new(mat.Dense)
	}
	_, cols := a.Dims()
	return a.Slice(idx[0], idx[0]+len(idx), 0, cols).(*mat.Dense)
}

// Mirror makes a square matrix symmetric: it copies the entries above the diagonal to those below.
func Mirror(a *mat.Dense) {
	const side = 64 // of squares that fit the cache, a multiple of 4
	raw := a.RawMatrix()
	n, all := blocks(raw.Rows, side), general(blas.NoTrans, raw.Data, raw.Stride)
	_ = parallel(context.Background(), n*n, func(task int) {
		lo, from := task/n*side, task%n*side
		rows, cols := min(side, raw.Rows-lo), min(side, raw.Rows-from)
		switch {
		case lo < from:
			all.copySliver(Host.on, raw.Data[from*raw.Stride+lo:], lo, rows, from, cols, raw.Stride)
		case lo == from:
			for r := lo; r < lo+rows; r++ {
				for c := r + 1; c < lo+rows; c++ {
					raw.Data[c*raw.Stride+r] = raw.Data[r*raw.Stride+c]
				}
			}
		}
	})
}

// MulSymmetric sets dst = a·x for a symmetric matrix a and x, n×b. A small number of columns is multiplied
// as rows, xᵀa, so that the inner loop runs along a row of a.
func MulSymmetric(dst, a, x *mat.Dense) {
	n, b := x.Dims()
	switch {
	case b == 1:
		dst.ColView(0).(*mat.VecDense).MulVec(a, x.ColView(0))
	case b < 64:
		t := mat.NewDense(b, n, nil)
		t.Mul(x.T(), a)
		dst.Copy(t.T())
	default:
		dst.Mul(a, x)
	}
}

// Symmetric returns (a+aᵀ)/2.
func Symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

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
