//go:build long

package approx

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// TestNestsBeyondTheRank: with more landmarks than SᵀKS has digits for, features of a nest still give about K̃ of a fit, whose
// landmarks are pivoted, and a diagonal that is nowhere above that of K.
func TestNestsBeyondTheRank(t *testing.T) {
	const n = 1000
	rng := rand.New(rand.NewPCG(1, 1))
	heavy := linalg.Gaussian(n, 2, rng)
	for i := range n {
		for j := range 2 {
			heavy.Set(i, j, heavy.At(i, j)/math.Abs(rng.NormFloat64()))
		}
	}
	rows := rng.Perm(n)[:200]
	for name, x := range map[string]*mat.Dense{"normal": linalg.Gaussian(n, 2, rng), "heavy": heavy, "line": linalg.Gaussian(n, 1, rng)} {
		g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernelOf(t, "gaussian", 1))
		for _, with := range []func(m int) model.Nester{
			func(m int) model.Nester { return &Nystrom{M: m} }, func(m int) model.Nester { return &Accumulation{M: m, Accum: 4} },
		} {
			nest := with(1).Nest(g.View(), rand.New(rand.NewPCG(2, 3)))
			for _, m := range []int{50, 300, 900} {
				f, _, err := nest.Features(t.Context(), m, rows)
				if err != nil {
					t.Fatal(err)
				}
				a, err := with(m).Fit(t.Context(), g.View(), rand.New(rand.NewPCG(2, 3)))
				if err != nil {
					t.Fatal(err)
				}
				diag, got, want := make([]float64, n), 0.0, 0.0
				a.Diag(diag)
				for k, i := range rows {
					left := 1 - floats.Dot(f.RawRowView(k), f.RawRowView(k))
					if left < -1e-9 {
						t.Errorf("%s, m = %d: %T has %v left of the diagonal in row %d", name, m, with(m), left, i)
					}
					got, want = got+left, want+1-diag[i]
				}
				if math.Abs(got-want) > 0.1*want+1e-3 { // which of dependent landmarks are left out matters to rows far from them
					t.Errorf("%s, m = %d: of the trace %T leaves %v, a fit %v", name, m, with(m), got, want)
				}
			}
		}
	}
}
