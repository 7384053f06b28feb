package sweep

import (
	"context"
	"fmt"
	"time"

	"gramscope/model"
	"gramscope/model/trial"
)

// Run computes the cells on that many workers and sends one row for each, in cell order, as [trial.InOrder] does. After
// ctx is cancelled some cells still compute for a while, and their rows are lost; [Plan.Wait] waits for them.
func (p *Plan) Run(ctx context.Context, workers int) <-chan Result {
	return p.RunCells(ctx, p.Cells, workers)
}

// RunCells is Run for some of the plan's cells.
func (p *Plan) RunCells(ctx context.Context, cells []trial.Setting, workers int) <-chan Result {
	atOnce := max(1, min(workers, len(cells)))
	return trial.InOrder(ctx, len(cells), p.visits(cells, workers), atOnce, p.working, func(i, _ int) (Result, bool) {
		row, ok := p.cell(ctx, cells[i], atOnce)
		row.Cell = i
		return row, ok
	})
}

// Wait waits until no goroutine computes for the plan. Some goroutines still do for a while after a run was cancelled.
// No run may begin while Wait waits.
func (p *Plan) Wait() { p.working.Wait() }

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
		keepsTwo := 2*8*n*n <= model.CacheLimit/2 && !p.diagnosed(c) // K of the cell and another
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

// TimeLeft estimates the duration of the remaining total − done runs if the first done runs took
// elapsed. It assumes that all runs take equally long. known is false if done is 0.
func TimeLeft(done, total int, elapsed time.Duration) (left time.Duration, known bool) {
	if done <= 0 || total < done {
		return 0, false
	}
	return time.Duration(float64(elapsed) / float64(done) * float64(total-done)), true
}

// FormatTime formats a duration: 2.1s, 45s, 3m5s, 2h9m40s.
func FormatTime(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}
