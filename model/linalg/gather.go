package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
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
