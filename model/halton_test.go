package model

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestHaltonAgainstSciPy: testdata/approx/golden_frequencies.py has scipy.stats.qmc.Halton, and numbers with
// given permutations of digits.
func TestHaltonAgainstSciPy(t *testing.T) {
	text, err := os.ReadFile("../testdata/approx/golden_frequencies.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Halton   [][]float64
		Permuted []struct {
			First          int
			Digits         [][]int
			Within, Values []float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	n, d := len(golden.Halton), len(golden.Halton[0])
	points := mat.NewDense(n, d, nil)
	Halton(points, nil)
	for i, want := range golden.Halton {
		for j, v := range want {
			if math.Abs(points.At(i, j)-v) > 1e-15 {
				t.Errorf("point %d has the coordinate %v in base %d, SciPy has %v", i, points.At(i, j), primes(d)[j], v)
			}
		}
	}
	for _, c := range golden.Permuted {
		for i, want := range c.Values {
			if got := radicalInverse(c.First+i, c.Digits, c.Within[i]); math.Abs(got-want) > 1e-15 {
				t.Errorf("base %d, point %d: %v, want %v", len(c.Digits[0]), c.First+i, got, want)
			}
		}
	}
}

// TestHaltonIsStratified: of bᵏ points each is in another of the bᵏ cells, for each base b, also in two
// dimensions; a point is uniform over seeds, and other seeds give other points.
func TestHaltonIsStratified(t *testing.T) {
	const n = 2 * 2 * 2 * 2 * 3 * 3
	points := mat.NewDense(n, 2, nil)
	sum, squares := 0.0, 0.0
	const seeds = 4000
	for seed := range uint64(seeds) {
		Halton(points, rand.New(rand.NewPCG(seed, 1)))
		v := points.At(17, 1)
		sum, squares = sum+v, squares+v*v
		if seed > 20 {
			continue
		}
		seen := map[[2]int]bool{}
		for i := range n {
			u, v := points.At(i, 0), points.At(i, 1)
			if !(u > 0 && u < 1 && v > 0 && v < 1) {
				t.Fatalf("the point %v, %v", u, v)
			}
			seen[[2]int{int(16 * u), int(9 * v)}] = true
		}
		if len(seen) != n {
			t.Errorf("seed %d: %d points in %d cells", seed, n, len(seen))
		}
	}
	if mean, square := sum/seeds, squares/seeds; math.Abs(mean-1.0/2) > 4/math.Sqrt(12*seeds) ||
		math.Abs(square-1.0/3) > 4*0.3/math.Sqrt(seeds) {
		t.Errorf("a coordinate has the mean %v and the mean square %v", mean, square)
	}
}

func TestPrimes(t *testing.T) {
	if got := primes(500); !slices.Equal(got[:8], []int{2, 3, 5, 7, 11, 13, 17, 19}) || got[499] != 3571 {
		t.Errorf("%v … %d", got[:8], got[499])
	}
}
