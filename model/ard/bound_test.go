package ard

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/kernel"
)

// relevant has n rows of five features, of which the target depends on the first two.
func relevant(n int) Problem {
	rng := rand.New(rand.NewPCG(3, 5))
	x, y := mat.NewDense(n, 5, nil), make([]float64, n)
	for i := range n {
		for j := range 5 {
			x.Set(i, j, rng.NormFloat64())
		}
		y[i] = 3 + math.Sin(2*x.At(i, 0)) + 0.5*x.At(i, 1)*x.At(i, 1) + 0.1*rng.NormFloat64()
	}
	return Problem{X: x, Y: y}
}

func readGolden(t *testing.T, name string, golden any) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(content, golden)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func matrix(rows [][]float64) *mat.Dense {
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

func TestGoldenBound(t *testing.T) {
	var golden struct {
		X         [][]float64
		Y         []float64
		Landmarks int
		Widths    []float64
		Mu        float64
		Cases     map[string]struct {
			Bound    float64
			Gradient []float64
		}
	}
	readGolden(t, "bound.json", &golden)
	for name, want := range golden.Cases {
		p := Problem{X: matrix(golden.X), Y: golden.Y}
		p.Family, _ = kernel.Lookup(name)
		gradient := make([]float64, len(want.Gradient))
		got, err := newBound(p, Size{len(golden.X), golden.Landmarks}).at(t.Context(), golden.Widths, golden.Mu, gradient)
		if err != nil || math.Abs(got-want.Bound) > 1e-8*math.Abs(want.Bound) {
			t.Errorf("%s: bound %v, want %v (%v)", name, got, want.Bound, err)
		}
		for j, w := range want.Gradient {
			if math.Abs(gradient[j]-w) > 1e-5*(1+math.Abs(w)) {
				t.Errorf("%s: derivative %d is %v, want %v", name, j, gradient[j], w)
			}
		}
	}
}

func TestGradientIsThatOfTheBound(t *testing.T) {
	for _, name := range []string{"gaussian", "laplacian", "matern12", "matern32", "matern52"} {
		p := relevant(60)
		p.Family, _ = kernel.Lookup(name)
		b := newBound(p, Size{60, 12})
		theta := []float64{0.1, -0.3, 0.5, 1, 0.7, math.Log(0.05)}
		at := func(theta, gradient []float64) float64 {
			widths := make([]float64, 5)
			for j := range widths {
				widths[j] = math.Exp(theta[j])
			}
			v, err := b.at(t.Context(), widths, math.Exp(theta[5]), gradient)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		gradient := make([]float64, 6)
		at(theta, gradient)
		for j := range theta {
			const h = 1e-5
			up, down := slices.Clone(theta), slices.Clone(theta)
			up[j] += h
			down[j] -= h
			want := (at(up, nil) - at(down, nil)) / (2 * h)
			if math.Abs(gradient[j]-want) > 1e-4*(1+math.Abs(want)) {
				t.Errorf("%s: derivative %d is %v, by differences %v", name, j, gradient[j], want)
			}
		}
	}
}
