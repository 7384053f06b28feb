// Package advice names the methods to try first on a problem. A few figures of a sample of the rows decide, by rules that were
// measured: see [Rules], and the entry first-three of package paper.
package advice

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

// SampleRows is the largest number of rows whose kernel matrix is looked at.
const SampleRows = 1000

// clusters is the number of clusters that Outside is for: the default of the methods that have them.
const clusters = 5

// Problem has the figures of a problem that the rules look at.
type Problem struct {
	N, D, M int
	Kernel  model.Kernel
	Memory  int64 // bytes that may be in use; 0: no limit

	// Of the sample:
	Rows       int     // how many it has
	StableRank float64 // ‖K‖_F²/‖K‖₂²
	Floor      float64 // least relative error of rank m, √(Σ_{i>m} λᵢ²)/‖K‖_F
	Outside    float64 // ‖K−B‖_F/‖K‖_F for the blocks B of K on five clusters; NaN where points have no coordinates
}

// Look computes the figures of K on n rows from the kernel matrix of some of them, in O(s³) for s rows. m is the number of columns that
// can be afforded. For s < n the floor is too high for narrow kernels, whose points have nearer neighbours among all rows. The error
// is the context's, or a *model.DegenerateError if the matrix vanishes or overflows.
func Look(ctx context.Context, sample *model.Gram, n, m int, memory int64, rng *rand.Rand) (Problem, error) {
	p := Problem{N: n, M: m, Kernel: sample.Kernel(), Memory: memory, Rows: sample.N(), Outside: math.NaN()}
	k, err := sample.Symmetric(ctx)
	if err != nil {
		return p, err
	}
	squares := math.Pow(mat.Norm(k, 2), 2)
	if squares == 0 || math.IsInf(squares, 0) || math.IsNaN(squares) {
		return p, &model.DegenerateError{What: "‖K‖_F²", Value: squares}
	}
	if sample.Points().Geometry() != model.Entry {
		_, p.D = sample.X().Dims()
		_, owner, err := cluster.KMeans(ctx, sample.X(), min(clusters, p.Rows), rng)
		if err != nil {
			return p, err
		}
		p.Outside = math.Sqrt(between(k, owner) / squares)
	}
	values, err := linalg.Eigenvalues(ctx, k) // which overwrites K
	if err != nil {
		return p, err
	}
	p.StableRank = squares / (values[0] * values[0])
	tail := 0.0
	for _, v := range values[min(m, len(values)):] {
		tail += v * v
	}
	p.Floor = math.Sqrt(tail / squares)
	return p, nil
}

// between returns the sum of squares of the entries of K between clusters.
func between(k *mat.SymDense, owner []int) float64 {
	sum := 0.0
	for i := range owner {
		for j := range i {
			if owner[i] != owner[j] {
				sum += 2 * k.At(i, j) * k.At(i, j)
			}
		}
	}
	return sum
}
