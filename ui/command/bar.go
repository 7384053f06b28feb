package command

import (
	"fmt"
	"io"
	"time"

	"gramscope/model/sweep"
)

// bar is the line on standard error that says how far a sweep is. One that is
// not shown is silent.
type bar struct {
	w     io.Writer // nil: not shown
	total int

	known, done int
	since       time.Time
	drawn       bool
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

func (b *bar) step() {
	b.done++
	b.draw()
}

func (b *bar) draw() {
	if b.w == nil {
		return
	}
	elapsed := time.Since(b.since)
	text := sweep.FormatTime(elapsed) + " so far"
	if left, known := sweep.TimeLeft(b.done, b.total-b.known, elapsed); known {
		text = "about " + sweep.FormatTime(left) + " left"
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
