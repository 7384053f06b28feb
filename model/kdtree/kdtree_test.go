package kdtree

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// clouds are points in general position, on a grid with equal distances, and with equal points.
func clouds() map[string]*mat.Dense {
	rng := rand.New(rand.NewPCG(1, 2))
	out := map[string]*mat.Dense{"one": linalg.Gaussian(1, 2, rng), "line": linalg.Gaussian(200, 1, rng),
		"space": linalg.Gaussian(300, 3, rng)}
	grid, equal := mat.NewDense(144, 2, nil), mat.NewDense(100, 2, nil)
	for i := range 144 {
		grid.SetRow(i, []float64{float64(i % 12), float64(i / 12)})
	}
	for i := range 100 {
		equal.SetRow(i, []float64{float64(i % 7), 1})
	}
	out["grid"], out["equal rows"] = grid, equal
	return out
}

// TestNearestAgainstSorting compares searches with all distances sorted, also among points of a lower rank.
func TestNearestAgainstSorting(t *testing.T) {
	for name, x := range clouds() {
		n, d := x.Dims()
		rng := rand.New(rand.NewPCG(3, 4))
		rank, order := make([]int32, n), rng.Perm(n)
		for r, i := range order {
			rank[i] = int32(r)
		}
		search, among := New(x).Search(), New(x).Ranked(rank).Search()
		for range 50 {
			z := linalg.Gaussian(1, d, rng).RawRowView(0)
			if rng.IntN(2) == 0 {
				z = x.RawRowView(rng.IntN(n))
			}
			all := linalg.Sequence(0, n)
			slices.SortFunc(all, func(a, b int) int {
				return cmp.Or(cmp.Compare(linalg.SquaredDistance(z, x.RawRowView(a)), linalg.SquaredDistance(z, x.RawRowView(b))),
					cmp.Compare(a, b))
			})
			count, limit := rng.IntN(12), int32(rng.IntN(n+1))
			if got := search.Nearest(z, count); !slices.Equal(got, all[:min(n, count)]) {
				t.Fatalf("%s: %d nearest %v, by sorting %v", name, count, got, all[:min(n, count)])
			}
			lower := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return rank[i] >= limit })
			if got := among.Below(z, count, limit); !slices.Equal(got, lower[:min(len(lower), count)]) {
				t.Fatalf("%s: %d nearest below rank %d %v, by sorting %v", name, count, limit, got, lower)
			}
		}
	}
}

// TestMaximinChoosesTheFarthest: every row is there once, and each has the largest distance from those before.
func TestMaximinChoosesTheFarthest(t *testing.T) {
	for name, x := range clouds() {
		n, _ := x.Dims()
		order, err := New(x).Maximin(t.Context(), n/2)
		if err != nil || order[0] != n/2 {
			t.Fatalf("%s: %v, first %d", name, err, order[0])
		}
		least, seen := slices.Repeat([]float64{math.Inf(1)}, n), make([]bool, n)
		for _, i := range order {
			farthest := 0.0
			for j := range n {
				if !seen[j] {
					farthest = max(farthest, least[j])
				}
			}
			if seen[i] || least[i] < farthest {
				t.Fatalf("%s: row %d at distance² %v, and another at %v; seen before: %v", name, i, least[i], farthest, seen[i])
			}
			seen[i] = true
			for j := range n {
				least[j] = min(least[j], linalg.SquaredDistance(x.RawRowView(i), x.RawRowView(j)))
			}
		}
		if len(order) != n {
			t.Errorf("%s: %d of %d rows", name, len(order), n)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(clouds()["grid"]).Maximin(over, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
