package methodtable

import (
	"math"
	"testing"
)

func TestTimes(t *testing.T) {
	for v, want := range map[float64]string{0.5234: "×0.52", 1: "×1", 12.3: "×12", 431: "×431", 1e6: "×1e+06", math.NaN(): "", math.Inf(1): ""} {
		if got := times(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
