package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// bar is the progress line on standard error. A bar without a writer draws nothing.
type bar struct {
	w     io.Writer // nil: not shown
	total int

	known, done int
	since       time.Time
	drawn       bool

	mu       sync.Mutex      // guards the fields below, which the runs write
	forecast *sweep.Forecast // nil: the time left is proportional to the runs left
	workers  int
	under    []string // the stage of each run, "" if it is not running
}

// progress returns a progress bar for so many runs. It is drawn on terminals only.
func (p *program) progress(total int) *bar {
	b := &bar{total: total}
	if isScreen(p.stderr) {
		b.w = p.stderr
	}
	return b
}

// start starts the clock; known is the number of runs that are done already.
func (b *bar) start(known int) { b.known, b.since = known, time.Now() }

// foresee makes the bar forecast the time left from the work that the cells of a plan need
// and from the measured speed of each kind of work. The bar also shows the present stage.
func (b *bar) foresee(plan *sweep.Plan, cells []trial.Setting, workers int) {
	if b.w == nil {
		return
	}
	parts := make([][]sweep.Part, len(cells))
	for i, c := range cells {
		parts[i] = plan.Work(c)
	}
	b.forecast, b.workers, b.under = sweep.NewForecast(new(sweep.Speed), parts), workers, make([]string, len(cells))
	plan.Watch = func(run int, s sweep.Stage) {
		at := time.Since(b.since)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.forecast.Enter(run, s, at)
		if b.under[run] = ""; s != sweep.StageEnd {
			b.under[run] = cells[run].Method.Name + ": " + s.String()
		}
	}
}

// left returns the expected time left and the stage of the oldest run.
func (b *bar) left() (left time.Duration, known bool, doing string) {
	elapsed := time.Since(b.since)
	if b.forecast == nil {
		left, known = sweep.TimeLeft(b.done, b.total-b.known, elapsed)
		return left, known, ""
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	left, known = b.forecast.Left(elapsed, b.workers)
	for _, doing = range b.under {
		if doing != "" {
			break
		}
	}
	return left, known, doing
}

func (b *bar) step() {
	b.done++
	b.draw()
}

func (b *bar) draw() {
	if b.w == nil {
		return
	}
	text := sweep.FormatTime(time.Since(b.since)) + " so far"
	left, known, doing := b.left()
	if known {
		text = "about " + sweep.FormatTime(left) + " left"
	}
	if doing != "" {
		text += ", " + doing
	}
	fmt.Fprintf(b.w, "\r\x1b[K%d/%d runs, %s", b.known+b.done, b.total, text)
	b.drawn = true
}

// clear erases the line, so that a row can be written to the same terminal.
func (b *bar) clear() {
	if b.w != nil && b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}
