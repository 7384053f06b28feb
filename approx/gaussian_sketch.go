package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// GaussianSketch is K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K for an n×m matrix S, m = M, of
// independent N(0, 1/m) numbers, so that E[S·Sᵀ] = I (Yang, Pilanci and
// Wainwright 2017). With Rank = k > 0 the best rank-k part of SᵀKS takes its
// place.
//
// K̃ is a projection, 0 ⪯ K−K̃ ⪯ K; no row of K is reproduced. It is a random
// subspace iteration of one step, and what accumulation tends to as a grows.
//
// It reads all n² entries, in tiles, and costs O(n²·m).
type GaussianSketch struct {
	M    int // projection dimension, ≥ 1; clamped to n
	Rank int // k; 0 = no truncation; clamped to M
}

func gaussianSketch() model.Method {
	return model.Method{
		Name: "gaussian-sketch",
		Doc: "Gaussian sketch of all columns\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with S an n×m matrix of independent N(0, 1/m) numbers.\n\n" +
			"The yardstick for sketches: accurate however unevenly the points are spread, since every column holds a part of all points. " +
			"It reads all of K and takes n²·m operations: for a fraction of that accumulation, rpcholesky or k-means landmarks come close to it.",
		Ref:      "Yang, Pilanci and Wainwright, Annals of Statistics 45(3), 2017; Halko, Martinsson and Tropp, SIAM Review 53(2), 2011",
		Cost:     "n²",
		ReadsAll: always,
		New:      func() model.Fitter { return defaults(new(GaussianSketch)) },
		Memory:   estimate((*GaussianSketch).memory),
	}
}

// Params describes M and Rank.
func (f *GaussianSketch) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

// memory counts S, K·S and a tile of K.
func (f *GaussianSketch) memory(n, d int) model.Memory {
	return denseSketchMemory(n, min(f.M, n), f.Rank)
}

// Fit draws the sketch and multiplies K with it.
func (f *GaussianSketch) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	var warnings []string
	n := g.N()
	m := atMost("m", f.M, n, "n", &warnings)
	k := truncation(f.Rank, m, &warnings)
	draw := repeatable(func(rng *rand.Rand) *mat.Dense { return drawGaussian(n, m, rng) }, rng)
	return denselySketchedOn(ctx, g, draw, k, warnings)
}

// drawGaussian draws S.
func drawGaussian(n, m int, rng *rand.Rand) *mat.Dense {
	s := mat.NewDense(n, m, nil)
	sd := 1 / math.Sqrt(float64(m))
	for i := range n {
		row := s.RawRowView(i)
		for j := range row {
			row[j] = sd * rng.NormFloat64()
		}
	}
	return s
}
