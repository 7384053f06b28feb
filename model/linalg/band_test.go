package linalg

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
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
		for _, n := range []int{1, 2, 3, bandWidth, bandWidth + 1, bandWidth + 2, 2 * bandWidth, 2*bandWidth + 1, 97, 130, 12 * bandWidth} {
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

// TestBandSameBits holds that the number of threads does not show, though sweeps are
// chased side by side.
func TestBandSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	a := build(500, rand.New(rand.NewPCG(32, 32)), structured["random"])
	for _, set := range sets() {
		var want []float64
		for _, threads := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(threads)
			d, e, err := Implementation{on: set}.reduceByBand(context.Background(), clone(a).RawSymmetric())
			if err != nil {
				t.Fatal(err)
			}
			got := append(d, e...)
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s on %d threads differs", set.name, threads)
			}
		}
	}
}

func TestRankTwoAgainstLoop(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for _, set := range sets() {
		for _, rows := range []int{1, 2, 7} {
			for n := range 35 {
				c, d, x, y := vector(rng, rows, 1), vector(rng, rows, 1), vector(rng, n, 1), vector(rng, n, 1)
				a := random(rng, rows, n+1, 2)
				got := a.copy()
				set.rankTwo(rows, n, &c[0], &x[0], &d[0], &y[0], &got.data[0], got.stride)
				compare(t, fmt.Sprintf("%s, %d×%d", set.name, rows, n), got, a, func(i, j int) (float64, float64) {
					u := a.at(blas.NoTrans, i, j)
					if j == n { // is not one of the block
						return u, 0
					}
					v, w := c[i]*x[j], d[i]*y[j]
					return u + v + w, math.Abs(u) + math.Abs(v) + math.Abs(w)
				}, everywhere)
			}
		}
	}
}

// TestUpdateRestAgainstLoop holds that the rest of a matrix loses VᵀW + WᵀV, and nothing
// beside its triangle, with kernels and without.
func TestUpdateRestAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(37, 38))
		for _, n := range []int{1, 5, 70, 150} {
			const b = 7
			c, u := random(rng, n, n, 3), newGeneral(3*b, n)
			for i := range u.Data {
				u.Data[i] = rng.NormFloat64()
			}
			got := c.copy()
			rest := blas64.Symmetric{N: n, Stride: got.stride, Uplo: blas.Upper, Data: got.data}
			if err := impl.updateRest(context.Background(), rest, u); err != nil {
				t.Fatal(err)
			}
			compare(t, fmt.Sprint("order ", n), got, c, func(i, j int) (sum, size float64) {
				sum = c.at(blas.NoTrans, i, j)
				size = math.Abs(sum)
				for k := range b {
					x := row(u, k)[i]*row(u, b+k)[j] + row(u, b+k)[i]*row(u, k)[j]
					sum -= x
					size += math.Abs(x)
				}
				return sum, 2 * size
			}, func(i, j int) bool { return i <= j })
		}
	})
}
