package command

import (
	"context"

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

// stopping tells the user, once, that the command stops early.
func (p *program) stopping() {
	if !p.stopped {
		p.stopped = true
		p.say("gramscope: stopping")
	}
}
