package approx

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
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

// At a large ridge q̄·n·max K/γₕ candidates are drawn, at a small one each point is one.
func TestBlessCandidates(t *testing.T) {
	const n = 100
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 1)
	p := &path{g: g, top: 1, qbar: 5, rng: seeded(1)}
	for ridge, want := range map[float64]int{1: n, 6: 84, 1e6: 1} {
		rows, times, total := p.uniform(ridge)
		drawn := make([]float64, len(times))
		for j, c := range times {
			drawn[j] = float64(c)
		}
		repeats := slices.Max(times) > 1
		if total != want || floats.Sum(drawn) != float64(want) || repeats != (ridge == 6) || ridge == 1 && len(rows) != n {
			t.Errorf("ridge %v: %d draws of %d rows, want %d", ridge, total, len(rows), want)
		}
	}
}
