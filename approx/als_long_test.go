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
			t.Errorf("samples = %v: error %.4g after 15 steps, %.4g after 150, %.4g without holding out", samples, few, many,
				free)
		}
	}
}

// The probabilities add up to the number asked for, and the weighted loss and the
// estimated error have those of all entries for their means, here over 2000 draws.
func TestALSWeights(t *testing.T) {
	const n, count, draws = 40, 300.0, 2000
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	k, err := scaledGram(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	q, sum := inclusion(k.all, count), 0.0
	for i := range n {
		for j := range n {
			sum += q(i, j)
		}
	}
	near(t, "Σq", sum, count, 1e-12)
	u := startOf(t, k, model.SampleRows(n, 6, seeded(2)), 3)
	everything, none := drawnOf(t, k, n*n, nil)
	want := lossOf(everything, u)
	wantError := estimatedError(everything, none, u)
	var residual mat.Dense
	residual.Mul(u, u.T())
	residual.Sub(&residual, k.all)
	near(t, "error by all entries", wantError, math.Pow(mat.Norm(&residual, 2), 2), 1e-12)
	uniform, err := scaledEntries(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []scaledKernel{k, uniform} {
		rng := seeded(3)
		var loss, estimate, entries moments
		for range draws {
			s, held, err := from.draw(t.Context(), count, rng.Float64)
			if err != nil {
				t.Fatal(err)
			}
			loss.add(lossOf(s, u))
			estimate.add(estimatedError(s, held, u))
			entries.add(float64(s.entries() + held.entries()))
		}
		loss.check(t, "loss", want, 0.02)
		estimate.check(t, "estimated error", wantError, 0.05)
		if from.all == nil {
			entries.check(t, "entries", n+count*(n-1)/n, 0.01) // with the diagonal
		}
	}
}

// moments are those of a figure over draws.
type moments struct{ count, sum, squares float64 }

func (m *moments) add(v float64) {
	m.count++
	m.sum += v
	m.squares += v * v
}

// check wants the mean within 4 standard errors of want, and these below a fraction of it.
func (m *moments) check(t *testing.T, what string, want, fraction float64) {
	t.Helper()
	mean := m.sum / m.count
	if se := math.Sqrt((m.squares/m.count - mean*mean) / m.count); math.Abs(mean-want) > 4*se || se > fraction*want {
		t.Errorf("mean %s %.5g ± %.2g, of all entries %.5g", what, mean, se, want)
	}
}
