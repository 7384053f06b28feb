package tune

import (
	"context"
	"testing"

	"gramscope/approx"
)

// A panic of a search's own goroutine ends its events, and is that of whoever waits, who can say so: it would end the
// program with the terminal in raw mode.
func TestPanicOfASearchIsItsWaiters(t *testing.T) {
	s := searchFor(t, specOn(40, "nystrom"), approx.Methods(), given{set: waves(40, 5)})
	s.fitted = nil // which fits stand in for which
	for range s.Run(context.Background(), 1) {
	}
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
	}()
	s.Wait()
}
