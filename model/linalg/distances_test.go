package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

func (m matrix) general() blas64.General {
	return blas64.General{Rows: m.rows, Cols: m.columns, Stride: m.stride, Data: m.data}
}

// norms are those of a's rows.
func norms(a matrix) []float64 {
	n := make([]float64, a.rows)
	SquaredNorms(n, a.general())
	return n
}

func TestDistancesAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(29, 30))
		for _, size := range [][3]int{{1, 1, 1}, {3, 5, 2}, {700, 90, 3}, {90, 700, 30}, {45, 260, 300}, {0, 3, 2}, {3, 0, 2},
			{30, 40, 0}} {
			m, n, d := size[0], size[1], size[2]
			x, y, dst := random(rng, m, d, 1), random(rng, n, d, 2), random(rng, m, n, 3)
			if m > 1 && n > 1 && d > 0 {
				copy(x.data[x.stride:x.stride+d], y.data[:d]) // a distance of 0
			}
			before := dst.copy()
			err := SquaredDistances(context.Background(), dst.general(), x.general(), y.general(), norms(x), norms(y),
				func(i, j int, row []float64) {
					for l := range row {
						row[l] = 2*row[l] + float64(1000*i+j+l) // which f has to be told rightly, and once all is there
					}
				})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, "distances", dst, before, func(i, j int) (float64, float64) {
				sum, size := 0.0, 0.0
				for l := range d {
					u, v := x.data[i*x.stride+l], y.data[j*y.stride+l]
					sum += (u - v) * (u - v)
					size += 4 * (u*u + v*v)
				}
				shift := float64(1000*i + j)
				return 2*sum + shift, 2*size + shift
			}, everywhere)
		}
	})
}

func TestDistancesAreNotNegative(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(31, 32))
		x := random(rng, 60, 7, 0)
		for i := range x.data {
			x.data[i] += 1e6
		}
		x.data[3] = math.NaN()
		dst := random(rng, 60, 60, 0)
		if err := SquaredDistances(context.Background(), dst.general(), x.general(), x.general(), norms(x), norms(x),
			nil); err != nil {
			t.Fatal(err)
		}
		for at, v := range dst.data {
			if i, j := at/60, at%60; math.IsNaN(v) != (i == 0 || j == 0) || v < 0 {
				t.Fatalf("the distance of points %d and %d is %v", i, j, v)
			}
		}
	})
}

func TestDistancesSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(33, 34))
	x, y := random(rng, 900, 8, 0), random(rng, 600, 8, 0)
	each(t, func(t *testing.T, impl Implementation) {
		var want []float64
		for _, threads := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(threads)
			dst := random(rng, 900, 600, 0)
			err := SquaredDistances(context.Background(), dst.general(), x.general(), y.general(), norms(x), norms(y),
				func(_, _ int, row []float64) {
					ExpRoot(row, row, -0.5)
				})
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = dst.data
			}
			if !slices.Equal(dst.data, want) {
				t.Errorf("%d threads give other bits", threads)
			}
		}
	})
}

// TestSquaredDistance: of vectors of all lengths, whether they fill registers or not.
func TestSquaredDistance(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(33, 34))
		for n := range 80 {
			a, b := make([]float64, n), make([]float64, n)
			want := 0.0
			for j := range n {
				a[j], b[j] = rng.NormFloat64(), rng.NormFloat64()
				want += (a[j] - b[j]) * (a[j] - b[j])
			}
			if got := SquaredDistance(a, b); math.Abs(got-want) > 1e-14*want {
				t.Errorf("n = %d: %v, want %v", n, got, want)
			}
			if got := SquaredDistance(a, a); got != 0 {
				t.Errorf("n = %d: %v between equal points", n, got)
			}
		}
	})
}

// TestCloseDistances: what norms and products would lose is computed directly, wherever in
// a row, and near the limit, an entry lies; the others are not.
func TestCloseDistances(t *testing.T) {
	const n, d = 70, 3
	rng := rand.New(rand.NewPCG(35, 36))
	for _, apart := range []float64{0, 1e-7, 0.9 * closeShare, 1.1 * closeShare} { // of ‖x‖² + ‖y‖²
		x := random(rng, 1, d, 0)
		far := random(rng, n, d, 0)
		norm := norms(x)[0]
		for at := range n {
			y := far.copy()
			for j := range d {
				far := y.data[at*y.stride : at*y.stride+d]
				far[j] = x.data[j] * (1 + math.Sqrt(2*apart))
			}
			each(t, func(t *testing.T, _ Implementation) {
				dst := random(rng, 1, n, 0)
				if err := SquaredDistances(context.Background(), dst.general(), x.general(), y.general(), norms(x), norms(y),
					nil); err != nil {
					t.Fatal(err)
				}
				for j, got := range dst.data[:n] {
					sum := norm + norms(y)[j]
					direct := SquaredDistance(x.data[:d], y.data[j*y.stride:j*y.stride+d])
					if got < closeShare*sum && got != direct || math.Abs(got-direct) > 1e-14*sum {
						t.Fatalf("%g apart, close point %d: distance %d is %v, directly %v", apart, at, j, got, direct)
					}
				}
			})
		}
	}
}

// TestAddNorms checks sums that are negative, and the report of close points for each place in a row: what
// is far, or NaN, is not close.
func TestAddNorms(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		for n := 1; n < 40; n++ {
			norms, row := make([]float64, n), make([]float64, n)
			for close := range n + 1 { // none for n
				for j := range row {
					norms[j], row[j] = float64(j), -0.5*(1+float64(j))
				}
				row[n/2] = math.NaN()
				if close < n {
					row[close] = -2 * (1 + norms[close])
				}
				if near := addNorms(row, 1, norms); near != (close < n) {
					t.Fatalf("%d entries, close at %d: near is %v", n, close, near)
				}
				for j, got := range row {
					want := 0.5 * (1 + norms[j])
					switch {
					case j == close:
						want = 0
					case j == n/2:
						want = math.NaN()
					}
					if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
						t.Fatalf("%d entries, close at %d: distance %d is %v, want %v", n, close, j, got, want)
					}
				}
			}
		}
	})
}
