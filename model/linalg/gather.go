package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Rows returns the rows idx of a, in that order.
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

// Selected are the rows idx of a, read only: where they follow each other those of a
// itself, else a copy.
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

// Mirror makes a square matrix symmetric: what is below its diagonal is that above.
func Mirror(a *mat.Dense) { Host.mirror(a.RawMatrix()) }

// mirrorSide is that of squares that are near all at once, a multiple of 4.
const mirrorSide = 64

func (i Implementation) mirror(a blas64.General) {
	n := blocks(a.Rows, mirrorSide)
	_ = parallel(context.Background(), n*n, func(task int) {
		lo, from := task/n*mirrorSide, task%n*mirrorSide
		rows, cols := min(mirrorSide, a.Rows-lo), min(mirrorSide, a.Rows-from)
		if lo > from {
			return
		}
		r, first := 0, 0 // the first column of the rows before r that is copied entry by entry
		if i.on != nil && lo < from {
			first = cols / 4 * 4
		}
		for ; first > 0 && r+4 <= rows; r += 4 {
			i.on.transpose(first, &a.Data[from*a.Stride+lo+r], a.Stride, &a.Data[(lo+r)*a.Stride+from], a.Stride)
		}
		for row := range rows {
			c := 0
			switch {
			case row < r:
				c = first
			case lo == from:
				c = row + 1
			}
			for ; c < cols; c++ {
				a.Data[(from+c)*a.Stride+lo+row] = a.Data[(lo+row)*a.Stride+from+c]
			}
		}
	})
}

// MulSymmetric is dst = a·x for a symmetric matrix and an n×b one. A few columns are
// multiplied as rows, xᵀa, so that the inner loop runs along a row of a.
func MulSymmetric(dst, a, x *mat.Dense) {
	n, b := x.Dims()
	switch {
	case b == 1:
		in := blas64.Vector{N: n, Inc: 1, Data: mat.Col(nil, 0, x)}
		out := blas64.Vector{N: n, Inc: 1, Data: make([]float64, n)}
		blas64.Gemv(blas.NoTrans, 1, a.RawMatrix(), in, 0, out)
		dst.SetCol(0, out.Data)
	case b < 64:
		t := mat.NewDense(b, n, nil)
		t.Mul(x.T(), a)
		dst.Copy(t.T())
	default:
		dst.Mul(a, x)
	}
}

// Symmetric is (a+aᵀ)/2.
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
