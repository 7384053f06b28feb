package sweep

import (
	"fmt"

	"gramscope/model"
	"gramscope/model/trial"
)

// visits are the indices of the cells in the order in which workers take them. It is that of
// the cells but for one thing: where a store keeps two kernel matrices, the first
// cell of each is taken while the cells of the one before are under way. What is computed
// once of a matrix, as its eigenvalues are, makes the other cells on it wait, and does not
// keep all processors busy all the time.
func (p *Plan) visits(cells []trial.Setting, workers int) []int {
	order := make([]int, 0, len(cells))
	of, firsts := p.byMatrix(cells)
	taken := make([]bool, len(cells))
	begun, beside := 0, 0 // matrices, and cells of the last but one since the last began
	take := func(i int) { order, taken[i] = append(order, i), true }
	begin := func() {
		if begun < len(firsts) {
			take(firsts[begun])
			begun, beside = begun+1, 0
		}
	}
	for i := range cells {
		if taken[i] {
			continue
		}
		if of[i] >= begun {
			begin()
		} else {
			take(i)
		}
		// The store drops the matrix that was used least recently: so many cells later it
		// is the one before.
		if beside++; workers > 1 && p.keepsTwo(cells[i]) && of[i] == begun-1 && (begun == 1 || beside > workers) {
			begin()
		}
	}
	return order
}

// byMatrix tells which kernel matrix each cell is on, and the first cell of each.
func (p *Plan) byMatrix(cells []trial.Setting) (of, firsts []int) {
	known := map[string]int{}
	of = make([]int, len(cells))
	for i, c := range cells {
		key := fmt.Sprint(c.Draw, c.Kernel)
		at, found := known[key]
		if !found {
			at = len(firsts)
			known[key], firsts = at, append(firsts, i)
		}
		of[i] = at
	}
	return of, firsts
}

// keepsTwo tells whether a store has room for the kernel matrix of a cell and another.
func (p *Plan) keepsTwo(c trial.Setting) bool {
	n := int64(c.Draw.N)
	return 2*number*n*n <= model.CacheLimit/2 && !p.diagnosed(c)
}
