package approx

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// TestNests: at any rows, asked for in any order of m, the features of a nest give K̃ of a fit from the same generator,
// and the features for a smaller m are the first ones. Some landmarks depend on others.
func TestNests(t *testing.T) {
	const n = 300
	x := linalg.Gaussian(n, 2, rand.New(rand.NewPCG(1, 1)))
	for i := range 60 { // rows that repeat others
		x.SetRow(n-1-i, x.RawRowView(i))
	}
	for name, c := range map[string]struct {
		gamma, tolerance float64
		with             func(m int) model.Nester
	}{
		"nystrom":      {3, 1e-6, func(m int) model.Nester { return &Nystrom{M: m} }},
		"smooth":       {0.05, 1e-3, func(m int) model.Nester { return &Nystrom{M: m} }}, // of rank about 30: at rows far from landmarks K̃ depends on which one is left out
		"accumulation": {3, 1e-6, func(m int) model.Nester { return &Accumulation{M: m, Accum: 4} }},
		"fourier":      {3, 1e-13, func(m int) model.Nester { return &Fourier{M: m} }},
	} {
		g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernelOf(t, "gaussian", c.gamma))
		if !c.with(1).Nests() {
			t.Fatalf("%s does not nest", name)
		}
		nest := c.with(1).Nest(g.View(), rand.New(rand.NewPCG(7, 7)))
		order := rand.New(rand.NewPCG(2, 2)).Perm(n)
		var widest *mat.Dense
		for _, step := range [][2]int{{3, 40}, {20, 40}, {90, 90}, {91, 20}, {150, 250}, {40, 250}, {299, 300}, {16, 60}} {
			m, rows := step[0], order[:step[1]]
			f, scale, err := nest.Features(t.Context(), m, rows)
			if err != nil {
				t.Fatal(err)
			}
			f = mat.DenseCopyOf(f)
			var got mat.Dense
			got.Mul(f, f.T())
			got.Scale(scale, &got)
			a, err := c.with(m).Fit(t.Context(), g.View(), rand.New(rand.NewPCG(7, 7)))
			if err != nil {
				t.Fatal(err)
			}
			want := mat.NewDense(len(rows), len(rows), nil)
			a.Block(want, rows, rows)
			if !mat.EqualApprox(&got, want, c.tolerance) {
				var apart mat.Dense
				apart.Sub(&got, want)
				t.Errorf("%s, m = %d at %d rows: K̃ differs by up to %v", name, m, len(rows), math.Max(mat.Max(&apart), -mat.Min(&apart)))
			}
			if widest != nil && f.RawMatrix().Cols <= widest.RawMatrix().Cols && f.RawMatrix().Rows <= widest.RawMatrix().Rows {
				h, q := f.Dims()
				if !mat.EqualApprox(f, widest.Slice(0, h, 0, q), 1e-12) {
					t.Errorf("%s, m = %d: the features are not the first ones of a larger m", name, m)
				}
			}
			if widest == nil || f.RawMatrix().Cols > widest.RawMatrix().Cols && f.RawMatrix().Rows >= widest.RawMatrix().Rows {
				widest = f
			}
		}
	}
	for name, f := range map[string]model.Nester{
		"truncated": &Nystrom{M: 9, Rank: 3}, "ridge": &Nystrom{M: 9, Budget: model.SizeByRidge}, "rank": &Accumulation{M: 9, Rank: 3},
		"pilot": &Accumulation{M: 9, Draw: model.DrawPilot}, "scores": &Accumulation{M: 9, Draw: model.DrawScores}, "qmc": &Fourier{M: 9, Frequencies: model.FrequenciesQMC},
	} {
		if f.Nests() {
			t.Errorf("%s nests", name)
		}
	}
}
