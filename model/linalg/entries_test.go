package linalg

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// multiply is C = A·B.
func multiply(c, a, b blas64.General) { blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c) }

// TestEntriesDoNotDependOnTheShape: an entry has the same bits in products of all
// shapes, among them those too short to pack.
func TestEntriesDoNotDependOnTheShape(t *testing.T) {
	each(t, func(t *testing.T, _ Implementation) {
		rng := rand.New(rand.NewPCG(1, 1))
		for _, k := range []int{1, 3, 17, 300, 700} {
			a, b := Gaussian(70, k, rng).RawMatrix(), Gaussian(k, 90, rng).RawMatrix()
			whole := newGeneral(70, 90)
			multiply(whole, a, b)
			square, norm := newGeneral(1, 1), make([]float64, 1)
			row := part(a, 3, 4, 0, k)
			column := blas64.General{Rows: k, Cols: 1, Stride: 1, Data: row.Data}
			SquaredNorms(norm, row)
			if multiply(square, row, column); square.Data[0] != norm[0] {
				t.Fatalf("k = %d: ‖x‖² is %v, the product %v", k, norm[0], square.Data[0])
			}
			for _, shape := range [][4]int{{0, 1, 0, 1}, {69, 70, 89, 90}, {3, 8, 11, 17}, {5, 45, 0, 90}, {0, 70, 88, 90}} {
				i0, i1, j0, j1 := shape[0], shape[1], shape[2], shape[3]
				c := newGeneral(i1-i0, j1-j0)
				multiply(c, part(a, i0, i1, 0, k), part(b, 0, k, j0, j1))
				for i := range c.Rows {
					for j := range c.Cols {
						if got, want := c.Data[i*c.Stride+j], whole.Data[(i0+i)*90+j0+j]; got != want {
							t.Fatalf("k = %d, entry (%d, %d) is %v in %v, %v in the whole", k, i0+i, j0+j, got, shape, want)
						}
					}
				}
			}
		}
	})
}
