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
	rademacher := &model.TensorSketch{Kind: model.SketchRademacher, Width: m}
	drawSketch(rademacher, 2, columns, rng)
	for i, v := range rademacher.Draws.RawMatrix().Data {
		if v*v != 1 {
			t.Fatalf("sign %d is %v", i, v)
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
		}{{kernel.Polynomial{Gamma: 1e13, Offset: 100, Degree: 20}, false},
			{kernel.Polynomial{Gamma: 1, Offset: 100, Degree: 20}, false},
			{kernel.Polynomial{Gamma: 1e15, Offset: 0, Degree: 20}, true},
			{kernel.Polynomial{Gamma: 1e13, Offset: 1e300, Degree: 2}, true}} {
			g := model.NewGram(model.NewPoints(x, c.k.Geometry()), c.k)
			if !stored {
				g.SetFactorLimit(0)
			}
			for sketch, name := range model.SketchKinds() {
				a, err := (&TensorSketch{M: 16, Sketch: sketch}).Fit(t.Context(), g, seeded(1))
				degenerate := (*model.DegenerateError)(nil)
				if overflows := errors.As(err, &degenerate); overflows != c.overflows || overflows &&
					!strings.Contains(err.Error(), "standardise") {
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

// A predictor carries the draws: its values are those of the features, for each sketch, and also at new points. Complex
// features come in pairs.
func TestTensorSketchPredictor(t *testing.T) {
	g := approxtest.Gram(t, tensorSketch(), 40, 5)
	for sketch, name := range model.SketchKinds() {
		e, err := fitted(t, g, &TensorSketch{M: 11, Sketch: sketch}, seeded(2)).Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		width := 11
		if sketch == model.SketchComplex {
			width = 12
		}
		weights, z := normal(width, 2, seeded(3)), normal(7, 5, seeded(4))
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
		why := tensorSketch().Unmet(nil, g.Kernel(), 5, 0, 0)
		if !strings.Contains(why, "tensor-sketch is for the kernel polynomial, not "+family) {
			t.Errorf("%s: %q", family, why)
		}
	}
	k := kernel.Polynomial{Gamma: 1, Offset: 1, Degree: 20}
	g := model.NewGram(model.NewPoints(normal(5, 200, seeded(1)), k.Geometry()), k)
	checkRefusal(t, tensorSketch(), &TensorSketch{M: 500, Sketch: model.SketchRademacher}, g, "and the draws of degree 20",
		"; lower n, m or degree, or raise max-memory")
	if !slices.Contains(model.SketchKinds(), "count") || (&TensorSketch{}).Sketch != model.SketchCount {
		t.Error("count is not the default")
	}
}
