package number

import (
	"math"
	"testing"
)

// TestErrorsOfRoundingShowNoDigits: and those above keep theirs.
func TestErrorsOfRoundingShowNoDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "<1e-12", 3.9e-15: "<1e-12", 9.99e-13: "<1e-12", -1e-17: "<1e-12", 1e-12: "1.0e-12", 0.031: "3.1e-02", 2: "2.0e+00"} {
		if got := Error(v); got != want {
			t.Errorf("Error(%v) = %q, want %q", v, got, want)
		}
	}
	if got := Error(math.NaN()); got != "" {
		t.Errorf("no error is %q", got)
	}
	if got := Scientific(0); got != "0.0e+00" {
		t.Errorf("Scientific(0) = %q", got)
	}
}
