package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// GaussianSketch is K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K for an n×m matrix S, m = M, of independent N(0, 1/m) numbers: E[S·Sᵀ] = I.
// K̃ is a projection, 0 ⪯ K−K̃ ⪯ K; no row of K is reproduced. It reads K in tiles and costs O(n²·m).
type GaussianSketch struct {
	M    int // projection dimension, ≥ 1; clamped to n
	Rank int // k: the best rank-k part replaces SᵀKS; 0 = no truncation; clamped to M
}

func gaussianSketch() model.Method {
	return method(model.Method{
		Name: "gaussian-sketch",
		Doc: "Gaussian sketch of all columns\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with S an n×m matrix of independent N(0, 1/m) numbers.\n\n" +
			"The yardstick for sketches: accurate however unevenly points are spread, as columns mix all points. It takes all " +
			"of K and n²·m operations; accumulation, rpcholesky or k-means landmarks come close at a fraction of the cost.",
		Family: model.Sketches,
		When:   "where all of K is at hand",
		Ref: "Yang, Pilanci and Wainwright, Annals of Statistics 45(3), 2017; " +
			"Halko, Martinsson and Tropp, SIAM Review 53(2), 2011",
		Cost:     "n²",
		ReadsAll: always,
	}, func(f *GaussianSketch, n, d int) model.Memory { return denseSketchMemory(n, min(f.M, n), f.Rank) })
}

func (f *GaussianSketch) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

func (f *GaussianSketch) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(gaussianSketch(), f, g, rng)
	n := g.N()
	m, k, warnings := clamped(f.M, f.Rank, n)
	draw := func(rng *rand.Rand) *mat.Dense { return drawGaussian(n, m, rng) }
	return denselySketchedOn(ctx, g, draw, rng, k, warnings)
}

// drawGaussian draws S.
func drawGaussian(n, m int, rng *rand.Rand) *mat.Dense {
	s := linalg.Gaussian(n, m, rng)
	s.Scale(1/math.Sqrt(float64(m)), s)
	return s
}
