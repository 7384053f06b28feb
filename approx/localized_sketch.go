package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/cluster"
)

// LocalizedSketch is K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K for a block-diagonal S: cluster b of k-means, n_b rows, has d_b ≈ m·n_b/n
// of the m = M columns, at least one, with independent N(0, 1/d_b) numbers in its own rows, so that E[S·Sᵀ] = I. K̃ is
// a projection, 0 ⪯ K−K̃ ⪯ K, for m = n clusters K itself; else no row of K is reproduced. It reads K in tiles and
// costs O(n·c·d + n²·m).
type LocalizedSketch struct {
	M        int // projection dimension, ≥ 1; clamped to n
	Clusters int // c ≥ 1; clamped to M
	Rank     int // k: the best rank-k part replaces SᵀKS; 0 = no truncation; clamped to M
}

func localizedSketch() model.Method {
	return method(model.Method{
		Name: "localized-sketch",
		Doc: "block-diagonal Gaussian sketch by clusters\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with a Gaussian block of S for each k-means cluster, columns in proportion to its rows.\n\n" +
			"Use it where parts of the data are to be sketched separately. A small cluster always gets a column, but too few " +
			"if it varies more than the large ones, and the error is then that of uniform landmarks. gaussian-sketch, which " +
			"mixes all rows in every column, reads as much, all of K, and does not have this fault.",
		Family:   model.Sketches,
		When:     "where points form clusters of unequal size and all of K is at hand",
		Ref:      "Srinivasa, Davenport and Romberg, AISTATS 2020 (localized sketching)",
		Cost:     "n²",
		ReadsAll: always,
		Clusters: true,
	}, func(f *LocalizedSketch, n, d int) model.Memory { // the clustering, and then as GaussianSketch
		out := denseSketchMemory(n, min(f.M, n), f.Rank)
		out.Fit = max(out.Fit, cluster.Memory(n, d, f.Clusters))
		return out
	})
}

func (f *LocalizedSketch) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.Clusters(&f.Clusters), model.TargetRank(&f.Rank)}
}

func (f *LocalizedSketch) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(localizedSketch(), f, g, rng)
	var warnings []string
	m := atMost("m", f.M, g.N(), "n", &warnings)
	c := atMost("clusters", f.Clusters, m, "m", &warnings)
	k := atMost("rank", f.Rank, m, "m", &warnings)
	members, _, _, err := clustered(ctx, g, c, rng, &warnings)
	if err != nil {
		return nil, err
	}
	draw := func(rng *rand.Rand) *mat.Dense { return drawLocalized(members, m, rng) }
	return denselySketchedOn(ctx, g, draw, rng, k, warnings)
}

// drawLocalized draws S for a partition of the rows into at most m groups.
func drawLocalized(members [][]int, m int, rng *rand.Rand) *mat.Dense {
	s := mat.NewDense(len(slices.Concat(members...)), m, nil)
	from := 0
	for b, d := range shares(members, m) {
		sd := 1 / math.Sqrt(float64(d))
		for _, i := range members[b] {
			for j := from; j < from+d; j++ {
				s.Set(i, j, sd*rng.NormFloat64())
			}
		}
		from += d
	}
	return s
}

// shares divides m columns among the groups in proportion to their rows. Each gets one, and each further column goes to
// the group that is farthest below its proportion. For m ≤ n no group gets more columns than it has rows.
func shares(members [][]int, m int) []int {
	n, c := len(slices.Concat(members...)), len(members)
	lacks, d := make([]float64, c), slices.Repeat([]int{1}, c)
	for range m - c {
		for b, rows := range members {
			lacks[b] = float64(m)*float64(len(rows))/float64(n) - float64(d[b])
		}
		d[floats.MaxIdx(lacks)]++
	}
	return d
}
