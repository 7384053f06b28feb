//go:build long

package ui

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

func init() { checks = "100" }

// asked is the number in an environment variable, else the usual one.
func asked(t *testing.T, name string, usual int) int {
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(name, ": ", err)
	}
	return n
}

// TestStormsOfMoreRows are storms over more rows. GRAMSCOPE_STORM is the number of events for each n, and
// GRAMSCOPE_STORM_SEED another seed.
func TestStormsOfMoreRows(t *testing.T) {
	for _, c := range []struct{ rows, m, events int }{{60, 20, 900}, {1000, 50, 300}, {20_000, 50, 300}} {
		t.Run(fmt.Sprintf("n=%d", c.rows), func(t *testing.T) {
			storm(t, realSpec(c.rows, c.m), asked(t, "GRAMSCOPE_STORM_SEED", 1), asked(t, "GRAMSCOPE_STORM", c.events))
		})
	}
}

// TestPicturesInALongStorm: redraws stay fast in it.
func TestPicturesInALongStorm(t *testing.T) {
	redraws := picturesStorm(t, asked(t, "GRAMSCOPE_STORM_SEED", 1), asked(t, "GRAMSCOPE_STORM", 300))
	slices.Sort(redraws)
	middle := redraws[len(redraws)/2] // others depend on what else the machine does
	t.Logf("a redraw took %v in the middle, %v at 95 %%, %v at most", middle, redraws[len(redraws)*95/100],
		redraws[len(redraws)-1])
	if middle > 100*time.Millisecond {
		t.Errorf("a redraw took %v, want 100 ms at most", middle)
	}
}
