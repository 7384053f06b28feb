package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gramscope/approx/form"
	"gramscope/model"
)

// SparseProjection is K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K for an n×m matrix S, m = M, of independent entries that are ±√(s/m) with
// probability 1/(2s) each and else 0, s = √n, so that E[S·Sᵀ] = I. A column has about √n entries. K̃ is a projection, 0
// ⪯ K−K̃ ⪯ K; no row of K is reproduced. U in the cost are the distinct rows in S. It costs O(n·m·(√n + m)).
type SparseProjection struct {
	M    int // projection dimension, ≥ 1; clamped to n
	Rank int // k: the best rank-k part replaces SᵀKS; 0 = no truncation; clamped to M
}

func sparseProjection() model.Method {
	return method(model.Method{
		Name: "sparse-projection",
		Doc: "very sparse random projection\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with independent entries of S: 0, or ±√(s/m) with probability 1/(2s) each, s = √n.\n\n" +
			"About as accurate as gaussian-sketch, with √n multiplications per entry of KS in place of n. But its columns " +
			"touch different rows: together they need nearly all of K once m is above some √n, while accumulation needs n·m·a " +
			"entries at most. For small n a column may be empty.",
		Family:    model.Sketches,
		When:      "in place of gaussian-sketch: as accurate, with fewer products",
		Ref:       "Li, Hastie and Church, KDD 2006; Achlioptas, JCSS 66(4), 2003",
		Cost:      "n·|U|, the mean of |U| is n·(1−(1−1/√n)^m)",
		Landmarks: true,
	}, func(f *SparseProjection, n, d int) model.Memory {
		// It counts S, K·S, and the rows of K·S where S has an entry.
		m := min(f.M, n)
		root := math.Sqrt(float64(n))
		rows := int(float64(n) * (1 - math.Pow(1-1/root, float64(m))))
		sketch := 3 * 16 * int64(root*float64(m))
		reading := max(form.TileBytes(n, rows), form.Bytes(rows, m))
		out := sparseMemory(n, m, rows, f.Rank, sketch+reading)
		out.Stored += sketch
		return out
	})
}

func (f *SparseProjection) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

func (f *SparseProjection) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(sparseProjection(), f, g, rng)
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	return form.AsApproximation(sketchedOn(ctx, g, drawSparse(g.N(), m, rng), k, warnings))
}

// drawSparse draws S column by column: the gaps between entries are geometric.
func drawSparse(n, m int, rng *rand.Rand) form.Sparse {
	density := 1 / math.Sqrt(float64(n))
	weight := math.Sqrt(1 / (density * float64(m)))
	stay := math.Log1p(-density) // −∞ for n = 1, where every gap is 0
	gap := func() int { return int(math.Log(1-rng.Float64()) / stay) }
	s := make(form.Sparse, m)
	for j := range s {
		for row := gap(); row < n; row += 1 + gap() {
			s[j] = append(s[j], form.Entry{Row: row, Weight: weight * float64(2*rng.IntN(2)-1)})
		}
	}
	return s
}
