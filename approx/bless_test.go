package approx

import (
	"slices"
	"testing"
)

func TestBlessPath(t *testing.T) {
	r := ridges(100, 3)
	if len(r) != 6 || r[5] != 3 || r[0] < 50 || r[0] >= 100 {
		t.Errorf("ridges from 100 to 3: %v", r)
	}
	for _, start := range []float64{0, 2, 3} {
		if r := ridges(start, 3); !slices.Equal(r, []float64{3}) {
			t.Errorf("ridges from %v to 3: %v", start, r)
		}
	}
}
