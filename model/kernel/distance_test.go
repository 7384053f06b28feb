package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMedianIsThatOfTheSorted: for odd and even numbers of values in any order, few or
// many, many of them equal or none, and with one far from all others or half of them far
// from the other half.
func TestMedianIsThatOfTheSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	sizes := []int{2000, 2001, 5000, 20001, 50000}
	for n := 1; n < 300; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		for _, different := range []int{1, 2, n/2 + 1, 1 << 40} {
			values := make([]float64, n)
			for i := range values {
				values[i] = float64(rng.IntN(different))
			}
			if different > n {
				values[n/3] *= 1e9
			}
			if different == 2 { // two heaps of the same size
				for i := range values {
					values[i] += float64(i % 2 * 10000)
				}
			}
			sorted := slices.Sorted(slices.Values(values))
			want := (sorted[(n-1)/2] + sorted[n/2]) / 2
			for order, list := range map[string][]float64{"drawn": values, "ascending": slices.Clone(sorted),
				"descending": reversed(sorted)} {
				if got := medianOf(list); got != want {
					t.Fatalf("the median of %d values, %s, is %v, want %v", n, order, got, want)
				}
			}
		}
	}
}

func reversed(values []float64) []float64 {
	out := slices.Clone(values)
	slices.Reverse(out)
	return out
}
