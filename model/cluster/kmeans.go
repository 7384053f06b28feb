// Package cluster clusters points by their coordinates, for the methods that select landmarks by cluster or
// approximate K block by block.
package cluster

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	lloydSteps   = 20    // maximum number of updates of the centres
	kmeansSample = 20000 // number of rows above which Lloyd's iteration uses a sample of that size
)

// KMeans clusters the rows of x, n×d, by Euclidean distance, with k-means++ for the start (Arthur and Vassilvitskii
// 2007) and Lloyd's iteration. With more than 20000 rows these use a sample of 20000, or of c if that is more: the sum
// of squared distances is then about a fraction c/20000 larger. One pass over all rows assigns the owners. KMeans
// returns c centres, c×d, and the nearest centre of every row, the first of equal ones. It panics unless 1 ≤ c ≤ n. If
// the rows have fewer than c distinct values, some centres coincide and some own no row.
//
// It is good for round clusters of similar size; a long cluster may be split, and a small one merged into
// another. With many rows, the sample is likely to miss a cluster with less than about one row in 20000/c.
func KMeans(ctx context.Context, x *mat.Dense, c int, rng *rand.Rand) (centres *mat.Dense, owner []int, err error) {
	n, _ := x.Dims()
	if c < 1 || c > n {
		panic(fmt.Sprintf("cluster: k-means with c = %d clusters of %d rows", c, n))
	}
	rows := linalg.Sequence(0, n)
	if n > kmeansSample {
		rows = model.SampleRows(n, max(kmeansSample, c), rng)
	}
	sample, mean := linalg.Rows(x, rows), Mean(x)
	shiftRows(sample, mean, -1) // smaller norms mean less cancellation in the distances
	if centres, err = plusPlus(ctx, sample, c, rng); err != nil {
		return nil, nil, err
	}
	if err := lloyd(ctx, sample, centres); err != nil {
		return nil, nil, err
	}
	if owner, _, err = toCentres(ctx, x, mean, centres); err != nil {
		return nil, nil, err
	}
	shiftRows(centres, mean, 1)
	return centres, owner, nil
}

// Memory returns the bytes that KMeans needs for c centres of n rows of d coordinates: for Lloyd's
// iteration, a tile of distances, and numbers of rows.
func Memory(n, d, c int) int64 {
	sample := min(n, max(kmeansSample, c))
	numbers := int64(sample)*int64(d+4) + int64(min(sample, linalg.TileRows(c)))*int64(c) + 3*int64(c)*int64(d)
	if n > kmeansSample {
		numbers += 2 * int64(n)
	}
	return 8 * numbers
}

// Mean returns the mean of the rows of x.
func Mean(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			mean[j] += v / float64(n)
		}
	}
	return mean
}

// shiftRows adds s·by to every row.
func shiftRows(x *mat.Dense, by []float64, s float64) {
	n, _ := x.Dims()
	for i := range n {
		floats.AddScaled(x.RawRowView(i), s, by)
	}
}

// plusPlus draws c rows of x as centres, each with probability proportional to its squared distance from
// the nearest centre so far.
func plusPlus(ctx context.Context, x *mat.Dense, c int, rng *rand.Rand) (*mat.Dense, error) {
	n, d := x.Dims()
	centres := mat.NewDense(c, d, nil)
	nearest := make([]float64, n)
	next := rng.IntN(n)
	for k := range c {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		centres.SetRow(k, x.RawRowView(next))
		chosen := centres.RawRowView(k)
		linalg.Parallel(n, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				// The direct difference is exactly 0 for equal points.
				d2 := linalg.SquaredDistance(x.RawRowView(i), chosen)
				if k == 0 || d2 < nearest[i] {
					nearest[i] = d2
				}
			}
		})
		next = drawWeighted(nearest, rng)
	}
	return centres, nil
}

// drawWeighted draws an index with probability proportional to its weight. It returns the last one if all weights are
// 0, or where rounding leaves none.
func drawWeighted(weights []float64, rng *rand.Rand) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	u := rng.Float64() * total
	for i, w := range weights {
		if u -= w; u < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// lloyd improves the centres in place until no row changes its owner, or 20 times. A centre that owns no row moves
// to the row farthest from its own centre.
func lloyd(ctx context.Context, x, centres *mat.Dense) error {
	var before []int
	for range lloydSteps {
		owner, d2, err := toCentres(ctx, x, nil, centres)
		if err != nil {
			return err
		}
		if slices.Equal(owner, before) {
			return nil
		}
		moveCentres(x, centres, owner, d2)
		before = owner
	}
	return nil
}

// moveCentres moves every centre to the mean of its rows.
func moveCentres(x, centres *mat.Dense, owner []int, d2 []float64) {
	c, _ := centres.Dims()
	size := Sizes(owner, c)
	for s := range c {
		if size[s] > 0 {
			clear(centres.RawRowView(s))
			continue
		}
		far := floats.MaxIdx(d2)
		if d2[far] > 0 { // else there are fewer distinct rows than centres
			centres.SetRow(s, x.RawRowView(far))
			d2[far] = 0
		}
	}
	for i, s := range owner {
		row := centres.RawRowView(s)
		for j, v := range x.RawRowView(i) {
			row[j] += v / float64(size[s])
		}
	}
}

// Sizes returns the number of rows that each of c centres owns.
func Sizes(owner []int, c int) []int {
	size := make([]int, c)
	for _, s := range owner {
		size[s]++
	}
	return size
}

// toCentres returns the nearest centre of every row minus the mean (nil for none), the first of equal ones,
// and its squared distance.
func toCentres(
	ctx context.Context, x *mat.Dense, mean []float64, centres *mat.Dense,
) (owner []int, d2 []float64, err error) {
	n, d := x.Dims()
	c, _ := centres.Dims()
	half := make([]float64, c) // ‖z‖²/2; the nearest z has the least ‖z‖²/2 − x·z
	linalg.SquaredNorms(half, centres.RawMatrix())
	floats.Scale(0.5, half)
	owner, d2 = make([]int, n), make([]float64, n)
	rows := linalg.TileRows(c)
	dots := mat.NewDense(min(n, rows), c, nil)
	for lo, hi := range linalg.Tiles(n, rows) {
		tile := x.Slice(lo, hi, 0, d).(*mat.Dense)
		if mean != nil {
			tile = mat.DenseCopyOf(tile)
			shiftRows(tile, mean, -1)
		}
		part := dots.Slice(0, hi-lo, 0, c).(*mat.Dense)
		if err := linalg.Products(ctx, part.RawMatrix(), tile.RawMatrix(), centres.RawMatrix(), nil); err != nil {
			return nil, nil, err
		}
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := from; i < to; i++ {
				best, at := half[0]-part.At(i, 0), 0
				for s, dot := range part.RawRowView(i) {
					if v := half[s] - dot; v < best {
						best, at = v, s
					}
				}
				owner[lo+i] = at
				d2[lo+i] = linalg.SquaredDistance(tile.RawRowView(i), centres.RawRowView(at))
			}
		})
	}
	return owner, d2, nil
}

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

// SpaceOf returns the coordinates by which c clusters of the rows of K are found: the points' own if they have
// any, which draws nothing and reads nothing. Otherwise k-means on them is kernel
// k-means on Nyström's approximation of K (Wang, Gittens and Mahoney, JMLR 2019; Chitta, Jin, Havens and
// Jain, KDD 2011): its features on 10·c landmarks, between 100 and 500, drawn uniformly. That is exact
// kernel k-means if all rows are landmarks. It then reads n·m entries of K for m landmarks.
func SpaceOf(ctx context.Context, g *model.Gram, c int, rng *rand.Rand) (Space, error) {
	if g.Kernel().Geometry() != model.Entry {
		return Space{X: g.X()}, nil
	}
	return NystromSpace(ctx, g, min(mostLandmarks, max(fewestLandmarks, clusterLandmarks*c)), rng)
}

// NystromSpace returns the features of Nyström's approximation of K on m uniform landmarks, or on all
// rows if there are fewer: E·V·diag(λ)^(−1/2) for the kernel E at the landmarks, and the eigenpairs of
// the landmarks' own kernel matrix with λ > 1e-10·λ₁. Distances of features are distances by the kernel
// as far as the landmarks show them. The error is the context's, the memory limit's, or a
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
	for q < m && values[q] > negligibleFeature*values[0] {
		blas64.Scal(1/math.Sqrt(values[q]), linalg.Column(v, q))
		q++
	}
	if q == 0 {
		const what = "the largest eigenvalue of K at the landmarks of clusters"
		return Space{}, &model.DegenerateError{What: what, Value: values[0]}
	}
	from := &model.PredictorPart{Landmarks: linalg.Rows(g.X(), rows), Weights: mat.DenseCopyOf(linalg.FirstColumns(v, q))}
	x := mat.NewDense(n, q, nil)
	x.Mul(e, from.Weights)
	return Space{x, from}, nil
}
