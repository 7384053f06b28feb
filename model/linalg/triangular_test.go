package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// wellConditioned is one triangle, with NaN in the other, and on the diagonal for
// a unit one.
func wellConditioned(rng *rand.Rand, ul blas.Uplo, d blas.Diag, n int) matrix {
	a := random(rng, n, n, 2)
	for i := range n {
		for j := range n {
			x := &a.data[i*a.stride+j]
			switch {
			case i == j && d == blas.Unit, i != j && (i > j) != (ul == blas.Lower):
				*x = math.NaN()
			case i == j:
				*x = 2 + rng.Float64()
			default:
				*x *= 1 / float64(n)
			}
		}
	}
	return a
}

// TestTriangularAgainstTripleLoop holds products against the triple loop, and
// solutions by what they give when they are multiplied back.
func TestTriangularAgainstTripleLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(17, 18))
		for _, size := range [][2]int{{1, 4100}, {5, 900}, {8, 70}, {33, 23}, {64, 25}, {70, 9}, {131, 5}, {200, 26}} {
			for _, side := range []blas.Side{blas.Left, blas.Right} {
				for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
					for _, tA := range transposes {
						for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
							order, m, n := size[0], size[0], size[1]
							if side == blas.Right {
								m, n = n, m
							}
							alpha := []float64{1, -0.75}[rng.IntN(2)]
							a, b := wellConditioned(rng, ul, d, order), random(rng, m, n, 3)
							what := fmt.Sprintf("%c%c%c%c %d×%d, α = %v", side, ul, tA, d, m, n, alpha)
							entry := func(x matrix) func(i, j int) (sum, size float64) {
								return func(i, j int) (sum, size float64) {
									for l := range order {
										u, v := 0.0, 0.0
										if side == blas.Left {
											u, v = a.at(tA, i, l), x.at(blas.NoTrans, l, j)
										} else {
											u, v = a.at(tA, l, j), x.at(blas.NoTrans, i, l)
										}
										diagonal := l == i && side == blas.Left || l == j && side == blas.Right
										if diagonal && d == blas.Unit {
											u = 1
										}
										if !math.IsNaN(u) {
											sum += u * v
											size += math.Abs(u * v)
										}
									}
									return sum, size
								}
							}
							got := b.copy()
							impl.Dtrmm(side, ul, tA, d, m, n, alpha, a.data, a.stride, got.data, got.stride)
							product := entry(b)
							compare(t, "trmm "+what, got, b, func(i, j int) (float64, float64) {
								sum, size := product(i, j)
								return alpha * sum, size
							}, everywhere)

							got = b.copy()
							impl.Dtrsm(side, ul, tA, d, m, n, alpha, a.data, a.stride, got.data, got.stride)
							back, again := b.copy(), entry(got)
							for i := range m {
								for j := range n {
									back.data[i*b.stride+j], _ = again(i, j)
								}
							}
							compare(t, "trsm "+what, back, b, func(i, j int) (float64, float64) {
								_, size := again(i, j)
								return alpha * b.at(blas.NoTrans, i, j), 2 * size
							}, everywhere)
							for i := range m {
								for j := n; j < b.stride; j++ {
									if got.data[i*b.stride+j] != guard {
										t.Fatalf("trsm %s: row %d was written beside B", what, i)
									}
								}
							}
						}
					}
				}
			}
		}
	})
}
