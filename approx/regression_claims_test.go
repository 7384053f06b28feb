package approx

import (
	"context"
	"math"
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/tune"
)

// generated draws n rows of a built-in set.
func generated(t *testing.T, name string, n int, seed uint64) *data.Set {
	t.Helper()
	for _, g := range synthetic.Generators() {
		if g.Name() == name {
			set, _, err := g.Draw(n, 0, seeded(seed))
			if err != nil {
				t.Fatal(err)
			}
			return set
		}
	}
	t.Fatalf("no set %s", name)
	return nil
}

// TestBachsSpline: at the best ridge the smallest m that costs at most a per cent
// of risk is about the degrees of freedom (Bach 2013): p = 11,
// 13, 15 for d = 9.88, 11.70, 13.74 by another program. The target
// has mean 0, so that it is as if it were not centred.
func TestBachsSpline(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		n              int
		lambda, d, was float64 // best ridge, by the closed forms of package tune's tests
	}{{128, 0.08272, 9.88, 11}, {256, 0.06101, 11.70, 13}, {512, 0.04537, 13.74, 15}} {
		set := generated(t, "spline", c.n, 1)
		g := model.NewGram(model.NewPoints(set.X, model.Manhattan), kernelOf(t, "periodic", 1))
		truth, err := tune.FindTruth(ctx, g, set, "")
		if err != nil {
			t.Fatal(err)
		}
		mu := c.lambda * float64(c.n)
		s := tune.Sufficient{Gram: g, Truth: truth, Mus: []float64{0.8 * mu, mu, 1.25 * mu}, Methods: []model.Method{nystrom()}, Loss: 0.01, Reps: 20, Seed: 1}
		var rows []tune.SufficientRow
		for row := range s.Run(ctx, 2) {
			rows = append(rows, row)
		}
		best := rows[1]
		t.Logf("n = %d: d = %.2f, d_max = %.2f, p = %d (another program: d = %.2f, p = %.0f), p/d = %.2f, risk %.4g, exact %.4g",
			c.n, best.DEff, best.DMax, best.M, c.d, c.was, best.Ratio, best.Risk, best.RiskExact)
		if best.RiskExact > rows[0].RiskExact || best.RiskExact > rows[2].RiskExact {
			t.Errorf("n = %d: λ = %v is not the best ridge: risks %v, %v, %v", c.n, c.lambda, rows[0].RiskExact, best.RiskExact, rows[2].RiskExact)
		}
		if math.Abs(best.DEff-c.d) > 0.005*c.d || math.Abs(best.DMax-best.DEff) > 1e-9*best.DEff {
			t.Errorf("n = %d: d = %v, d_max = %v, want %v", c.n, best.DEff, best.DMax, c.d)
		}
		if !best.Reached || best.Ratio < 0.7 || best.Ratio > 2 {
			t.Errorf("n = %d: p = %d, p/d = %v is outside [0.7, 2]", c.n, best.M, best.Ratio)
		}
		if best.BachColumns < 100*float64(c.n) {
			t.Errorf("n = %d: theory asks for %v columns", c.n, best.BachColumns)
		}
	}
}
