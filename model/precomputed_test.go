package model_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestPrecomputedEntries: entries of a given matrix are those at the numbers of its rows and columns, from 1, also
// where a symmetric matrix is read by its fewer columns; what is no row has no entries.
func TestPrecomputedEntries(t *testing.T) {
	t.Parallel()
	const n = 23
	g := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			g.Set(i, j, float64(100*min(i, j)+max(i, j)))
		}
	}
	read := func(dst []float64, row int, cols []int) {
		for p, j := range cols {
			dst[p] = g.At(row, j)
		}
	}
	numbers := func(from, to, by int) (list []float64) {
		for i := from; i <= to; i += by {
			list = append(list, float64(i))
		}
		return list
	}
	few, many := numbers(2, n, 2), numbers(1, n, 1) // 11, more than are read together
	for _, symmetric := range []bool{false, true} {
		k := &model.Precomputed{Row: read, Symmetric: symmetric}
		for _, sides := range [][2][]float64{{few, many}, {many, few}, {many, many}, {many, few[:1]}} {
			rows, cols := sides[0], sides[1]
			got := mat.NewDense(len(rows), len(cols), nil)
			k.EntriesTo(got, rows, cols)
			for i, row := range rows {
				for j, col := range cols {
					if want := g.At(int(row)-1, int(col)-1); got.At(i, j) != want {
						t.Fatalf("symmetric %v: entry %v, %v is %v, want %v", symmetric, row, col, got.At(i, j), want)
					}
				}
			}
		}
		diagonal := make([]float64, len(few))
		k.DiagonalTo(diagonal, few)
		for i, row := range few {
			if want := g.At(int(row)-1, int(row)-1); diagonal[i] != want {
				t.Errorf("entry %v of the diagonal is %v, want %v", row, diagonal[i], want)
			}
		}
	}
	nothing := func([]float64, int, []int) {}
	for what, k := range map[float64]*model.Precomputed{0: {Row: nothing}, 1.5: {Row: nothing}, 1: {}} {
		if !panics(func() { k.DiagonalTo(make([]float64, 1), []float64{what}) }) {
			t.Errorf("row %v is no fault", what)
		}
	}
}
