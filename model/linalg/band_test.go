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

// TestBandSameBits holds that the number of threads does not show, though sweeps are
// chased side by side.
func TestBandSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	a := build(300, rand.New(rand.NewPCG(32, 32)), structured["random"])
	for _, set := range sets() {
		var want []float64
		for _, threads := range []int{1, 8} {
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
