package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/testblas"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// sets returns all instruction sets that this machine can run, that in Go last.
func sets() []*instructions { return append(available(), &plainGo) }

// fused reports whether a set adds products without rounding them first.
func (on *instructions) fused() bool {
	sum, x, y := -1.0, 1+0x1p-30, 1-0x1p-30
	on.axpy(1, x, &y, &sum)
	return sum != 0
}

// use makes i what everything runs on until the test has ended.
func use(t testing.TB, i Implementation) {
	set := func(i Implementation) {
		Host = i
		blas64.Use(i)
		lapack64.Use(LAPACK{blas: i})
	}
	before := Host
	t.Cleanup(func() { set(before) })
	set(i)
}

// each runs f on all sets.
func each(t *testing.T, f func(t *testing.T, i Implementation)) {
	for _, set := range sets() {
		t.Run(set.name, func(t *testing.T) {
			i := Implementation{on: set}
			use(t, i)
			f(t, i)
		})
	}
}

func TestConformance(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		t.Run("Dgemm", func(t *testing.T) { testblas.TestDgemm(t, i) })
		t.Run("Dsyrk", func(t *testing.T) { testblas.DsyrkTest(t, i) })
		t.Run("Dsymm", func(t *testing.T) { testblas.DsymmTest(t, i) })
		t.Run("Dtrsm", func(t *testing.T) { testblas.DtrsmTest(t, i) })
		t.Run("Dtrmm", func(t *testing.T) { testblas.DtrmmTest(t, i) })
		t.Run("Dgemv", func(t *testing.T) { testblas.DgemvTest(t, i) })
		t.Run("Dsymv", func(t *testing.T) { testblas.DsymvTest(t, i) })
		t.Run("Dger", func(t *testing.T) { testblas.DgerTest(t, i) })
		t.Run("Drot", func(t *testing.T) { testblas.DrotTest(t, i) })
	})
}

// matrix is a matrix with space between its rows, filled with guard values.
type matrix struct {
	rows, columns, stride int
	data                  []float64
}

const guard = -7.25e77

func random(rng *rand.Rand, rows, columns, room int) matrix {
	stride := max(1, columns+room)
	m := matrix{rows, columns, stride, slices.Repeat([]float64{guard}, rows*stride+room)}
	for i := range rows {
		for j := range columns {
			m.data[i*m.stride+j] = rng.NormFloat64()
		}
	}
	return m
}

func (m matrix) at(t blas.Transpose, i, j int) float64 {
	if t != blas.NoTrans {
		i, j = j, i
	}
	return m.data[i*m.stride+j]
}

func (m matrix) copy() matrix {
	m.data = slices.Clone(m.data)
	return m
}

// plain is the triple loop that products are compared with: entry (i, j) and the
// sum of absolute values in it.
func plain(tA, tB blas.Transpose, k int, alpha float64, a, b matrix, beta float64, c matrix, i, j int) (sum,
	size float64) {
	for l := range k {
		x := a.at(tA, i, l) * b.at(tB, l, j)
		sum += x
		size += math.Abs(x)
	}
	sum *= alpha
	size *= math.Abs(alpha)
	if beta != 0 {
		sum += beta * c.at(blas.NoTrans, i, j)
		size += math.Abs(beta * c.at(blas.NoTrans, i, j))
	}
	return sum, size
}

// compare compares C with the triple loop. Where written is false, and between its rows, C must be unchanged.
func compare(t *testing.T, what string, got, before matrix, entry func(i, j int) (sum, size float64),
	written func(i, j int) bool) {
	t.Helper()
	wrong := 0
	for at, x := range got.data {
		i, j := at/got.stride, at%got.stride
		if i >= got.rows || j >= got.columns || !written(i, j) {
			if x != before.data[at] {
				t.Fatalf("%s: C[%d, %d] was written", what, i, j)
			}
			continue
		}
		if sum, size := entry(i, j); math.Abs(x-sum) > 1e-14*size+1e-300 || math.IsNaN(x) {
			t.Errorf("%s: C[%d, %d] = %v, want %v", what, i, j, x, sum)
			if wrong++; wrong > 4 {
				t.FailNow()
			}
		}
	}
}

var transposes = []blas.Transpose{blas.NoTrans, blas.Trans}

func everywhere(int, int) bool { return true }

// shaped is op(A), rows×columns, in the storage that t asks for.
func shaped(rng *rand.Rand, t blas.Transpose, rows, columns, room int) matrix {
	if t != blas.NoTrans {
		rows, columns = columns, rows
	}
	return random(rng, rows, columns, room)
}

func TestProductAgainstTripleLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(1, 2))
		sizes := [][3]int{{300, 40, 270}, {5, 600, 530}, {130, 250, 3}, {2060, 13, 9}, {11, 2070, 8}}
		step := 6
		if large != nil {
			step = 1
		}
		for s := 0; s < 71; s += step {
			sizes = append(sizes, [3]int{s, (s*37 + 11) % 71, (s*53 + 29) % 71}, [3]int{(s*29 + 3) % 71, s, 17})
		}
		for _, size := range sizes {
			m, n, k := size[0], size[1], size[2]
			for _, tA := range transposes {
				for _, tB := range transposes {
					alpha, beta := []float64{1, -0.75}[rng.IntN(2)], []float64{0, 1, 0.5}[rng.IntN(3)]
					a, b, c := shaped(rng, tA, m, k, rng.IntN(4)), shaped(rng, tB, k, n, rng.IntN(4)), random(rng, m, n, rng.IntN(4))
					got := c.copy()
					impl.Dgemm(tA, tB, m, n, k, alpha, a.data, a.stride, b.data, b.stride, beta, got.data, got.stride)
					what := fmt.Sprintf("%c%c %d×%d×%d, α = %v, β = %v", tA, tB, m, n, k, alpha, beta)
					compare(t, what, got, c, func(i, j int) (float64, float64) {
						return plain(tA, tB, k, alpha, a, b, beta, c, i, j)
					}, everywhere)
				}
			}
		}
	})
}

func TestTriangleAgainstTripleLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, size := range [][2]int{{1, 1}, {7, 5}, {33, 70}, {70, 9}, {150, 31}, {290, 3}, {64, 300}} {
			n, k := size[0], size[1]
			for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
				inside := func(i, j int) bool { return i == j || (i > j) == (ul == blas.Lower) }
				for _, tA := range transposes {
					alpha, beta := []float64{1, -0.75}[rng.IntN(2)], []float64{0, 1, 0.5}[rng.IntN(3)]
					a, c := shaped(rng, tA, n, k, 2), random(rng, n, n, 3)
					what := fmt.Sprintf("%c%c n = %d, k = %d, α = %v, β = %v", ul, tA, n, k, alpha, beta)

					got := c.copy()
					impl.Dsyrk(ul, tA, n, k, alpha, a.data, a.stride, beta, got.data, got.stride)
					compare(t, "syrk "+what, got, c, func(i, j int) (float64, float64) {
						return plain(tA, transpose(tA), k, alpha, a, a, beta, c, i, j)
					}, inside)
				}
			}
		}
	})
}

func TestSymmetricAgainstTripleLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, size := range [][2]int{{1, 1}, {9, 60}, {60, 9}, {70, 71}, {300, 20}, {20, 300}} {
			m, n := size[0], size[1]
			for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
				for _, side := range []blas.Side{blas.Left, blas.Right} {
					k := m
					if side == blas.Right {
						k = n
					}
					a, b, c := random(rng, k, k, 2), random(rng, m, n, 1), random(rng, m, n, 3)
					full := a.copy()
					for i := range k {
						for j := range k {
							if i != j && (i > j) != (ul == blas.Lower) {
								full.data[i*full.stride+j] = full.data[j*full.stride+i]
								a.data[i*a.stride+j] = math.NaN()
							}
						}
					}
					got := c.copy()
					impl.Dsymm(side, ul, m, n, -0.75, a.data, a.stride, b.data, b.stride, 0.5, got.data, got.stride)
					compare(t, fmt.Sprintf("%c%c %d×%d", side, ul, m, n), got, c, func(i, j int) (float64, float64) {
						if side == blas.Right {
							return plain(blas.NoTrans, blas.NoTrans, k, -0.75, b, full, 0.5, c, i, j)
						}
						return plain(blas.NoTrans, blas.NoTrans, k, -0.75, full, b, 0.5, c, i, j)
					}, everywhere)
				}
			}
		}
	})
}

// TestSameBits checks that a product does not depend on the number of processors, the place of an entry in its
// tile or the instruction set, but for whether it rounds products before it adds them.
func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(7, 8))
	const m, n, k = 261, 530, 300
	a, b, c := random(rng, m, k, 0), random(rng, k, n, 0), random(rng, m, n, 0)
	all := map[bool][]float64{} // by whether products are rounded
	for _, set := range sets() {
		i, want := Implementation{on: set}, all[set.fused()]
		for _, threads := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(threads)
			got := c.copy()
			i.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, -0.75, a.data, k, b.data, n, 0.5, got.data, n)
			if want == nil {
				want = got.data
				all[set.fused()] = want
			}
			if !slices.Equal(got.data, want) {
				t.Errorf("%s on %d threads differs", set.name, threads)
			}
			square := random(rng, m, m, 0)
			triangle := square.copy()
			i.Dgemm(blas.NoTrans, blas.Trans, m, m, k, 1, a.data, k, a.data, k, 0.5, square.data, m)
			i.Dsyrk(blas.Lower, blas.NoTrans, m, k, 1, a.data, k, 0.5, triangle.data, m)
			for r := range m {
				if !slices.Equal(square.data[r*m:r*m+r+1], triangle.data[r*m:r*m+r+1]) {
					t.Fatalf("%s on %d threads: row %d of the triangle differs from that of the square", set.name, threads, r)
				}
			}
			part := c.copy()
			i.Dgemm(blas.NoTrans, blas.NoTrans, m-5, n-7, k, -0.75, a.data[5*k:], k, b.data[7:], n, 0.5, part.data[5*n+7:], n)
			for r := 5; r < m; r++ {
				if !slices.Equal(part.data[r*n+7:r*n+n], want[r*n+7:r*n+n]) {
					t.Fatalf("%s on %d threads: row %d of a part differs", set.name, threads, r)
				}
			}
		}
	}
}

// fuzzProduct checks one product. how has the transpositions in its first bits, and the space between rows.
func fuzzProduct(t *testing.T, m, n, k int, alpha, beta float64, how uint8, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	tA, tB, room := transposes[how&1], transposes[how>>1&1], int(how>>2&7)
	a, b, c := shaped(rng, tA, m, k, room), shaped(rng, tB, k, n, room), random(rng, m, n, room)
	for _, set := range sets() {
		got := c.copy()
		Implementation{on: set}.Dgemm(tA, tB, m, n, k, alpha, a.data, a.stride, b.data, b.stride, beta, got.data, got.stride)
		compare(t, set.name, got, c, func(i, j int) (float64, float64) {
			return plain(tA, tB, k, alpha, a, b, beta, c, i, j)
		}, everywhere)
	}
}
