package command

import (
	"context"
	"io"

	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
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

// stopping tells the user, once, that the command stops early.
func (p *program) stopping() {
	if !p.stopped {
		p.stopped = true
		p.say("gramscope: stopping")
	}
}
