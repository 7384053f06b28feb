package sweep

import (
	"fmt"

	"gramscope/model"
	"gramscope/model/trial"
)

// visits are the indices of the cells in the order in which workers take them: that of the
// cells, but that the first cell of a kernel matrix comes while those of the matrix before
// are under way. What is computed once of a matrix, as its eigenvalues are, keeps its other
// cells waiting, and not all processors busy all the time.
func (p *Plan) visits(cells []trial.Setting, workers int) []int {
	order, taken := make([]int, 0, len(cells)), make([]bool, len(cells))
	of, firsts := byMatrix(cells)
	begun, since := 0, 0 // matrices, and cells of the last of them
	take := func(i int) {
		order, taken[i] = append(order, i), true
		switch {
		case of[i] == begun:
			begun, since = begun+1, 1
		case of[i] == begun-1:
			since++
		}
	}
	for i, c := range cells {
		if taken[i] {
			continue
		}
		take(i)
		// A store drops the matrix that was used least recently: after so many more cells on
		// the last one that is not it.
		if workers > 1 && begun < len(firsts) && p.keepsTwo(c) && (begun == 1 || since > workers+1) {
			take(firsts[begun])
		}
	}
	return order
}

// byMatrix tells which kernel matrix each cell is on, in the order of their first cells.
func byMatrix(cells []trial.Setting) (of, firsts []int) {
	known := map[string]int{}
	for i, c := range cells {
		key := fmt.Sprint(c.Draw, c.Kernel)
		at, found := known[key]
		if !found {
			at = len(firsts)
			known[key], firsts = at, append(firsts, i)
		}
		of = append(of, at)
	}
	return of, firsts
}

// keepsTwo tells whether a store has room for the kernel matrix of a cell and another.
func (p *Plan) keepsTwo(c trial.Setting) bool {
	n := int64(c.Draw.N)
	return 2*number*n*n <= model.CacheLimit/2 && !p.diagnosed(c)
}
