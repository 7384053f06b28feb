package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

const (
	lloydSteps   = 20    // updates of the centres at most
	kmeansSample = 20000 // points that the centres are fitted to at most
)

// KMeans clusters the rows of x, n×d, by Euclidean distance: k-means++ for the
// start (Arthur and Vassilvitskii 2007), then Lloyd's iteration, on at most
// kmeansSample rows. It returns c centres, c×d, and the nearest centre of
// every row, the first of equals. 1 ≤ c ≤ n. Where the rows have fewer than c
// distinct values some centres coincide, and then some own no row. It panics for a c outside of that.
//
// Good for round clusters of like size; a long or small one may be cut or swallowed.
func KMeans(ctx context.Context, x *mat.Dense, c int, rng *rand.Rand) (centres *mat.Dense, owner []int, err error) {
	n, d := x.Dims()
	if c < 1 || c > n {
		panic(fmt.Sprintf("model: KMeans with c = %d clusters of %d rows", c, n))
	}
	mean := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			mean[j] += v / float64(n)
		}
	}
	centred := mat.DenseCopyOf(x) // small norms: less cancellation in the distances
	shiftRows(centred, mean, -1)
	sample := centred
	if n > kmeansSample {
		sample = pickRows(centred, SampleRows(n, max(kmeansSample, c), rng))
	}
	centres, err = plusPlus(ctx, sample, c, rng)
	if err != nil {
		return nil, nil, err
	}
	if err := lloyd(ctx, sample, centres); err != nil {
		return nil, nil, err
	}
	if owner, _, err = toCentres(ctx, centred, centres); err != nil {
		return nil, nil, err
	}
	shiftRows(centres, mean, 1)
	return centres, owner, nil
}

// shiftRows adds s·by to every row.
func shiftRows(x *mat.Dense, by []float64, s float64) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for j, v := range by {
			row[j] += s * v
		}
	}
}

// plusPlus draws c rows of x for centres, each with probability proportional
// to its squared distance from the nearest one so far.
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
				d2 := squaredDistance(x.RawRowView(i), chosen)
				if k == 0 || d2 < nearest[i] {
					nearest[i] = d2
				}
			}
		})
		next = drawWeighted(nearest, rng)
	}
	return centres, nil
}

// drawWeighted draws an index with probability proportional to its weight,
// and uniformly where all weights are 0.
func drawWeighted(weights []float64, rng *rand.Rand) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	if total == 0 {
		return rng.IntN(len(weights))
	}
	u, last := rng.Float64()*total, 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		last = i
		if u -= w; u < 0 {
			break
		}
	}
	return last
}

// lloyd improves the centres in place until no row changes its owner, or
// lloydSteps times. A centre that owns no row moves to the row farthest from
// its own centre.
func lloyd(ctx context.Context, x, centres *mat.Dense) error {
	var before []int
	for range lloydSteps {
		owner, d2, err := toCentres(ctx, x, centres)
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
	size := make([]int, c)
	for _, s := range owner {
		size[s]++
	}
	for s := range c {
		if size[s] > 0 {
			clear(centres.RawRowView(s))
			continue
		}
		far := 0
		for i, v := range d2 {
			if v > d2[far] {
				far = i
			}
		}
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

// toCentres returns the nearest centre of every row, the first of equals, and
// the squared distance from it.
func toCentres(ctx context.Context, x, centres *mat.Dense) (owner []int, d2 []float64, err error) {
	n, d := x.Dims()
	c, _ := centres.Dims()
	half := make([]float64, c) // ‖z‖²/2; the nearest z has the least ‖z‖²/2 − x·z
	linalg.SquaredNorms(half, centres.RawMatrix())
	floats.Scale(0.5, half)
	owner, d2 = make([]int, n), make([]float64, n)
	rows := linalg.TileRows(c)
	dots := mat.NewDense(min(n, rows), c, nil)
	for lo, hi := range linalg.Tiles(n, rows) {
		part := dots.Slice(0, hi-lo, 0, c).(*mat.Dense)
		if err := linalg.Products(ctx, part.RawMatrix(), x.Slice(lo, hi, 0, d).(*mat.Dense).RawMatrix(), centres.RawMatrix(), nil); err != nil {
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
				d2[lo+i] = squaredDistance(x.RawRowView(lo+i), centres.RawRowView(at))
			}
		})
	}
	return owner, d2, nil
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return sum
}
