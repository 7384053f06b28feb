package tune

import (
	"context"
	"testing"
	"time"

	"gramscope/approx"
)

// A panic of a search's own goroutine ends its events, and is that of whoever waits, who can say so: it would end the program with the
// terminal in raw mode.
func TestPanicOfASearchIsItsWaiters(t *testing.T) {
	spec := DefaultSpec(30)
	spec.Methods = []string{"nystrom"}
	spec.Values["m"] = 4
	wait := func(name string, run func(), wait func()) {
		run()
		defer func() {
			if recover() == nil {
				t.Errorf("%s: the panic is lost", name)
			}
		}()
		wait()
	}
	p := prepared(t, spec, approx.Methods(), given{set: waves(30, 5)})
	names := p.Methods
	p.Methods = nil // the names of events
	wait("grid", func() {
		for range p.Run(context.Background(), 1) {
		}
	}, p.Wait)
	p.Methods = names
	for range p.Run(context.Background(), 1) {
	}
	p.Wait() // the next search has none
	s := timed(t, 40, 100*time.Second)
	s.clock.now = func() time.Time { panic("no time") }
	wait("search", func() {
		for range s.Run(context.Background(), 1) {
		}
	}, s.Wait)
}
