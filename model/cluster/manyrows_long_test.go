//go:build long

package cluster

import (
	"encoding/json"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Of more rows than the sample the centres are as good as those of scikit-learn's
// KMeans within a few per cent.
func TestCentresGolden(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/cluster/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		N, D, Blobs int
		First, Last []float64
		Inertia     []struct {
			Centres int
			Lloyd   float64
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	x := blobs(golden.N, golden.D, golden.Blobs)
	if !floats.EqualApprox(x.RawRowView(0), golden.First, 1e-12) ||
		!floats.EqualApprox(x.RawRowView(golden.N-1), golden.Last, 1e-12) {
		t.Fatal("these are not the points of golden.py")
	}
	if len(golden.Inertia) != 2 || golden.N <= kmeansSample {
		t.Fatalf("%d records of %d rows", len(golden.Inertia), golden.N)
	}
	for _, want := range golden.Inertia {
		got := 0.0
		const seeds = 3
		for seed := range uint64(seeds) {
			centres, _, err := KMeans(t.Context(), x, want.Centres, seeded(seed))
			if err != nil {
				t.Fatal(err)
			}
			got += inertia(t, x, centres) / seeds
		}
		t.Logf("%d centres: %.4f, Lloyd's %.4f", want.Centres, got, want.Lloyd)
		if got > 1.05*want.Lloyd || got < 0.95*want.Lloyd {
			t.Errorf("%d centres have the inertia %.4f, KMeans's %.4f", want.Centres, got, want.Lloyd)
		}
	}
}

// inertia is the mean squared distance of the rows from their nearest centres.
func inertia(t *testing.T, x, centres *mat.Dense) float64 {
	t.Helper()
	_, d2 := assigned(t, x, centres)
	return stat.Mean(d2, nil)
}

// Above the sample size, too, the same seed gives the same bits for any number of
// workers; and clusters far from the origin are found.
func TestManyRows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n, far = kmeansSample + 5000, 1e8
	x := normal(n, 2, seeded(1))
	for i := range n {
		x.SetRow(i, []float64{far + 20*float64(i%3) + x.At(i, 0), far + x.At(i, 1)})
	}
	var first *mat.Dense
	var owners []int
	for _, procs := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(procs)
		centres, owner, err := KMeans(t.Context(), x, 3, seeded(4))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first, owners = centres, owner
		}
		if !mat.Equal(centres, first) || !slices.Equal(owner, owners) {
			t.Errorf("other centres with %d workers", procs)
		}
	}
	for i, s := range owners {
		if s != owners[i%3] {
			t.Fatalf("row %d is with cluster %d, its like with %d", i, s, owners[i%3])
		}
	}
	// The mean of 8333 rows of deviation 1 is within 0.06 of the cluster's by five
	// standard errors, that of those drawn likewise.
	for s := range 3 {
		for j := range 2 {
			want := far + 20*float64(s*(1-j))
			if got := first.At(owners[s], j); math.Abs(got-want) > 0.12 {
				t.Errorf("centre %d is at %v, its cluster at %v", s, got-far, want-far)
			}
		}
	}
}
