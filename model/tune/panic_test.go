package tune

import (
	"context"
	"testing"
	"time"
)

// A panic of a search's own goroutine ends its events, and is that of whoever waits, who can say so: it would end the
// program with the terminal in raw mode.
func TestPanicOfASearchIsItsWaiters(t *testing.T) {
	s := timed(t, 40, 100*time.Second)
	s.clock.now = func() time.Time { panic("no time") }
	for range s.Run(context.Background(), 1) {
	}
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
	}()
	s.Wait()
}
