//go:build long

package linalg

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// TestBandKeepsTheEigenvalues holds both halves of the way over a band, on every
// instruction set and at the orders where a block is cut off, and one of several tasks: what is left has the
// known eigenvalues.
func TestBandKeepsTheEigenvalues(t *testing.T) {
	for name, value := range spectra {
		for _, n := range []int{1, 2, 3, bandWidth, bandWidth + 1, bandWidth + 2, 2 * bandWidth, 2*bandWidth + 1, 97, 130,
			12 * bandWidth} {
			want := make([]float64, n)
			for i := range want {
				want[i] = value(i, n)
			}
			a := withSpectrum(want, rand.New(rand.NewPCG(31, uint64(n))))
			slices.Sort(want)
			for _, set := range sets() {
				t.Run(fmt.Sprint(name, n, set.name), func(t *testing.T) {
					i := Implementation{on: set}
					b, err := i.reduceToBand(context.Background(), clone(a).RawSymmetric())
					if err != nil {
						t.Fatal(err)
					}
					full := blas64.Symmetric{N: n, Stride: n, Uplo: blas.Upper, Data: make([]float64, n*n)}
					for r := range n {
						copy(full.Data[r*n+r:(r+1)*n], b.block(r, r)[:bandWidth+1])
					}
					again, err := reduce(context.Background(), full)
					if err != nil {
						t.Fatal(err)
					}
					d, e, err := i.chase(context.Background(), b)
					if err != nil {
						t.Fatal(err)
					}
					for _, t3 := range [][2][]float64{{again.d, again.e}, {d, e}} {
						if err := implicitQL(context.Background(), t3[0], t3[1], blas64.General{}); err != nil {
							t.Fatal(err)
						}
						slices.Sort(t3[0])
						checkValues(t, t3[0], want, n)
					}
				})
			}
		}
	}
}
