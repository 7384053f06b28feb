package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The median is the middle of the sorted numbers, to the bit, whatever their order and
// however many are equal.
func TestMedianOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 300; n++ {
		for _, distinct := range []int{1, 2, 3, n, 1 << 40} {
			v := make([]float64, n)
			for i := range v {
				v[i] = float64(rng.IntN(distinct)) * 0.1
			}
			switch n % 4 {
			case 1:
				slices.Sort(v)
			case 2:
				slices.Sort(v)
				slices.Reverse(v)
			}
			sorted := slices.Sorted(slices.Values(v))
			want := (sorted[(n-1)/2] + sorted[n/2]) / 2
			if got := medianOf(v); got != want {
				t.Fatalf("%d numbers of %d values: %v, want %v", n, distinct, got, want)
			}
		}
	}
}
