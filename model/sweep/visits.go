package sweep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/linalg"
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
	return trial.InOrder(ctx, len(cells), p.visits(cells, workers), atOnce, p.working, func(i int) (Result, bool) {
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
	var all [][]int // the cells of each matrix
	known, place := map[string]int{}, make([]float64, len(cells))
	for i, c := range cells {
		key := p.MatrixKey(c)
		if _, found := known[key]; !found {
			known[key], all = len(all), append(all, nil)
		}
		all[known[key]] = append(all[known[key]], i)
		place[i] = float64(i)
	}
	for k := 1; k < len(all) && workers > 1; k++ {
		// The store drops the matrix that was used least recently. Only after workers+1 further cells on the
		// newest matrix is that an earlier one.
		before, after := all[k-1], min(k-1, 1)*(workers+1)
		n := int64(cells[before[0]].Draw.N)
		keepsTwo := 2*8*n*n <= model.CacheLimit/2 && !p.diagnosed(cells[before[0]]) // K of the cell and another
		if after < len(before) && keepsTwo {
			place[all[k][0]] = min(place[all[k][0]], float64(before[after])+0.5)
		}
	}
	order := linalg.Sequence(0, len(cells))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(place[i], place[j]) })
	return order
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
