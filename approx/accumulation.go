package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gramscope/model"
)

// Accumulation is the accumulation sketch: K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K, where S,
// n×m, is the sum of a = Accum sub-sampling matrices with random signs: to each
// of the m columns a rows are drawn, uniformly and with replacement, and
// ±√(n/(m·a)) is added there, so that E[S·Sᵀ] = I (Chen and Yang 2021,
// Algorithm 1; their (d, m) are our (m, a)). With Rank = k > 0 the best rank-k
// part of SᵀKS takes its place.
//
// a = 1 is Nyström on columns drawn with replacement, since signs and scales
// cancel in K̃; a → ∞ is a Gaussian sketch, at the cost of all of K. K̃ is a
// projection, 0 ⪯ K−K̃ ⪯ K, but no row of K is reproduced for a > 1.
//
// It reads n·|U| entries, U the distinct rows in S, |U| ≤ min(n, m·a), and
// costs O(n·m·(a + m)).
type Accumulation struct {
	M     int // projection dimension, ≥ 1; clamped to n
	Accum int // a ≥ 1
	Rank  int // k; 0 = no truncation; clamped to M
}

func accumulation() model.Method {
	return model.Method{
		Name: "accumulation",
		Doc: "accumulation of sub-sampling sketches\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with S the sum of a = accum random sub-sampling matrices with signs: " +
			"between nystrom (a = 1) and a Gaussian sketch (a large).\n\n" +
			"Use it where points are unevenly spread and uniform landmarks miss what matters: a few accumulations come close to a Gaussian sketch " +
			"of the same size. It reads up to a times the entries of nystrom; at that price nystrom with m·a landmarks is at least as accurate, " +
			"but its factor is a times as wide.",
		Ref:    "Chen and Yang, AISTATS 2021 (PMLR 130), Algorithm 1",
		Cost:   "n·min(n, m·a)",
		New:    func() model.Fitter { return defaults(new(Accumulation)) },
		Memory: estimate((*Accumulation).memory),
	}
}

// Params describes M, Accum and Rank.
func (f *Accumulation) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.Accumulations(&f.Accum), model.TargetRank(&f.Rank)}
}

// memory counts the rows of S in which it has entries, twice where SᵀKS is made, beside KS.
func (f *Accumulation) memory(n, d int) model.Memory {
	m := min(f.M, n)
	rows := drawnRows(n, m*f.Accum)
	return sparseMemory(n, m, rows, f.Rank, tile(n, rows)+matrix(rows, m))
}

// Fit draws the sketch and applies it.
func (f *Accumulation) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	var warnings []string
	m := atMost("m", f.M, g.N(), "n", &warnings)
	atLeastOne("accum", f.Accum)
	k := truncation(f.Rank, m, &warnings)
	return sketchedOn(ctx, g, drawAccumulation(g.N(), m, f.Accum, rng), k, warnings)
}

// drawAccumulation draws S. The signs of a row that is drawn again for the
// same column add up and may cancel: such an entry is left out.
func drawAccumulation(n, m, a int, rng *rand.Rand) sketch {
	scale := math.Sqrt(float64(n) / (float64(m) * float64(a)))
	s := make(sketch, m)
	for j := range s {
		count := make(map[int]int, a)
		for range a {
			count[rng.IntN(n)] += 2*rng.IntN(2) - 1
		}
		for row, c := range count {
			if c != 0 {
				s[j] = append(s[j], sketchEntry{row, scale * float64(c)})
			}
		}
		slices.SortFunc(s[j], func(x, y sketchEntry) int { return x.row - y.row })
	}
	return s
}
