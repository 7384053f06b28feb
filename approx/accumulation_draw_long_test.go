//go:build long

package approx

import (
	"context"
	"math"
	"slices"
	"testing"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// TestDrawsKeepTheirPromise runs the conformance suite on every distribution.
func TestDrawsKeepTheirPromise(t *testing.T) {
	for draw, entries := range map[int]func(n, m, used int) int{
		DrawScores: func(n, _, _ int) int { return n * n },
		DrawPilot:  func(n, m, used int) int { return n * (1 + m + used) },
		DrawNorms:  func(n, _, _ int) int { return n * n },
	} {
		method, promise := accumulation(), firstPromises()["accumulation"]
		method.New = func() model.Fitter {
			f := defaults(new(Accumulation)).(*Accumulation)
			f.Draw, f.Ridge = draw, 0.01
			return f
		}
		promise.Entries = func(f approxtest.Fit) int64 {
			return int64(entries(f.N, f.Clamped("m"), len(f.Landmarks())))
		}
		t.Run(method.New().Params()[3].Choices[draw], func(t *testing.T) { approxtest.Run(t, method, promise) })
	}
}

// TestScoresFindTheFewPoints: at a = 1 on the paper's bimodal points, where uniform draws
// miss the small component, draws by scores err less; by norms, which favour the large
// one, they do not.
func TestScoresFindTheFewPoints(t *testing.T) {
	const n, m, seeds = 400, 20, 30
	sigma := 0.5 * math.Pow(n, -1.0/7)
	g := gramOf(t, bimodal(n, seeded(3)), "gaussian", 1/(2*sigma*sigma))
	if err := g.Store(context.Background()); err != nil {
		t.Fatal(err)
	}
	median := map[int]float64{}
	for _, draw := range []int{DrawUniform, DrawScores, DrawPilot, DrawNorms} {
		var errs []float64
		for seed := range uint64(seeds) {
			errs = append(errs, errorOf(t, g, &Accumulation{M: m, Accum: 1, Draw: draw, Ridge: 0.5}, seeded(seed)))
		}
		slices.Sort(errs)
		median[draw] = errs[seeds/2]
		t.Logf("draw %d: median error %.3g, quartiles %.3g and %.3g", draw, errs[seeds/2], errs[seeds/4], errs[3*seeds/4])
	}
	if r := median[DrawScores] / median[DrawUniform]; r > 0.6 {
		t.Errorf("by scores the error is %.2f times that of uniform draws", r)
	}
	if r := median[DrawNorms] / median[DrawUniform]; r < 0.9 {
		t.Errorf("by norms the error is %.2f times that of uniform draws", r)
	}
}
