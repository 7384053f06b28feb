package model

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// widthRows is how many rows the distances of PairwiseDistance are taken of.
const widthRows = 1000

// WidthMemory is what PairwiseDistance takes of n rows, in bytes.
func WidthMemory(n int) int64 {
	rows := int64(min(n, widthRows))
	return 8 * (rows*rows/2 + min(int64(linalg.TileRows(int(rows))), rows)*rows)
}

// PairwiseDistance returns the median and the mean distance over all pairs of
// at most 1000 rows of x, drawn from rng without replacement: Manhattan
// distance for that geometry, else Euclidean. They are the usual first guess
// of a kernel's width. A zero median (more than half of the pairs are equal)
// is replaced by the mean, and a zero mean by 1, so that both are positive.
func PairwiseDistance(x *mat.Dense, geometry Geometry, rng *rand.Rand) (median, mean float64) {
	if geometry == InnerProduct {
		geometry = SquaredEuclidean
	}
	if n, d := x.Dims(); n > widthRows {
		sample := mat.NewDense(widthRows, d, nil)
		for r, i := range rng.Perm(n)[:widthRows] {
			sample.SetRow(r, x.RawRowView(i))
		}
		x = sample
	}
	p := NewPoints(x, geometry)
	n := p.N()
	rows := linalg.TileRows(n)
	buf := mat.NewDense(min(rows, n), n, nil)
	all := make([]float64, 0, n*(n-1)/2)
	for lo, hi := range linalg.Tiles(n, rows) {
		part := buf.Slice(0, hi-lo, 0, n).(*mat.Dense)
		p.between(part, p.part(lo, hi), p.cloud, nil)
		for i := lo; i < hi; i++ {
			for _, v := range part.RawRowView(i - lo)[i+1:] {
				if geometry == SquaredEuclidean {
					v = math.Sqrt(v)
				}
				all = append(all, v)
				mean += v
			}
		}
	}
	if len(all) == 0 || mean == 0 {
		return 1, 1
	}
	mean /= float64(len(all))
	slices.Sort(all)
	median = (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	if median == 0 {
		median = mean
	}
	return median, mean
}
