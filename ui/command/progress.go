package command

import (
	"context"
	"fmt"
	"io"
	"time"

	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// await returns the result of f, or ctx.Err() as soon as ctx is cancelled. In that case
// f continues in the background, since a factorisation does not check ctx; f must have no
// effect except its result. A panic in f is raised again in the caller, unless it says that data can't be read.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		value    T
		err      error
		panicked any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panicked = recover()
			done <- o
		}()
		o.value, o.err = f()
	}()
	select {
	case o := <-done:
		if err, ok := remedy.Unreadable(o.panicked); ok {
			return o.value, err
		}
		if o.panicked != nil {
			panic(o.panicked)
		}
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// destination is the file that a flag names, or standard output.
func (p *program) destination(path, flag, what string, replace bool) atomicfile.Destination {
	return atomicfile.Destination{Path: path, Stdout: p.stdout, Overwrite: replace, What: what,
		Another: remedy.By("name another", flag, ""), Replace: remedy.By("replace it", "force", "")}
}

// writeText writes a text to a file, and says so.
func (p *program) writeText(to atomicfile.Destination, text string) error {
	err := to.Write(func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	if err == nil && to.Path != "-" {
		p.say("wrote " + to.String())
	}
	return err
}

// bar is the progress line on standard error. A bar without a writer draws nothing.
type bar struct {
	w     io.Writer // nil: not shown
	total int

	known, done int
	since       time.Time
	drawn       bool
}

// progress returns the progress line of so many runs, of which known are done already. It is drawn on terminals only.
func (p *program) progress(total, known int) *bar {
	b := &bar{total: total, known: known, since: time.Now()}
	if isScreen(p.stderr) {
		b.w = p.stderr
	}
	return b
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
