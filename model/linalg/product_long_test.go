//go:build long

package linalg

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// TestLargeTriangle compares a triangle of more than one span with the square.
func TestLargeTriangle(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const n, k = span + 50, 2
	a := random(rng, n, k, 0)
	for _, set := range sets() {
		i := Implementation{on: set}
		square, lower, upper := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		i.Dgemm(blas.NoTrans, blas.Trans, n, n, k, 1, a.data, k, a.data, k, 0, square, n)
		i.Dsyrk(blas.Lower, blas.NoTrans, n, k, 1, a.data, k, 0, lower, n)
		i.Dsyrk(blas.Upper, blas.NoTrans, n, k, 1, a.data, k, 0, upper, n)
		for r := range n {
			at := r*n + r
			if !slices.Equal(lower[r*n:at+1], square[r*n:at+1]) || !slices.Equal(upper[at:r*n+n], square[at:r*n+n]) {
				t.Fatalf("%s: row %d differs", set.name, r)
			}
			if slices.ContainsFunc(lower[at+1:r*n+n], isSet) || slices.ContainsFunc(upper[r*n:at], isSet) {
				t.Fatalf("%s: row %d was written beside the triangle", set.name, r)
			}
		}
	}
}

func isSet(x float64) bool { return x != 0 }
