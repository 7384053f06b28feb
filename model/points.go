package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// CacheLimit is how many bytes of pairwise distances and kernel entries one
// problem may keep, 128 MiB: a kernel matrix of 4096 rows, or both for 2896.
const CacheLimit = 128 << 20

// Points are n points of d coordinates seen through one Geometry. Its pairwise
// values are computed by GEMM. Store keeps them, so that another γ only costs the kernel
// function; a [Gram] calls it for the second kernel on the same points. Safe for concurrent use.
type Points struct {
	geometry Geometry
	original *mat.Dense // as given
	mean     []float64  // subtracted from the rows for SquaredEuclidean if they are far from 0, else nil
	cloud

	mu     sync.Mutex                // held while they are computed
	stored atomic.Pointer[mat.Dense] // n×n values of the geometry, or nil
	seen   atomic.Bool               // whether a kernel matrix on these points was stored
}

// cloud is a set of points laid out for fast blocks.
type cloud struct {
	x     *mat.Dense // one point a row
	t     *mat.Dense // its transpose, for Manhattan alone
	norms []float64  // squared norms of the rows
}

func newCloud(x *mat.Dense, geometry Geometry) cloud {
	n, _ := x.Dims()
	c := cloud{x: x, norms: make([]float64, n)}
	linalg.SquaredNorms(c.norms, x.RawMatrix())
	if geometry == Manhattan {
		c.t = mat.DenseCopyOf(x.T())
	}
	return c
}

// NewPoints returns the rows of x as points. x is copied only where rows far from 0
// must be centred, for SquaredEuclidean, and must not change afterwards. An empty x or
// one that holds a NaN or Inf panics: readers refuse such numbers. So do several coordinates for Entry.
func NewPoints(x *mat.Dense, geometry Geometry) *Points {
	n, d := x.Dims()
	if n == 0 || d == 0 {
		panic("model: NewPoints of an empty matrix")
	}
	if geometry == Entry && d != 1 {
		panic(fmt.Sprintf("model: numbers of rows in %d columns", d))
	}
	p := &Points{geometry: geometry, original: x}
	if geometry == SquaredEuclidean {
		p.mean = farMean(x)
	}
	centred := p.centre(x)
	for i := range n {
		for j, v := range centred.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				panic(fmt.Sprintf("model: point %d has the coordinate %v in column %d", i, v, j))
			}
		}
	}
	p.cloud = newCloud(centred, geometry)
	return p
}

// farMean returns the mean of the rows, or nil where it is so close to 0 that centring would
// not help: ‖x−y‖² = ‖x‖²+‖y‖²−2x·y loses eps·‖x‖², of which the mean then contributes a
// tenth at most. Standardised rows, of which there may be many, need no second copy.
func farMean(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean, squares := make([]float64, d), 0.0
	for i := range n {
		for j, v := range x.RawRowView(i) {
			mean[j] += v / float64(n)
			squares += v * v / float64(n)
		}
	}
	if floats.Dot(mean, mean) <= 0.1*squares {
		return nil
	}
	return mean
}

func (p *Points) centre(x *mat.Dense) *mat.Dense {
	if p.mean == nil {
		return x
	}
	c := mat.DenseCopyOf(x)
	n, _ := c.Dims()
	for i := range n {
		floats.Sub(c.RawRowView(i), p.mean)
	}
	return c
}

// N returns the number of points.
func (p *Points) N() int { return len(p.norms) }

// Store computes and keeps all n² values if they take at most half of CacheLimit. Entries of a given matrix are not
// kept twice. The error is the context's.
func (p *Points) Store(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.N()
	if p.stored.Load() != nil || 8*n*n > CacheLimit/2 || p.geometry == Entry {
		return nil
	}
	values, err := inTiles(ctx, n, func(rows *mat.Dense, lo, hi int) {
		p.pairwise(rows, p.subset(linalg.Sequence(lo, hi)), p.cloud, nil)
	})
	p.stored.Store(values)
	return err
}

// inTiles returns an n×n matrix whose rows lo to hi are written by fill, or nil for an error, which is the context's.
func inTiles(ctx context.Context, n int, fill func(rows *mat.Dense, lo, hi int)) (*mat.Dense, error) {
	a := mat.NewDense(n, n, nil)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(n)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fill(a.Slice(lo, hi, 0, n).(*mat.Dense), lo, hi)
	}
	return a, nil
}

// subset returns the cloud of the given points; nil means all.
func (p *Points) subset(idx []int) cloud {
	if idx == nil {
		return p.cloud
	}
	c := cloud{x: linalg.Selected(p.x, idx), norms: make([]float64, len(idx))}
	for r, i := range idx {
		c.norms[r] = p.norms[i]
	}
	if p.t != nil {
		c.t = mat.DenseCopyOf(c.x.T())
	}
	return c
}

// outside returns the cloud of other points, one a row of x.
func (p *Points) outside(x *mat.Dense) cloud { return newCloud(p.centre(x), p.geometry) }

// pairwise fills dst with the geometry's values of every point of a with every
// point of b, exactly 0 or x·x for equal points, and applies the kernel, unless it is nil, to them
// while they are in the cache. An entry depends only on its two points, not on the block it is part of;
// if it is that of a given matrix, on this up to the rounding by which the matrix is not symmetric.
func (p *Points) pairwise(dst *mat.Dense, a, b cloud, k Kernel) {
	ctx := context.Background()
	f := func([]float64) {}
	if k != nil {
		f = k.Apply
	}
	finish := func(_, _ int, row []float64) { f(row) }
	switch p.geometry {
	case SquaredEuclidean:
		_ = linalg.SquaredDistances(ctx, dst.RawMatrix(), a.x.RawMatrix(), b.x.RawMatrix(), a.norms, b.norms, finish)
	case InnerProduct:
		_ = linalg.Products(ctx, dst.RawMatrix(), a.x.RawMatrix(), b.x.RawMatrix(), finish)
	case Manhattan:
		linalg.Parallel(len(a.norms), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				manhattanDistances(dst.RawRowView(i), a.x.RawRowView(i), b.t)
				f(dst.RawRowView(i))
			}
		})
	case Entry:
		k.(*Precomputed).EntriesTo(dst, a.x.RawMatrix().Data, b.x.RawMatrix().Data)
	}
}

func manhattanDistances(row, x []float64, t *mat.Dense) {
	clear(row)
	for l, v := range x {
		for j, w := range t.RawRowView(l) {
			row[j] += math.Abs(v - w)
		}
	}
}

// SampleRows draws count distinct numbers below n, or all if n is smaller. With the same generator, a smaller sample is
// the beginning of a larger one. It keeps swaps in a map, so that it needs no permutation of all n.
func SampleRows(n, count int, rng *rand.Rand) []int {
	count = min(n, count)
	if n <= 1<<16 {
		return rng.Perm(n)[:count]
	}
	moved := make(map[int]int, 2*count) // the number at a position, minus the position
	out := make([]int, count)
	for i := range out {
		j := i + rng.IntN(n-i)
		out[i] = j + moved[j]
		moved[j] = i + moved[i] - j
	}
	return out
}
