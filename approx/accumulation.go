package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx/form"
	"gramscope/model"
)

// Accumulation is K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K (the paper's (d, m) are our (m, a)). For each of the m columns of S, a =
// Accum rows are drawn with replacement, i with probability pᵢ, and ±1/√(m·a·pᵢ) is added there: E[S·Sᵀ] = I. For a = 1
// signs and scales cancel. K̃ is a projection, 0 ⪯ K−K̃ ⪯ K; for a > 1 no row of K is reproduced.
//
// It costs O(n·m·(a + m)), DrawPilot O(n·m²) more and DrawScores O(n³), for which K is stored.
type Accumulation struct {
	M     int     // projection dimension, ≥ 1; clamped to n
	Accum int     // a ≥ 1
	Rank  int     // k: the best rank-k part replaces SᵀKS; 0 = no truncation; clamped to M
	Draw  int     // DrawUniform, DrawScores, DrawPilot or DrawNorms
	Ridge float64 // γₛ > 0, in units of K; for DrawScores and DrawPilot
}

// The choices of Accumulation's Draw.
const (
	DrawUniform = iota // pᵢ = 1/n
	DrawScores         // pᵢ ∝ τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ, exactly
	DrawPilot          // pᵢ ∝ τ̃ᵢ from m columns, as in TwoPassRLS, mixed with a tenth of uniform
	DrawNorms          // pᵢ ∝ ‖Kᵢ‖²
)

func accumulation() model.Method {
	return method(model.Method{
		Name: "accumulation",
		Doc: "accumulation of sub-sampling sketches\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with S the sum of a = accum random signed sub-sampling matrices: between nystrom (a = 1) and " +
			"a Gaussian sketch (a large). draw says how their rows are drawn: uniformly; by exact leverage scores at γₛ " +
			"(scores); by scores from m columns, as in two-pass-rls (pilot); or by squared column norms (norms).\n\n" +
			"Use it for unevenly spread points, where uniform landmarks miss important ones: a few accumulations nearly reach " +
			"a Gaussian sketch of the same size. It reads up to a times the entries of nystrom; at that price nystrom with " +
			"m·a landmarks is at least as accurate, but its factor is a times as wide. Leverage scores help for small a only; " +
			"scores and norms read all of K, and norms favour dense regions, which uniform draws find anyway.",
		Family: model.Sketches,
		When:   "between nystrom and a Gaussian sketch: unevenly spread points",
		Ref:    "Chen and Yang, AISTATS 2021 (PMLR 130), Algorithm 1",
		Cost:   "n·min(n, m·a); by pilot n·(1 + m) more; n² by scores or norms",
		ReadsAll: func(f model.Fitter) bool {
			draw := f.(*Accumulation).Draw
			return draw == DrawScores || draw == DrawNorms
		},
		Nests: func(f model.Fitter) bool { // columns of S, up to a factor, where no probabilities depend on m
			own := f.(*Accumulation)
			return own.Rank == 0 && own.Draw == DrawUniform
		},
		Columns:   func(f model.Fitter, n int) int { a := f.(*Accumulation); return drawnRows(n, min(a.M, n)*a.Accum) },
		Landmarks: true,
	}, func(f *Accumulation, n, d int) model.Memory {
		// It counts KS and the rows in which S has entries, twice while SᵀKS is made, and
		// before that the probabilities. Uniform draws hit the most rows.
		m := min(f.M, n)
		rows := drawnRows(n, m*f.Accum)
		out := sparseMemory(n, m, rows, f.Rank, form.TileBytes(n, rows)+form.Bytes(rows, m))
		drawing := []int64{DrawScores: 2 * form.Bytes(n, n), DrawPilot: pilotMemory(n, m),
			DrawNorms: form.TileBytes(n, n)}[f.Draw]
		out.Fit, out.Streamed = max(out.Fit, drawing), max(out.Streamed, drawing)
		return out
	})
}

// Params marks Draw and Ridge as tacit where draws are uniform: they are then left out of the key of a
// cell, from which its random numbers are seeded.
func (f *Accumulation) Params() []model.Param {
	ridge := model.ScoreRidge(&f.Ridge)
	ridge.Tacit = f.Draw != DrawScores && f.Draw != DrawPilot
	draw := choice("draw", &f.Draw,
		"how rows of the sketch are drawn: uniformly, by leverage scores (exact, or of a pilot pass), or by column norms",
		"uniform", "scores", "pilot", "norms")
	draw.Tacit = f.Draw == DrawUniform
	return []model.Param{model.Budget(&f.M), model.Accumulations(&f.Accum), model.TargetRank(&f.Rank), draw, ridge}
}

func (f *Accumulation) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(accumulation(), f, g, rng)
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	var p []float64 // nil for uniform draws
	columns, err := g, ctx.Err()
	switch f.Draw {
	case DrawScores:
		p, err = oracleScores(ctx, g, f.Ridge, &warnings)
		p, columns = normalised(p), g.View() // all of K has been read: through a view the columns do not count again
	case DrawPilot:
		p, err = pilotShares(ctx, g, m, f.Ridge, rng)
		p = normalised(p)
	case DrawNorms:
		columns = g.View()
		if p, err = columnNorms(ctx, g); err == nil {
			p = squaredShares(p)
		}
	}
	if err != nil {
		return nil, err
	}
	return form.AsApproximation(sketchedOn(ctx, columns, drawAccumulation(g.N(), m, f.Accum, p, rng), k, warnings))
}

// normalised scales weights so that they add up to 1, and returns nil if they are all 0, as for K = 0.
func normalised(p []float64) []float64 {
	sum := floats.Sum(p)
	if !(sum > 0) {
		return nil
	}
	floats.Scale(1/sum, p)
	return p
}

// drawAccumulation draws S, uniformly if p is nil.
func drawAccumulation(n, m, a int, p []float64, rng *rand.Rand) form.Sparse {
	scale := math.Sqrt(float64(n) / (float64(m) * float64(a)))
	draw, weight := func() int { return rng.IntN(n) }, func(int) float64 { return scale }
	if p != nil {
		draw = repeatedly(p, rng)
		weight = func(row int) float64 { return 1 / math.Sqrt(float64(m)*float64(a)*p[row]) }
	}
	s := make(form.Sparse, m)
	for j := range s {
		s[j] = drawColumn(a, draw, weight, rng)
	}
	return s
}

// drawColumn draws a column of S, by a rows with signs. If a row is drawn several times, its signs add up and may
// cancel; an entry of 0 is left out.
func drawColumn(a int, draw func() int, weight func(row int) float64, rng *rand.Rand) (column []form.Entry) {
	count := make(map[int]int, a)
	for range a {
		count[draw()] += 2*rng.IntN(2) - 1
	}
	for row, c := range count {
		if c != 0 {
			column = append(column, form.Entry{Row: row, Weight: weight(row) * float64(c)})
		}
	}
	slices.SortFunc(column, func(x, y form.Entry) int { return x.Row - y.Row })
	return column
}
