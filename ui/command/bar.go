package command

import (
	"fmt"
	"io"
	"time"

	"gramscope/model/sweep"
)

// bar is the progress line on standard error. A bar without a writer draws nothing.
type bar struct {
	w     io.Writer // nil: not shown
	total int

	known, done int
	since       time.Time
	drawn       bool
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

func (b *bar) step() {
	b.done++
	b.draw()
}

func (b *bar) draw() {
	if b.w == nil {
		return
	}
	text := sweep.FormatTime(time.Since(b.since)) + " so far"
	if left, known := sweep.TimeLeft(b.done, b.total-b.known, time.Since(b.since)); known {
		text = "about " + sweep.FormatTime(left) + " left"
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
