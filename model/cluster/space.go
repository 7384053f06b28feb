package cluster

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Space holds coordinates by which the rows of a kernel matrix are clustered.
type Space struct {
	X    *mat.Dense           // n×q; read only
	From *model.PredictorPart // makes such coordinates of points; nil if they are the points' own
}

// The number of landmarks of a Space whose points have no coordinates.
const (
	fewestLandmarks   = 100
	mostLandmarks     = 500
	clusterLandmarks  = 10 // for each cluster
	negligibleFeature = 1e-10
)

// SpaceOf returns the coordinates by which c clusters of the rows of K are found. They are those of the
// points if these have any, which draws nothing and reads nothing. Otherwise k-means on them is kernel
// k-means on Nyström's approximation of K (Wang, Gittens and Mahoney, JMLR 2019; Chitta, Jin, Havens and
// Jain, KDD 2011): its features on 10·c landmarks, between 100 and 500, drawn uniformly. That is exact
// kernel k-means if all rows are landmarks. It then reads n·m entries of K for m landmarks.
func SpaceOf(ctx context.Context, g *model.Gram, c int, rng *rand.Rand) (Space, error) {
	if g.Points().Geometry() != model.Entry {
		return Space{X: g.X()}, nil
	}
	return NystromSpace(ctx, g, min(mostLandmarks, max(fewestLandmarks, clusterLandmarks*c)), rng)
}

// NystromSpace returns the features of Nyström's approximation of K on m uniform landmarks, or on all
// rows if there are fewer: E·V·diag(λ)^(−1/2) for the kernel E at the landmarks, and the eigenpairs of
// the landmarks' own kernel matrix with λ > 1e-10·λ₁. Distances of features are those of the kernel as
// far as the landmarks show them. The error is the context's, the memory limit's, or a
// *model.DegenerateError if the landmarks' matrix is zero or negative.
func NystromSpace(ctx context.Context, g *model.Gram, m int, rng *rand.Rand) (Space, error) {
	n := g.N()
	m = min(n, m)
	if err := g.Afford(model.Memory{Fit: 8 * int64(m) * int64(2*n+4*m)}, "and coordinates for clusters", nil); err != nil {
		return Space{}, err
	}
	rows := model.SampleRows(n, m, rng)
	e := mat.NewDense(n, m, nil)
	g.Block(e, nil, rows)
	values, v, err := linalg.Eigen(ctx, linalg.Symmetric(linalg.Rows(e, rows)))
	if err != nil {
		return Space{}, err
	}
	q := 0
	for q < m && values[q] > negligibleFeature*values[0] && values[0] > 0 {
		blas64.Scal(1/math.Sqrt(values[q]), linalg.Column(v, q))
		q++
	}
	if q == 0 {
		return Space{}, &model.DegenerateError{What: "the largest eigenvalue of K at the landmarks of clusters", Value: values[0]}
	}
	from := &model.PredictorPart{Landmarks: linalg.Rows(g.X(), rows), Weights: mat.DenseCopyOf(linalg.FirstColumns(v, q))}
	x := mat.NewDense(n, q, nil)
	x.Mul(e, from.Weights)
	return Space{x, from}, nil
}
