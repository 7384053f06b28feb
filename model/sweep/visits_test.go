package sweep

import (
	"slices"
	"testing"

	"gramscope/model/trial"
)

// cellsOn returns cells on numbered kernel matrices of order n.
func cellsOn(n int, matrices ...int) []trial.Setting {
	cells := make([]trial.Setting, len(matrices))
	for i, rep := range matrices {
		cells[i].Draw = trial.Draw{N: n, Rep: rep}
	}
	return cells
}

// TestVisits: the first cell on a matrix comes before the last cells on the previous matrix, but not
// before the previous matrix has been used often enough to stay in the store. Each cell comes once.
func TestVisits(t *testing.T) {
	three := []int{1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3}
	inOrder := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	for what, c := range map[string]struct {
		n, workers int
		matrices   []int
		want       []int
	}{
		"two workers":          {2000, 2, three, []int{0, 5, 1, 2, 3, 4, 6, 7, 8, 10, 9, 11, 12, 13, 14}},
		"one worker":           {2000, 1, three, inOrder},
		"room for one matrix":  {2100, 2, three, inOrder},
		"one matrix":           {2000, 2, []int{1, 1, 1}, []int{0, 1, 2}},
		"a cell on each":       {500, 2, []int{1, 2, 3}, []int{0, 1, 2}},
		"in turns":             {500, 2, []int{1, 2, 1, 2, 1, 2}, []int{0, 1, 2, 3, 4, 5}},
		"fewer than there are": {500, 4, []int{1, 1, 2, 2, 3, 3}, []int{0, 2, 1, 3, 4, 5}},
		"none":                 {500, 2, nil, []int{}},
	} {
		p := &Plan{}
		if got := p.visits(cellsOn(c.n, c.matrices...), c.workers); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}
