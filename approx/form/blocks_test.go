package form

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
	"gramscope/model/linalg"
)

// TestBlocks: K̃ of two blocks is the dense matrix with these blocks and zeros elsewhere.
func TestBlocks(t *testing.T) {
	members := [][]int{{0, 3, 4}, {1, 2}}
	block := []*mat.Dense{
		mat.NewDense(3, 3, []float64{4, 2, 1, 2, 3, 0.5, 1, 0.5, 2}),
		mat.NewDense(2, 2, []float64{1, 1, 1, 1}), // of rank 1
	}
	want := mat.NewDense(5, 5, nil)
	for s, rows := range members {
		for p, i := range rows {
			for q, j := range rows {
				want.Set(i, j, block[s].At(p, q))
			}
		}
	}
	a := NewBlocks(approxtest.Gram(t, model.Method{}, 5, 1), members, block, []string{"a warning"})
	all, part := mat.NewDense(5, 5, nil), mat.NewDense(2, 3, nil)
	a.Block(all, nil, nil)
	a.Block(part, []int{3, 1}, []int{4, 2, 0})
	if !mat.Equal(all, want) || !mat.Equal(part, linalg.Columns(linalg.Rows(want, []int{3, 1}), []int{4, 2, 0})) {
		t.Errorf("blocks are\n%v\n%v", mat.Formatted(all), mat.Formatted(part))
	}
	for _, x := range []*mat.Dense{mat.NewDense(5, 1, []float64{1, -2, 3, 0.5, 4}),
		mat.NewDense(5, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, -1})} {
		_, columns := x.Dims()
		got, product := mat.NewDense(5, columns, nil), mat.NewDense(5, columns, nil)
		a.MulTo(got, x)
		product.Mul(want, x)
		if !mat.EqualApprox(got, product, 1e-14) {
			t.Errorf("K̃x is\n%v, want\n%v", mat.Formatted(got), mat.Formatted(product))
		}
	}
	diag := make([]float64, 5)
	a.Diag(diag)
	frobenius, spectral, err := a.Norms(context.Background(), rand.New(rand.NewPCG(1, 1)))
	if err != nil || math.Abs(frobenius-mat.Norm(want, 2)) > 1e-12 {
		t.Errorf("‖K̃‖_F = %v: %v", frobenius, err)
	}
	var svd mat.SVD
	if svd.Factorize(want, mat.SVDNone); math.Abs(spectral-svd.Values(nil)[0]) > 1e-6 {
		t.Errorf("‖K̃‖ = %v, want %v", spectral, svd.Values(nil)[0])
	}
	if a.Rank() != 4 || a.Bytes() != 8*13 || diag[1] != 1 || diag[3] != 3 || len(a.Warnings()) != 1 ||
		len(a.Blocks()) != 2 {
		t.Errorf("rank %d, %d bytes, diagonal %v, warnings %q", a.Rank(), a.Bytes(), diag, a.Warnings())
	}
}
