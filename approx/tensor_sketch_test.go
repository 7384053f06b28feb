package approx

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
	"gramscope/model/kernel"
)

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
					if mean := sum.At(i, j) / draws; math.Abs(mean-exact.At(i, j)) > 4.5*math.Sqrt(want/draws)+1e-12*math.Abs(exact.At(i, j)) {
						t.Errorf("%s of %+v: mean %.4f, k = %.4f, standard error %.4f", name, c, mean, exact.At(i, j), math.Sqrt(want/draws))
					}
					if got := squares.At(i, j) / draws; math.Abs(got-want) > 0.12*want+1e-12 {
						t.Errorf("%s of %+v: variance %.5f of entry %d, %d, want %.5f", name, c, got, i, j, want)
					}
				}
			}
		}
	}
}

// The coordinates of a sketch are drawn uniformly: bins and signs of a count sketch, and the four complex signs, of
// which each entry has one.
func TestDrawSketch(t *testing.T) {
	const columns, m = 5000, 4
	rng := seeded(1)
	count := &model.TensorSketch{Width: m}
	drawSketch(count, 2, columns, rng)
	seen := map[float64]int{}
	for _, v := range count.Draws.RawMatrix().Data {
		seen[v]++
	}
	complexly := &model.TensorSketch{Kind: model.SketchComplex, Width: m}
	drawSketch(complexly, 2, columns, rng)
	for i, half := range []int{0, 1, 4, 5} {
		for j := range columns {
			re, im := complexly.Draws.At(half, j), complexly.Draws.At(half+m/2, j)
			if re*re+im*im != 1 {
				t.Fatalf("row %d: %v + %vi", i, re, im)
			}
			seen[100+re+10*im]++
		}
	}
	if len(seen) != 2*m+4 {
		t.Errorf("drawn: %v", seen)
	}
	for v, n := range seen {
		if want := 2.0 * columns / (2 * m); v < 90 && math.Abs(float64(n)-want) > 5*math.Sqrt(want) {
			t.Errorf("%v was drawn %d times, expected about %v", v, n, want)
		}
		if want := 4.0 * columns / 4; v >= 89 && math.Abs(float64(n)-want) > 5*math.Sqrt(want) {
			t.Errorf("%v was drawn %d times, expected about %v", v-100, n, want)
		}
	}
}

// Entries that could overflow are a typed error with the remedy, whether features are stored or not; large values
// that can't are finite.
func TestTensorSketchOverflow(t *testing.T) {
	x := normal(30, 3, seeded(1))
	for _, stored := range []bool{true, false} {
		for _, c := range []struct {
			k         kernel.Polynomial
			overflows bool
		}{{kernel.Polynomial{Gamma: 1e13, Offset: 100, Degree: 20}, false}, {kernel.Polynomial{Gamma: 1, Offset: 100, Degree: 20}, false},
			{kernel.Polynomial{Gamma: 1e15, Offset: 0, Degree: 20}, true}, {kernel.Polynomial{Gamma: 1e13, Offset: 1e300, Degree: 2}, true}} {
			g := model.NewGram(model.NewPoints(x, c.k.Geometry()), c.k)
			if !stored {
				g.SetFactorLimit(0)
			}
			for sketch, name := range model.SketchKinds() {
				a, err := (&TensorSketch{M: 16, Sketch: sketch}).Fit(t.Context(), g, seeded(1))
				degenerate := (*model.DegenerateError)(nil)
				if overflows := errors.As(err, &degenerate); overflows != c.overflows || overflows && !strings.Contains(err.Error(), "standardise") {
					t.Errorf("%s of %+v, stored %v: %v", name, c.k, stored, err)
					continue
				}
				if err != nil {
					continue
				}
				k := mat.NewDense(30, 30, nil)
				a.Block(k, nil, nil)
				if sum := mat.Sum(k); math.IsNaN(sum) || math.IsInf(sum, 0) {
					t.Errorf("%s of %+v, stored %v: the entries add up to %v", name, c.k, stored, sum)
				}
			}
		}
	}
}

// A predictor carries the draws: its values are those of the features, for each sketch, and also at new points.
func TestTensorSketchPredictor(t *testing.T) {
	g := approxtest.GramFor(t, tensorSketch(), 40, 5)
	for sketch, name := range model.SketchKinds() {
		e, err := fitted(t, g, &TensorSketch{M: 12, Sketch: sketch}, seeded(2)).Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		weights, z := normal(12, 2, seeded(3)), normal(7, 5, seeded(4))
		var want mat.Dense
		want.Mul(e.Features(z), weights)
		if got := e.Predictor(weights).Predict(z); !mat.EqualApprox(got, &want, 1e-12) || mat.Norm(got, 2) == 0 {
			t.Errorf("%s: predictions differ by a relative %.2g", name, apart(got, &want))
		}
	}
}

// Kernels other than the polynomial one are refused by name, and a map of a large degree asks for its memory.
func TestTensorSketchIsRefused(t *testing.T) {
	for _, family := range []string{"gaussian", "linear"} {
		g := gramOf(t, normal(5, 2, seeded(1)), family, 1)
		if why := tensorSketch().Unmet(g.Kernel(), 5, 0); !strings.Contains(why, "tensor-sketch is for the kernel polynomial, not "+family) {
			t.Errorf("%s: %q", family, why)
		}
	}
	k := kernel.Polynomial{Gamma: 1, Offset: 1, Degree: 20}
	g := model.NewGram(model.NewPoints(normal(5, 200, seeded(1)), k.Geometry()), k)
	checkRefusal(t, tensorSketch(), &TensorSketch{M: 500, Sketch: model.SketchRademacher}, g, "and the draws of degree 20", "; lower n, m or degree, or raise max-memory")
	if !slices.Contains(model.SketchKinds(), "count") || (&TensorSketch{}).Sketch != model.SketchCount {
		t.Error("count is not the default")
	}
}
