package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// bar is the line on standard error that says how far a sweep is. One that is
// not shown is silent.
type bar struct {
	w     io.Writer // nil: not shown
	total int

	known, done int
	since       time.Time
	drawn       bool

	mu       sync.Mutex      // of what follows, which the runs write to
	forecast *sweep.Forecast // nil: in proportion
	workers  int
	under    []string // what each run is at, "" where it is not under way
}

// progress is a bar for that many runs, shown on a terminal only, whose line it writes anew.
func (p *program) progress(total int) *bar {
	b := &bar{total: total}
	if isScreen(p.stderr) {
		b.w = p.stderr
	}
	return b
}

// start begins the clock; known runs are done already and cost no time.
func (b *bar) start(known int) { b.known, b.since = known, time.Now() }

// foresee makes the time left that of the cells of a plan, run on so many workers by
// what each kind of work has taken, and shows what is computed.
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

// left is how long the rest takes, and what the oldest run is at.
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

// clear removes the line, before a row may be written to the same terminal.
func (b *bar) clear() {
	if b.w != nil && b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}
