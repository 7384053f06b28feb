//go:build long

package atomicfile

import (
	"os"
	"strconv"
	"testing"
)

// kills is how often the tests of this kind kill a process: GRAMSCOPE_KILLS, else a few
// dozen times.
func kills(t *testing.T) int {
	text := os.Getenv("GRAMSCOPE_KILLS")
	if text == "" {
		return 30
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestKilledManyTimes(t *testing.T) { checkKilled(t, kills(t)) }
