package linalg

import "gonum.org/v1/gonum/mat"

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
