package sweep

import (
	"fmt"

	"gramscope/model"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// visits returns the indices of the cells in the order in which workers take them. That is the order
// of the cells, except that the first cell of the next kernel matrix is taken while cells of the present
// one are computed. The first cell of a matrix computes results that are needed once, such as
// eigenvalues. Other cells on the matrix wait for it, and it does not use all processors.
func (p *Plan) visits(cells []trial.Setting, workers int) []int {
	order, taken := make([]int, 0, len(cells)), make([]bool, len(cells))
	of, firsts := byMatrix(cells)
	begun, since := 0, 0 // number of matrices begun, and of cells taken since on the last of them
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
		// The store drops the matrix that was used least recently. After workers+1 more cells on the
		// last matrix, that is not the last matrix but an earlier one.
		n := int64(c.Draw.N)
		keepsTwo := 2*memory.Float64*n*n <= model.CacheLimit/2 && !p.diagnosed(c) // K of the cell and another
		if workers > 1 && begun < len(firsts) && keepsTwo && (begun == 1 || since > workers+1) {
			take(firsts[begun])
		}
	}
	return order
}

// byMatrix numbers the kernel matrices in the order of their first cells, and returns the number of
// each cell's matrix and the index of each matrix's first cell.
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
