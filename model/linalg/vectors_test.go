package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// vector returns n entries that are inc apart, with guard values between.
func vector(rng *rand.Rand, n, inc int) []float64 {
	x := slices.Repeat([]float64{guard}, max(0, n-1)*max(inc, -inc)+3)
	for i := range n {
		x[place(i, n, inc)] = rng.NormFloat64()
	}
	return x
}

// place is where entry i of n lies, in the BLAS's order.
func place(i, n, inc int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}

// compareVector compares y with A·x, given the entries of A and the sum so far.
func compareVector(t *testing.T, what string, got, before []float64, n, inc int, terms func(i int, add func(float64))) {
	t.Helper()
	seen := slices.Clone(before)
	for i := range n {
		sum, size := 0.0, 0.0
		terms(i, func(x float64) { sum += x; size += math.Abs(x) })
		at := place(i, n, inc)
		if x := got[at]; !(math.Abs(x-sum) <= 1e-14*size) {
			t.Fatalf("%s: entry %d is %v, want %v", what, i, x, sum)
		}
		seen[at] = got[at]
	}
	if !slices.Equal(seen, got) {
		t.Fatalf("%s: something was written beside y", what)
	}
}

func TestMatrixVectorAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(11, 12))
		sizes := [][2]int{{700, 300}, {3, 60000}, {60000, 3}, {261, 517}}
		for s := range 20 {
			sizes = append(sizes, [2]int{s, (s*37 + 11) % 71}, [2]int{s + 1, quickMatrix/(s+1) + 1},
				[2]int{quickMatrix/(s+1) + 1, s + 1})
		}
		for _, size := range sizes {
			m, n := size[0], size[1]
			for _, tA := range transposes {
				incX, incY := []int{1, -1, 2, -3}[rng.IntN(4)], []int{1, -1, 2, -3}[rng.IntN(4)]
				alpha, beta := []float64{1, -0.75}[rng.IntN(2)], []float64{0, 1, 0.5}[rng.IntN(3)]
				lenX, lenY := n, m
				if tA != blas.NoTrans {
					lenX, lenY = m, n
				}
				a, x, y := random(rng, m, n, rng.IntN(3)), vector(rng, lenX, incX), vector(rng, lenY, incY)
				got := slices.Clone(y)
				impl.Dgemv(tA, m, n, alpha, a.data, a.stride, x, incX, beta, got, incY)
				what := fmt.Sprintf("gemv %c %d×%d, α = %v, β = %v, steps %d and %d", tA, m, n, alpha, beta, incX, incY)
				if m > 0 && n > 0 {
					compareVector(t, what, got, y, lenY, incY, func(i int, add func(float64)) {
						for j := range lenX {
							add(alpha * a.at(tA, i, j) * x[place(j, lenX, incX)])
						}
						if beta != 0 {
							add(beta * y[place(i, lenY, incY)])
						}
					})
				}
			}
			const inc = -1
			x, y := vector(rng, m, 2), vector(rng, n, inc)
			a := random(rng, m, n, 2)
			got := a.copy()
			impl.Dger(m, n, -0.75, x, 2, y, inc, got.data, got.stride)
			compare(t, fmt.Sprintf("ger %d×%d", m, n), got, a, func(i, j int) (float64, float64) {
				u, v := a.at(blas.NoTrans, i, j), -0.75*x[place(i, m, 2)]*y[place(j, n, inc)]
				return u + v, math.Abs(u) + math.Abs(v)
			}, everywhere)
		}
	})
}

func TestSymmetricVectorAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, n := range []int{1, 2, 22, 23, 24, 25, 26, 33, 47, 64, 70, 301, 710} {
			for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
				for _, inc := range []int{1, -2} {
					a, x, y := random(rng, n, n, 1), vector(rng, n, inc), vector(rng, n, -inc)
					for i := range n {
						for j := range n {
							if i != j && (i > j) != (ul == blas.Lower) {
								a.data[i*a.stride+j] = math.NaN()
							}
						}
					}
					got := slices.Clone(y)
					impl.Dsymv(ul, n, -0.75, a.data, a.stride, x, inc, 0.5, got, -inc)
					compareVector(t, fmt.Sprintf("symv %c %d, step %d", ul, n, inc), got, y, n, -inc, func(i int, add func(float64)) {
						for j := range n {
							v := a.data[i*a.stride+j]
							if math.IsNaN(v) {
								v = a.data[j*a.stride+i]
							}
							add(-0.75 * v * x[place(j, n, inc)])
						}
						add(0.5 * y[place(i, n, -inc)])
					})
				}
			}
		}
	})
}

func TestRotationAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(17, 18))
		const c, s = 0.6, -0.8
		for n := range 5 * quickEntries {
			x, y := vector(rng, n+1, 1), vector(rng, n+1, 1)
			gotX, gotY := slices.Clone(x), slices.Clone(y)
			impl.Drot(n, gotX, 1, gotY, 1, c, s)
			compareVector(t, fmt.Sprint("x of ", n), gotX, x, n, 1,
				func(i int, add func(float64)) { add(c * x[i]); add(s * y[i]) })
			compareVector(t, fmt.Sprint("y of ", n), gotY, y, n, 1,
				func(i int, add func(float64)) { add(c * y[i]); add(-s * x[i]) })
		}
	})
}

// TestVectorSameBits checks that results do not depend on the number of processors.
func TestVectorSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(15, 16))
	const n = 600
	a, x := random(rng, n, n, 0), vector(rng, n, 1)
	each(t, func(t *testing.T, i Implementation) {
		for name, f := range map[string]func(y []float64){
			"gemv":  func(y []float64) { i.Dgemv(blas.NoTrans, n, n, 1, a.data, n, x, 1, 0, y, 1) },
			"gemvᵀ": func(y []float64) { i.Dgemv(blas.Trans, n, n, 1, a.data, n, x, 1, 0, y, 1) },
			"symv":  func(y []float64) { i.Dsymv(blas.Upper, n, 1, a.data, n, x, 1, 0, y, 1) },
			"ger":   func(y []float64) { c := a.copy(); i.Dger(n, n, 1, x, 1, x, 1, c.data, n); copy(y, c.data[7*n:]) },
		} {
			var want []float64
			for _, threads := range []int{1, 2, 8} {
				runtime.GOMAXPROCS(threads)
				y := make([]float64, n)
				f(y)
				if want == nil {
					want = y
				}
				if !slices.Equal(y, want) {
					t.Errorf("%s on %d threads differs", name, threads)
				}
			}
		}
	})
}
