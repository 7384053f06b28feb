//go:build long

package ui

import (
	"os"
	"strconv"
	"testing"
	"time"

	"gramscope/model/sweep"
)

// staleRows names the environment variable that asks for more points than the suite
// has time for.
const staleRows = "GRAMSCOPE_STALE_ROWS"

// TestStaleWorkEnds: work that a key has made stale gives its core back soon, whatever
// it is in the middle of: fits, eigenvalues, factorisations.
func TestStaleWorkEnds(t *testing.T) {
	n := 3500
	if text := os.Getenv(staleRows); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s = %q is no number of rows", staleRows, text)
		}
	}
	spec := sweep.DefaultSpec(n)
	spec.Methods, spec.MaxMemory = []string{"nystrom", "best", "rls", "bka", "meka"}, 4<<30
	spec.Values["m"] = 100
	for _, screen := range []string{"1", "2", "4", "6"} {
		for _, wait := range []time.Duration{100 * time.Millisecond, 600 * time.Millisecond} {
			var took time.Duration
			for range 4 { // the machine may be busy otherwise
				m := newRealOn(t, spec, "braille", 120, 40)
				if took = staleFor(m, screen, wait); took < 500*time.Millisecond {
					break
				}
			}
			t.Logf("screen %s after %v: %v", screen, wait, took)
			if took >= 500*time.Millisecond {
				t.Errorf("screen %s: stale work has gone on for %v", screen, took)
			}
		}
	}
}

// staleFor is how long work goes on that is cancelled after a while.
func staleFor(m *explorer, screen string, wait time.Duration) time.Duration {
	m.Init()
	press(m, screen)
	for end := time.Now().Add(wait); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		hear(m)
	}
	start := time.Now()
	m.Runner.Cancel()
	m.Runner.Jobs.Wait()
	return time.Since(start)
}
