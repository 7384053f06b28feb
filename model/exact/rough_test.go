package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
)

// TestRoughStableRank: the rough stable rank agrees with the exact one to three digits, from wide kernels, with
// a rank near 1, to narrow ones, with a rank near n. From half of the rows it is right within a tenth, but too
// low if the rank is not small compared with the number of rows.
// with fewer rows the narrower kernels are harder
func TestRoughStableRank(t *testing.T) { checkRoughStableRank(t, 800, 3) }

// checkRoughStableRank compares for the first widths, from wide to narrow.
func checkRoughStableRank(t *testing.T, n, widths int) {
	t.Helper()
	x := randomPoints(n, 3, 5)
	median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
	for _, at := range []struct{ factor, low float64 }{{10, 0.1}, {1, 0.1}, {0.3, 0.1}, {0.1, 0.1}, {0.01, 0.6},
		{1e-4, 0.01}}[:widths] {
		factor, low := at.factor, at.low
		g := gramAt(x, gaussian(1/(2*factor*factor*median*median)))
		if err := g.Store(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := map[bool]float64{}
		want := 0.0
		for _, exact := range []bool{true, false} {
			r, err := NewReference(g, exact, [2]uint64{3, 4})
			if err != nil {
				t.Fatal(err)
			}
			if exact {
				rank, err := r.StableRank(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				want = rank.Value
			}
			if got[exact], err = r.RoughStableRank(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if math.Abs(got[true]-want) > 1e-3*want || got[false] > 1.1*want || got[false] < (1-low)*want {
			t.Errorf("at %g median widths: %v, from sampled rows %v, want %v", factor, got[true], got[false], want)
		}
	}
}
