//go:build long

package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// The mean of K̃ over draws is K within 4.5 standard errors, and the variance of each entry is that of the formula: for
// each sketch, with and without an offset, and for odd and even m.
func TestTensorSketchMoments(t *testing.T) {
	const n, d, draws = 4, 3, 40000
	points := normal(n, d, seeded(1))
	for _, c := range []struct {
		gamma, offset float64
		degree, m     int
	}{{1, 0, 2, 4}, {0.5, 1, 2, 5}, {0.7, 0, 3, 6}, {0.7, 0, 3, 3}, {1, 2, 1, 4}} {
		k := kernel.Polynomial{Gamma: c.gamma, Offset: c.offset, Degree: c.degree}
		g := model.NewGram(model.NewPoints(points, k.Geometry()), k)
		extended := mat.NewDense(n, d+1, nil)
		for i := range n {
			for j := range d {
				extended.Set(i, j, math.Sqrt(c.gamma)*points.At(i, j))
			}
			extended.Set(i, d, math.Sqrt(c.offset))
		}
		for sketch, name := range model.SketchKinds() {
			f := &TensorSketch{M: c.m, Sketch: sketch}
			used := c.m
			if sketch == model.SketchComplex {
				used += c.m % 2
			}
			sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
			rng := seeded(uint64(sketch))
			var exact *mat.Dense
			for range draws {
				var a *mat.Dense
				exact, a = whole(g, fitted(t, g, f, rng))
				sum.Add(sum, a)
				a.Sub(a, exact)
				a.MulElem(a, a)
				squares.Add(squares, a)
			}
			for i := range n {
				for j := range i + 1 {
					want := sketchVariance(sketch, used, c.degree, extended.RawRowView(i), extended.RawRowView(j))
					if mean := sum.At(i, j) / draws; math.Abs(mean-exact.At(i,
						j)) > 4.5*math.Sqrt(want/draws)+1e-12*math.Abs(exact.At(i, j)) {
						t.Errorf("%s of %+v: mean %.4f, k = %.4f, standard error %.4f", name, c, mean, exact.At(i, j),
							math.Sqrt(want/draws))
					}
					if got := squares.At(i, j) / draws; math.Abs(got-want) > 0.12*want+1e-12 {
						t.Errorf("%s of %+v: variance %.5f of entry %d, %d, want %.5f", name, c, got, i, j, want)
					}
				}
			}
		}
	}
}

// sketchVariance returns the variance of an entry of K̃ for given x̃ and ỹ, by the formulas of [TensorSketch].
func sketchVariance(kind, m, degree int, x, y []float64) float64 {
	p := float64(degree)
	xx, yy, xy, s := 0.0, 0.0, 0.0, 0.0
	for j, v := range x {
		xx, yy, xy, s = xx+v*v, yy+y[j]*y[j], xy+v*y[j], s+v*v*y[j]*y[j]
	}
	a, b, e := xy*xy, xx*yy-s, xy*xy-s
	all, first, second, none := math.Pow(a+b+e, p), math.Pow(a+b, p), math.Pow(a+e, p), math.Pow(a, p)
	size := float64(m)
	switch kind {
	case model.SketchRademacher:
		return (all - none) / size
	case model.SketchComplex:
		return (first + second - 2*none) / size
	}
	return (first+second-2*none)/size + float64(2-m%2)*(all-first-second+none)/(size*size)
}
