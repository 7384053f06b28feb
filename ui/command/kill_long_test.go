//go:build long

package command_test

import (
	"os"
	"strconv"
	"testing"
)

// kills is how often these tests kill a process: GRAMSCOPE_KILLS, else a few times.
func kills(t *testing.T) int {
	if text := os.Getenv("GRAMSCOPE_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 20
}

func TestFitKilledManyTimes(t *testing.T)   { checkKilledFit(t, kills(t)) }
func TestSweepKilledManyTimes(t *testing.T) { checkKilledSweep(t, kills(t)) }
