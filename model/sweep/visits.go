package sweep

import (
	"context"
	"fmt"
	"time"

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
	return trial.InOrder(ctx, len(cells), atOnce, p.working, func(i int) (Result, bool) {
		row, ok := p.cell(ctx, cells[i], atOnce)
		row.Cell = i
		return row, ok
	})
}

// Wait waits until no goroutine computes for the plan. Some goroutines still do for a while after a run was cancelled.
// No run may begin while Wait waits.
func (p *Plan) Wait() { p.working.Wait() }

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
