//go:build long

package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// With few entries, more steps fit these ever better while the error of all entries rises; the held-out
// entries stop the iteration. Means over five draws.
func TestALSDoesNotOverfit(t *testing.T) {
	const n, r, draws = 120, 6, 5
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 5)
	k, err := scaledGram(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	for _, samples := range []float64{0.3, 1, 2} {
		count := samples * n * r * math.Log(n)
		var few, many, free float64
		for seed := range uint64(draws) {
			few += errorOf(t, g, &ALS{M: r, Iterations: 15, Samples: samples}, seeded(seed)) / draws
			many += errorOf(t, g, &ALS{M: r, Iterations: 150, Samples: samples}, seeded(seed)) / draws
			rng := seeded(seed)
			u := startOf(t, k, model.SampleRows(n, 2*r, rng), r)
			s, _ := drawnOf(t, k, count, rng.Float64)
			for range 150 {
				v, _ := s.columnStep(u)
				u.Add(u, v)
				u.Scale(0.5, u)
			}
			var got mat.Dense
			got.Mul(u, u.T())
			free += apart(&got, k.all) / draws
		}
		t.Logf("samples = %v: error %.4g after 15 steps, %.4g after 150, %.4g without holding out", samples, few, many, free)
		if many > 1.02*few || free < 1.2*many {
			t.Errorf("samples = %v: error %.4g after 15 steps, %.4g after 150, %.4g without holding out", samples, few, many, free)
		}
	}
}
