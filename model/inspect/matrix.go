// Package inspect computes further figures of a cell of a sweep, for screens and reports: eigenvalues and
// leverage scores of K and of K̃, the points with landmarks and clusters, pictures of the matrices, and the
// steps of a growing dictionary. All figures use the same rows and the same random draws as the cell's run.
package inspect

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/cluster"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Maps are pictures of K, K̃ and |K−K̃| of a cell with its rows ordered by clusters. Each is a bins×bins
// matrix of averages over blocks of neighbouring rows and columns; the last one averages absolute values.
type Maps struct {
	K, Approx, Residual [][]float64

	Clusters *Clusters
	Cuts     []float64 // fraction of the rows at which each cluster ends: ascending, the last is 1
	N        int       // rows of K
}

// mapBins is the number of blocks in each direction, or n if that is less.
const mapBins = 128

// mapRows is the maximum number of rows and columns that are read, evenly spaced in the order of the
// clusters. More would not be visible, and the time grows as the square.
const mapRows = 1024

// MapsOf returns the pictures of a cell, given clusters of its rows. It costs the fit, if the cell's
// K̃ is not cached, and at most five eighths of 1024² entries of K and of K̃.
func MapsOf(ctx context.Context, p *sweep.Plan, s trial.Setting, groups *Clusters) (*Maps, error) {
	g, err := p.Gram(ctx, s)
	if err != nil {
		return nil, err
	}
	approx, err := p.Approximation(ctx, s)
	if err != nil {
		return nil, err
	}
	n := len(groups.Order)
	count := min(n, mapRows)
	rows := make([]int, count) // evenly spaced
	for i := range rows {
		rows[i] = groups.Order[(2*i+1)*n/(2*count)]
	}
	bins := min(count, mapBins)
	bin := func(i int) int { return i * bins / count }
	m := &Maps{K: square(bins), Approx: square(bins), Residual: square(bins), Clusters: groups, N: n}
	sizes := make([]float64, bins)
	for i := range rows {
		sizes[bin(i)]++
	}
	for lo, hi := range linalg.Tiles(count, linalg.TileRows(count)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tile, right := rows[lo:hi], rows[lo:] // both matrices are symmetric
		k, a := mat.NewDense(len(tile), len(right), nil), mat.NewDense(len(tile), len(right), nil)
		g.Block(k, tile, right)
		approx.Block(a, tile, right)
		for i := range tile {
			from, kRow, aRow := bin(lo+i), k.RawRowView(i), a.RawRowView(i)
			for j := i; j < len(right); j++ {
				to := bin(lo + j)
				share := 1 / (sizes[from] * sizes[to])
				m.add(from, to, share*kRow[j], share*aRow[j])
				if j > i {
					m.add(to, from, share*kRow[j], share*aRow[j])
				}
			}
		}
	}
	sum := 0
	for _, size := range groups.Sizes {
		sum += size
		m.Cuts = append(m.Cuts, float64(sum)/float64(m.N))
	}
	return m, nil
}

// add adds an entry to its bin.
func (m *Maps) add(row, column int, k, approx float64) {
	m.K[row][column] += k
	m.Approx[row][column] += approx
	m.Residual[row][column] += math.Abs(k - approx)
}

func square(n int) [][]float64 {
	rows, all := make([][]float64, n), make([]float64, n*n)
	for i := range rows {
		rows[i] = all[i*n : (i+1)*n]
	}
	return rows
}

// Clusters are the k-means clusters of the rows of a cell, for a picture. Clusters without rows are left
// out. Clusters must not be changed.
type Clusters struct {
	Owner []int // the cluster of each row
	Order []int // the rows, cluster by cluster, each from its centre outwards
	Sizes []int // rows of each cluster, in the order of Order; Σ = n
}

// Smallest returns the cluster with the fewest rows, the first of equal ones.
func (c *Clusters) Smallest() int { return slices.Index(c.Sizes, slices.Min(c.Sizes)) }

// ClustersOf returns count k-means clusters of the rows of a cell, or n if that is less. For a method that uses
// clusters, they are the method's own, from the same random draws; for other methods they depend only on seed and
// repetition. The first cluster is the largest. After each cluster follows the remaining one with the nearest centre.
func ClustersOf(ctx context.Context, p *sweep.Plan, s trial.Setting, count int) (*Clusters, error) {
	rows, err := p.Rows(s)
	if err != nil {
		return nil, err
	}
	count = max(1, min(count, s.Draw.N))
	rng, draws := trial.Stream(s.Draw.Seed, "clusters", s.Draw.Rep, count), ""
	if s.Method.Clusters {
		if own, err := p.Resolved(ctx, s); err == nil { // a method without the m of its condition has no clusters
			rng, draws = own.Generator(), own.MethodKey()
		}
	}
	return trial.Cached(rows, clustersKey{count, draws}, func() (*Clusters, error) {
		space, err := cluster.SpaceOf(ctx, rows.Gram(s.Kernel), count, rng)
		if err != nil {
			return nil, err
		}
		centres, owner, err := cluster.KMeans(ctx, space.X, count, rng)
		if err != nil {
			return nil, err
		}
		return inOrderOf(space.X, centres, owner), nil
	})
}

type clustersKey struct {
	count int
	draws string // the key of the method's draws, for a method with clusters
}

// inOrderOf numbers the clusters as ClustersOf describes, and sorts the rows by cluster.
func inOrderOf(x, centres *mat.Dense, owner []int) *Clusters {
	count, _ := centres.Dims()
	sizes := cluster.Sizes(owner, count)
	number, c := make([]int, count), &Clusters{Owner: make([]int, len(owner)), Order: make([]int, len(owner))}
	chain := chainOf(centres, sizes)
	for i, s := range chain {
		number[s] = i
		c.Sizes = append(c.Sizes, sizes[s])
	}
	far := make([]float64, len(owner))
	for i, s := range owner {
		c.Owner[i], c.Order[i] = number[s], i
		far[i] = linalg.SquaredDistance(x.RawRowView(i), centres.RawRowView(s))
	}
	slices.SortStableFunc(c.Order, func(i, j int) int {
		return cmp.Or(cmp.Compare(c.Owner[i], c.Owner[j]), cmp.Compare(far[i], far[j]))
	})
	return c
}

// chainOf returns the clusters that have rows: first the largest, then always the one nearest to the one
// before, or the first of several at the same distance.
func chainOf(centres *mat.Dense, sizes []int) (chain []int) {
	next := slices.Index(sizes, slices.Max(sizes))
	left := slices.DeleteFunc(linalg.Sequence(0, len(sizes)), func(s int) bool { return sizes[s] == 0 })
	for len(left) > 0 {
		if chain = append(chain, next); len(left) == 1 {
			break
		}
		left = slices.DeleteFunc(left, func(s int) bool { return s == next })
		away := func(s int) float64 { return linalg.SquaredDistance(centres.RawRowView(s), centres.RawRowView(next)) }
		next = slices.MinFunc(left, func(a, b int) int { return cmp.Compare(away(a), away(b)) })
	}
	return chain
}
