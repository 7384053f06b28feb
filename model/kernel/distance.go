package kernel

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// widthRows is the largest number of rows between which DistancesOf takes distances.
const widthRows = 1000

// WidthMemory returns the bytes that DistancesOf takes for n rows.
func WidthMemory(n int) int64 {
	rows := int64(min(n, widthRows))
	return 8 * (rows*rows/2 + min(int64(linalg.TileRows(int(rows))), rows)*rows)
}

// DistancesOf returns the median and the mean distance over all pairs of at most 1000 rows of x, drawn from rng without
// replacement: Manhattan distance for that geometry, else Euclidean. They are the usual first guess of a kernel's
// width. A zero median (more than half of the pairs are equal) is replaced by the mean, and a zero mean by 1, so that
// both are positive.
func DistancesOf(x *mat.Dense, geometry model.Geometry, rng *rand.Rand) Distances {
	var mean float64
	if geometry == model.InnerProduct {
		geometry = model.SquaredEuclidean
	}
	if n, _ := x.Dims(); n > widthRows {
		x = linalg.Rows(x, model.SampleRows(n, widthRows, rng))
	}
	g := model.NewGram(model.NewPoints(x, geometry), distance{geometry})
	n := g.N()
	rows := linalg.TileRows(n)
	buf := make([]float64, min(rows, n)*n)
	all := make([]float64, 0, n*(n-1)/2)
	for lo, hi := range linalg.Tiles(n, rows) {
		upper := g.Tile(buf, lo, hi, lo, n)
		for i := range hi - lo {
			for _, v := range upper.RawRowView(i)[i+1:] {
				if geometry == model.SquaredEuclidean {
					v = math.Sqrt(v)
				}
				all = append(all, v)
				mean += v
			}
		}
	}
	if mean == 0 {
		return Distances{Known: true, Median: 1, Mean: 1, MedianIsZero: len(all) > 0}
	}
	mean /= float64(len(all))
	median := medianOf(all)
	if median == 0 {
		return Distances{Known: true, Median: mean, Mean: mean, MedianIsZero: true}
	}
	return Distances{Known: true, Median: median, Mean: mean}
}

// medianOf returns the median of values, which it may reorder. To sort all distances would take most of the time until
// the first figure is shown.
func medianOf(values []float64) float64 {
	n := len(values)
	upper := ranked(values, n/2)
	if n%2 == 1 {
		return upper
	}
	return (slices.Max(values[:n/2]) + upper) / 2
}

// ranked returns the value of the given rank, 0 for the smallest, and moves smaller ones before it, by Hoare's FIND.
func ranked(values []float64, rank int) float64 {
	for lo, hi := 0, len(values)-1; lo < hi; {
		i, j, pivot := lo, hi, values[rank]
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		if j < rank {
			lo = i
		}
		if i > rank {
			hi = j
		}
	}
	return values[rank]
}

// distance is the squared or the Manhattan distance itself, to be read as the entries of a Gram. It is no
// kernel: it is not positive semi-definite.
type distance struct{ geometry model.Geometry }

func (distance) Name() string               { return "distance" }
func (d distance) Geometry() model.Geometry { return d.geometry }
func (distance) Diagonal() float64          { return 0 }
func (distance) Apply([]float64)            {}

// DistanceOf returns the geometry of a kernel as a kernel, whose values are the distances themselves. It is not
// positive semi-definite.
func DistanceOf(k model.Kernel) model.Kernel { return distance{k.Geometry()} }
