package kernel

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
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
func PairwiseDistance(x *mat.Dense, geometry model.Geometry, rng *rand.Rand) (median, mean float64) {
	if geometry == model.InnerProduct {
		geometry = model.SquaredEuclidean
	}
	if n, d := x.Dims(); n > widthRows {
		sample := mat.NewDense(widthRows, d, nil)
		for r, i := range model.SampleRows(n, widthRows, rng) {
			sample.SetRow(r, x.RawRowView(i))
		}
		x = sample
	}
	g := model.NewGram(model.NewPoints(x, geometry), distance{geometry})
	n := g.N()
	rows := linalg.TileRows(n)
	buf := mat.NewDense(min(rows, n), n, nil)
	all := make([]float64, 0, n*(n-1)/2)
	for lo, hi := range linalg.Tiles(n, rows) {
		part := buf.Slice(0, hi-lo, 0, n).(*mat.Dense)
		g.Rows(part, lo, hi)
		for i := lo; i < hi; i++ {
			for _, v := range part.RawRowView(i - lo)[i+1:] {
				all = append(all, v)
				mean += v
			}
		}
	}
	if len(all) == 0 || mean == 0 {
		return 1, 1
	}
	mean /= float64(len(all))
	median = medianOf(all)
	if median == 0 {
		median = mean
	}
	return median, mean
}

// medianOf is the median of values, which it reorders, in O(n): Hoare's quickselect
// among those that are near to it, as to sort or to select among all distances would
// take longer than all else before a first figure.
func medianOf(values []float64) float64 {
	upper := len(values) / 2
	near, before := bin(values, upper)
	at := upper - before
	selectAt(near, at)
	if len(values)%2 == 1 {
		return near[at]
	}
	if at > 0 {
		return (slices.Max(near[:at]) + near[at]) / 2
	}
	below := math.Inf(-1)
	for _, v := range values[len(near):] {
		if v < near[0] {
			below = max(below, v)
		}
	}
	return (below + near[0]) / 2
}

// bin moves those to the front that lie in the same of 1024 equal parts of the values'
// range as the one of that rank, and returns them and how many lie in parts before.
func bin(values []float64, rank int) (near []float64, before int) {
	const parts = 1024
	least, most := values[0], values[0]
	for _, v := range values {
		if v < least {
			least = v
		}
		if v > most {
			most = v
		}
	}
	scale := (parts - 1) / (most - least)
	if !(scale > 0) || math.IsInf(scale, 0) {
		return values, 0
	}
	part := func(v float64) int { return int((v - least) * scale) }
	var counts [parts]int
	for _, v := range values {
		counts[part(v)]++
	}
	p := 0
	for ; before+counts[p] <= rank; p++ {
		before += counts[p]
	}
	count := 0
	for i, v := range values {
		if part(v) == p {
			values[count], values[i] = v, values[count]
			count++
		}
	}
	return values[:count], before
}

// selectAt orders values so far that the one of that rank is in its place, and none before
// it is larger.
func selectAt(values []float64, rank int) {
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot := medianOfThree(values[lo], values[(lo+hi)/2], values[hi])
		i, j := lo, hi
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
		switch {
		case rank <= j:
			hi = j
		case rank >= i:
			lo = i
		default:
			lo, hi = rank, rank
		}
	}
}

func medianOfThree(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// distance is the distance itself, to be read as the entries of a Gram. It is no
// kernel: it is not positive semi-definite.
type distance struct{ geometry model.Geometry }

func (distance) Name() string               { return "distance" }
func (d distance) Geometry() model.Geometry { return d.geometry }
func (distance) Diagonal() float64          { return 0 }

func (d distance) Apply(v []float64) {
	if d.geometry != model.SquaredEuclidean {
		return
	}
	for i, d2 := range v {
		v[i] = math.Sqrt(d2)
	}
}
