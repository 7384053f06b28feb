package model

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// CacheLimit is how many bytes of pairwise distances and kernel entries one
// problem may keep, 128 MiB: a kernel matrix of 4096 rows, or both for 2896.
const CacheLimit = 128 << 20

// tile is how many rows of a matrix are evaluated at a time where the whole
// does not fit: at n = 8192 a tile takes 16 MB.
const tile = 256

// Points are n points of d coordinates seen through one Geometry. Pairwise
// values of the geometry are computed by GEMM, and kept after Store, so that
// only the kernel function is left to do while γ changes. Safe for concurrent
// use.
type Points struct {
	geometry Geometry
	original *mat.Dense // as given
	mean     []float64  // subtracted from the rows for SquaredEuclidean, else nil
	cloud

	mu     sync.Mutex
	stored *mat.Dense // n×n values of the geometry, or nil
}

// cloud is a set of points laid out for fast blocks.
type cloud struct {
	x     *mat.Dense // one point a row
	t     *mat.Dense // its transpose
	norms []float64  // squared norms of the rows
}

func newCloud(x *mat.Dense) cloud {
	n, d := x.Dims()
	t := mat.NewDense(d, n, nil)
	t.Copy(x.T())
	norms := make([]float64, n)
	for i := range n {
		norms[i] = linalg.SquaredNorm(x.RawRowView(i))
	}
	return cloud{x, t, norms}
}

// NewPoints returns the rows of x as points. x is not copied for the inner
// product and must not change afterwards. An empty x or one that holds a NaN
// or Inf panics: readers refuse those.
func NewPoints(x *mat.Dense, geometry Geometry) *Points {
	n, d := x.Dims()
	if n == 0 || d == 0 {
		panic("model: NewPoints of an empty matrix")
	}
	p := &Points{geometry: geometry, original: x}
	centred := x
	if geometry == SquaredEuclidean {
		// ‖x−y‖² = ‖x‖²+‖y‖²−2x·y loses eps·‖x‖²: keep the norms small.
		p.mean = make([]float64, d)
		for i := range n {
			for j, v := range x.RawRowView(i) {
				p.mean[j] += v / float64(n)
			}
		}
		centred = p.centre(x)
	}
	for i := range n {
		for j, v := range centred.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				panic(fmt.Sprintf("model: point %d has the coordinate %v in column %d", i, v, j))
			}
		}
	}
	p.cloud = newCloud(centred)
	return p
}

func (p *Points) centre(x *mat.Dense) *mat.Dense {
	if p.mean == nil {
		return x
	}
	c := mat.DenseCopyOf(x)
	n, _ := c.Dims()
	for i := range n {
		row := c.RawRowView(i)
		for j, m := range p.mean {
			row[j] -= m
		}
	}
	return c
}

// N is the number of points.
func (p *Points) N() int { return len(p.norms) }

// Geometry is what the points are seen through.
func (p *Points) Geometry() Geometry { return p.geometry }

// Store computes and keeps all n² values if they take at most half of
// CacheLimit, and reports whether they are kept.
func (p *Points) Store(ctx context.Context) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.N()
	if p.stored != nil {
		return true, nil
	}
	if 8*n*n > CacheLimit/2 {
		return false, nil
	}
	full := mat.NewDense(n, n, nil)
	for lo := 0; lo < n; lo += tile {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		hi := min(lo+tile, n)
		p.between(full.Slice(lo, hi, 0, n).(*mat.Dense), p.rowsOf(lo, hi), p.cloud)
	}
	for i := range n {
		if p.geometry != InnerProduct {
			full.Set(i, i, 0)
		}
	}
	p.stored = full
	return true, nil
}

func (p *Points) kept() *mat.Dense {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stored
}

// rowsOf is the cloud of the rows lo..hi; t is left out, since only the
// second argument of between needs it.
func (p *Points) rowsOf(lo, hi int) cloud {
	_, d := p.x.Dims()
	return cloud{x: p.x.Slice(lo, hi, 0, d).(*mat.Dense), norms: p.norms[lo:hi]}
}

// subset is the cloud of the given points; nil means all.
func (p *Points) subset(idx []int) cloud {
	if idx == nil {
		return p.cloud
	}
	_, d := p.x.Dims()
	x := mat.NewDense(len(idx), d, nil)
	for r, i := range idx {
		x.SetRow(r, p.x.RawRowView(i))
	}
	return newCloud(x)
}

// between fills dst with the geometry's values of every point of a with every
// point of b. An entry depends on its two points only, never on the block it
// is part of: every value sums its coordinates in order.
func (p *Points) between(dst *mat.Dense, a, b cloud) {
	rows, cols := dst.Dims()
	if rows == 0 || cols == 0 {
		return
	}
	if p.geometry != Manhattan {
		linalg.Product(dst.RawMatrix(), a.x.RawMatrix(), b.t.RawMatrix())
	}
	Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			switch p.geometry {
			case SquaredEuclidean:
				squaredDistances(dst.RawRowView(i), a, i, b)
			case Manhattan:
				manhattanDistances(dst.RawRowView(i), a.x.RawRowView(i), b.t)
			}
		}
	})
}

// squaredDistances turns the inner products in row into ‖aᵢ−bⱼ‖².
func squaredDistances(row []float64, a cloud, i int, b cloud) {
	na := a.norms[i]
	for j, xy := range row {
		sum := na + b.norms[j]
		d2 := sum - 2*xy
		if d2 < 0.03*sum {
			// Close points: the subtraction loses digits, the direct
			// difference does not, and is exactly 0 for equal points.
			d2 = 0
			other := b.x.RawRowView(j)
			for l, v := range a.x.RawRowView(i) {
				diff := v - other[l]
				d2 += diff * diff
			}
		}
		row[j] = d2
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
