package approx

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/approx/form"
	"gramscope/model"
)

// Every group has at least one column and at most as many as rows, all columns are assigned, and no group has
// a full column more than its proportion unless it has only the one that each must have.
func TestShares(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 12).Draw(rt, "sizes")
		n := 0
		members := make([][]int, len(sizes))
		for b, size := range sizes {
			members[b] = make([]int, size)
			n += size
		}
		m := rapid.IntRange(len(sizes), n).Draw(rt, "m")
		total := 0
		for b, d := range shares(members, m) {
			total += d
			quota := float64(m) * float64(sizes[b]) / float64(n)
			if d < 1 || d > sizes[b] || (d > 1 && float64(d) >= quota+1) {
				rt.Fatalf("group %d of %v has %d of %d columns", b, sizes, d, m)
			}
		}
		if total != m {
			rt.Fatalf("%v share %d columns of %d", sizes, total, m)
		}
	})
	equal := shares([][]int{make([]int, 40), make([]int, 10), make([]int, 50)}, 10)
	if !slices.Equal(equal, []int{4, 1, 5}) {
		t.Errorf("shares %v, want 4, 1, 5", equal)
	}
}

// Three far clusters: each block of S has its own rows and columns.
func TestLocalizedSketchIsBlockDiagonal(t *testing.T) {
	x := normal(60, 2, seeded(1))
	for i := range 60 {
		x.Set(i, 0, x.At(i, 0)+100*float64(i%3))
	}
	g := gramOf(t, x, "gaussian", 0.2)
	a := fitted(t, g, &LocalizedSketch{M: 12, Clusters: 3}, seeded(2)).(*form.Factor)
	s := a.Sketch()
	for j := range 12 {
		owner, entries := -1, 0
		for i := range 60 {
			if s.At(i, j) == 0 {
				continue
			}
			entries++
			if owner >= 0 && owner != i%3 {
				t.Fatalf("column %d has rows of two clusters", j)
			}
			owner = i % 3
		}
		if entries != 20 {
			t.Errorf("column %d has %d entries, want 20", j, entries)
		}
	}
}

// More clusters than columns are clamped, and empty ones dropped, with a
// warning each.
func TestLocalizedSketchWarns(t *testing.T) {
	x := mat.NewDense(30, 1, nil)
	for i := range 30 {
		x.Set(i, 0, float64(i%3))
	}
	g := gramOf(t, x, "gaussian", 1)
	for _, c := range []struct {
		fitter   LocalizedSketch
		warnings int
		rank     int
	}{
		{LocalizedSketch{M: 6, Clusters: 3}, 0, 3},
		{LocalizedSketch{M: 2, Clusters: 3}, 1, 2},
		{LocalizedSketch{M: 6, Clusters: 5}, 1, 3},
		{LocalizedSketch{M: 99, Clusters: 99}, 3, 3},
	} {
		a := fitted(t, g, &c.fitter, seeded(1)).(*form.Factor)
		if len(a.Warnings()) != c.warnings || a.Rank() != c.rank {
			t.Errorf("%+v: rank %d, warnings %q", c.fitter, a.Rank(), a.Warnings())
		}
	}
}

// Four uniform landmarks of 100 rows seldom hit a far cluster of three; a
// localized sketch has a column for it. (That column may still cancel: its
// normal weights sum to nearly 0 now and then.)
func TestLocalizedSketchSeesSmallClusters(t *testing.T) {
	x := normal(100, 2, seeded(1))
	x.Scale(0.1, x)
	for i := range 3 {
		x.Set(i, 0, x.At(i, 0)+50)
	}
	g := gramOf(t, x, "gaussian", 0.5)
	seen := func(f model.Fitter) (count int) {
		for seed := range uint64(40) {
			diag := make([]float64, 100)
			fitted(t, g, f, seeded(seed)).Diag(diag)
			if floats.Min(diag) > 0.5 {
				count++
			}
		}
		return count
	}
	if local, uniform := seen(&LocalizedSketch{M: 4, Clusters: 2}), seen(&Nystrom{M: 4}); local < 32 || uniform > 12 {
		t.Errorf("of 40 fits the localized sketch sees all rows in %d, uniform landmarks in %d", local, uniform)
	}
}
