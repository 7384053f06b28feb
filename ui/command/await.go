package command

import "context"

// await is what f comes to, or ctx.Err() as soon as ctx is cancelled: f is then
// left behind, since a factorisation does not look up, and must have no effect
// but its value. A panic of f is raised again in the caller.
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
		if o.panicked != nil {
			panic(o.panicked)
		}
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// stopping tells the user, once, that the command ends before its work does.
func (p *program) stopping() {
	if !p.told {
		p.told = true
		p.say("gramscope: stopping")
	}
}
