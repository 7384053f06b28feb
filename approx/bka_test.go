package approx

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
)

// ‖K−K̃‖² = ‖K‖² − Σ‖K_s‖²; c = 1 is exact, c = n the diagonal.
func TestBKAIdentity(t *testing.T) {
	const n = 70
	for _, gamma := range []float64{0.05, 1} {
		g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", gamma)
		for _, c := range []int{1, 2, 5, 20, n} {
			a := fitted(t, g, &BKA{Clusters: c}, seeded(2)).(*form.Blocks)
			k, approx := whole(g, a)
			var e mat.Dense
			e.Sub(k, approx)
			within := 0.0
			for _, b := range a.Blocks() {
				within += mat.Norm(b.K, 2) * mat.Norm(b.K, 2)
			}
			total := mat.Norm(k, 2) * mat.Norm(k, 2)
			if got := mat.Norm(&e, 2); got*got-(total-within) > 1e-10*total || (total-within)-got*got > 1e-10*total {
				t.Errorf("c = %d: ‖K−K̃‖² = %.10g, ‖K‖²−Σ‖K_s‖² = %.10g", c, got*got, total-within)
			}
			if len(a.Blocks()) != c {
				t.Errorf("c = %d: %d blocks", c, len(a.Blocks()))
			}
			switch c {
			case 1:
				if mat.Norm(&e, 2) != 0 {
					t.Errorf("c = 1: error %.3g", mat.Norm(&e, 2))
				}
			case n:
				for i := range n {
					if e.At(i, i) != 0 {
						t.Errorf("c = n: row %d has the residual %v on the diagonal", i, e.At(i, i))
					}
				}
			}
		}
	}
}

// Fewer distinct rows than clusters: one block each, and a warning.
func TestBKAFewDistinctRows(t *testing.T) {
	x := mat.NewDense(30, 1, nil)
	for i := range 30 {
		x.Set(i, 0, float64(i%3))
	}
	g := gramOf(t, x, "gaussian", 1)
	a := fitted(t, g, &BKA{Clusters: 5}, seeded(1)).(*form.Blocks)
	if len(a.Blocks()) != 3 || len(a.Warnings()) != 1 {
		t.Errorf("%d blocks, warnings %v", len(a.Blocks()), a.Warnings())
	}
	if a.Rank() != 3 { // each block is constant
		t.Errorf("rank %d, want 3", a.Rank())
	}
}

// The rank of a block of 1200 rows: all of them where the kernel is narrow, and what
// pivoted Cholesky factorisation of all finds where it is wide.
func TestBKARankOfLargeBlocks(t *testing.T) {
	const n = 1200
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i))
	}
	for gamma, want := range map[float64][2]int{1: {n, n}, 1e-6: {5, 40}} {
		a := fitted(t, gramOf(t, x, "gaussian", gamma), &BKA{Clusters: 1}, seeded(1))
		if r := a.Rank(); r < want[0] || r > want[1] {
			t.Errorf("γ = %g: rank %d, want %d to %d", gamma, r, want[0], want[1])
		}
	}
	// 513 different rows and copies of the last one: those looked at are not the first ones.
	for i := range n {
		x.Set(i, 0, float64(min(i, 512)))
	}
	if r := fitted(t, gramOf(t, x, "gaussian", 1), &BKA{Clusters: 1}, seeded(1)).Rank(); r != 513 {
		t.Errorf("rank %d of %d different rows", r, 513)
	}
}

// TestBKABlocks: every row is in one block, of what K̃ is among its rows, and the parts of the
// extension come in the same order, with a feature for each row.
func TestBKABlocks(t *testing.T) {
	const n = 60
	g := gramOf(t, normal(n, 2, seeded(3)), "gaussian", 0.5)
	a := fitted(t, g, &BKA{Clusters: 4}, seeded(4)).(*form.Blocks)
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]int, n)
	all := a.Blocks()
	if len(all) != len(e.Parts) {
		t.Fatalf("%d blocks and %d parts", len(all), len(e.Parts))
	}
	for s, b := range all {
		k := mat.NewDense(len(b.Rows), len(b.Rows), nil)
		a.Block(k, b.Rows, b.Rows)
		if !mat.Equal(k, b.K) || e.Parts[s].Width != len(b.Rows) {
			t.Errorf("block %d is not K̃ among its rows, or has a part of width %d", s, e.Parts[s].Width)
		}
		for p, i := range b.Rows {
			seen[i]++
			if !mat.Equal(e.Parts[s].Landmarks.RowView(p), g.X().RowView(i)) {
				t.Errorf("block %d: feature %d is not that of row %d", s, p, i)
			}
		}
	}
	for i, times := range seen {
		if times != 1 {
			t.Errorf("row %d is in %d blocks", i, times)
		}
	}
}
