package form

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// K̃ = 0 is a matrix too.
func TestEmptyFactor(t *testing.T) {
	a := ZeroSample(approxtest.Gram(t, model.Method{}, 3, 1), nil, nil)
	dst := mat.NewDense(3, 1, []float64{1, 1, 1})
	a.MulTo(dst, mat.NewDense(3, 1, []float64{1, 2, 3}))
	block := mat.NewDense(1, 3, []float64{1, 1, 1})
	a.Block(block, []int{2}, nil)
	diag := []float64{1, 1, 1}
	a.Diag(diag)
	if mat.Norm(dst, 2) != 0 || mat.Norm(block, 2) != 0 || diag[1] != 0 || a.Rank() != 0 || a.Bytes() != 0 ||
		len(a.Warnings()) != 1 {
		t.Errorf("%v %v %v %d %d %v", dst, block, diag, a.Rank(), a.Bytes(), a.Warnings())
	}
}
