package approx

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

// KMeansNystrom is K̃ = E·W⁺·Eᵀ with E = k(X, Z) and W = k(Z, Z) for the m = M centres Z of k-means. It is a projection
// as nystrom is, 0 ⪯ K−K̃ ⪯ K, but no row of K is reproduced. For smooth stationary kernels its error is bounded by the
// quantisation error of the clustering, which is Euclidean whatever the kernel. It costs O(n·m² + min(n,
// 20000)·m·20·d), see [cluster.KMeans].
type KMeansNystrom struct {
	M    int // centres, ≥ 1; clamped to n
	Rank int // k: the best rank-k part replaces W; 0 = no truncation; clamped to M
}

func kmeansNystrom() model.Method {
	return method(model.Method{
		Name: "kmeans-nystrom",
		Doc: "Nyström with k-means centres for landmarks\n\n" +
			"K̃ = E·W⁺·Eᵀ with E = k(X, Z), W = k(Z, Z) for the m centres Z of k-means.\n\n" +
			"Use it for smooth kernels of the Euclidean distance on few features, where it beats uniform landmarks clearly. " +
			"In many dimensions centres lie far from all points and the gain is lost; for inner-product kernels clustering is " +
			"no help, and for some thousands of rows it costs many times the uniform draw. The centres are not rows of the " +
			"data. With more than 20000 rows they come from a sample, which may miss a few important rows far from others.",
		Family:    model.Landmarks,
		When:      "where the floor is above 1e-4: nearly always the best landmarks",
		Ref:       "Zhang, Tsang and Kwok, ICML 2008",
		Cost:      "n·m+m²",
		Needs:     model.Needs{Coordinates: true},
		Choosing:  3,
		Landmarks: true,
	}, func(f *KMeansNystrom, n, d int) model.Memory { // the clustering, and then the columns
		m := min(f.M, n)
		return form.NystromMemory(n, m, f.Rank, cluster.Memory(n, d, m))
	})
}

func (f *KMeansNystrom) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

func (f *KMeansNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(kmeansNystrom(), f, g, rng)
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	centres, _, err := cluster.KMeans(ctx, g.X(), m, rng)
	if err != nil {
		return nil, err
	}
	return form.AsApproximation(centresOn(ctx, g, centres, k, warnings))
}

// centresOn returns the approximation for given landmarks, one in each row of z.
func centresOn(ctx context.Context, g *model.Gram, z *mat.Dense, k int, warnings []string) (*form.Factor, error) {
	m, _ := z.Dims()
	columns, w := g.Charge(int64(g.N()+m)*int64(m)), mat.NewDense(m, m, nil)
	columns.Among(w, z)
	if err := form.CheckFinite(w); err != nil {
		return nil, err
	}
	b, q, err := form.Projection(ctx, linalg.Symmetric(w), k)
	if err != nil {
		return nil, err
	}
	part := form.OnLandmarks(z, nil, b, q)
	return form.NewMap(ctx, columns, part, nil, warnings, func(dst *mat.Dense, lo, hi int) {
		columns.Cross(dst, lo, hi, part.Landmarks)
	})
}
