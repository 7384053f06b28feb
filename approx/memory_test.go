package approx

import (
	"os"
	"strconv"
	"testing"

	"gramscope/approx/approxtest"
)

// largerMemory names the environment variable that asks for another number of rows
// than the suite has time for.
const largerMemory = "GRAMSCOPE_MEMORY_ROWS"

// TestMemory measures every method at a size where its matrices are large against
// all else.
func TestMemory(t *testing.T) {
	if !approxtest.Alone(t) {
		return
	}
	n := 1000
	if text := os.Getenv(largerMemory); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s = %q is no number of rows", largerMemory, text)
		}
	}
	g := approxtest.Gram(t, n, 4)
	for _, m := range Methods() {
		if m.Needs.MaxN > 0 && n > m.Needs.MaxN {
			t.Logf("%s is for n up to %d", m.Name, m.Needs.MaxN)
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			approxtest.Memory(t, m, g, map[string]float64{"m": 150, "clusters": 5, "score-ridge": 1e-2})
		})
	}
}
