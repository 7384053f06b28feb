package linalg

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestMirror: of squares of all sorts of sides, within a larger matrix, the triangle below
// the diagonal becomes the other one, and nothing else changes.
func TestMirror(t *testing.T) {
	for _, n := range []int{1, 2, 5, 63, 64, 65, 127, 130, 195} {
		whole := mat.NewDense(n+3, n+5, nil)
		for i := range n + 3 {
			for j := range n + 5 {
				whole.Set(i, j, float64(1000*i+j))
			}
		}
		Mirror(whole.Slice(0, n, 0, n).(*mat.Dense))
		for i := range n + 3 {
			for j := range n + 5 {
				want := float64(1000*i + j)
				if i < n && j < i {
					want = float64(1000*j + i)
				}
				if whole.At(i, j) != want {
					t.Fatalf("n = %d: %v at (%d, %d), want %v", n, whole.At(i, j), i, j, want)
				}
			}
		}
	}
}

// TestSelected: rows that follow each other are those of the matrix, others copies.
func TestSelected(t *testing.T) {
	a := mat.NewDense(6, 2, []float64{0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51})
	for _, c := range []struct {
		idx  []int
		view bool
	}{{[]int{2, 3, 4}, true}, {[]int{5}, true}, {[]int{2, 4}, false}, {[]int{3, 2}, false}, {[]int{1, 1}, false}} {
		got := Selected(a, c.idx)
		if !mat.Equal(got, Rows(a, c.idx)) {
			t.Errorf("rows %v: %v", c.idx, mat.Formatted(got))
		}
		if view := &got.RawRowView(0)[0] == &a.RawRowView(c.idx[0])[0]; view != c.view {
			t.Errorf("rows %v: a view: %v", c.idx, view)
		}
	}
	if !Selected(a, nil).IsEmpty() {
		t.Error("no rows are not none")
	}
}
