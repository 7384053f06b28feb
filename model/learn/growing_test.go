package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestGrowing: rows in pieces of any size give the regression of all rows at once, also where the mean of the
// targets is large and changes from piece to piece.
func TestGrowing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const n, m = 900, 30
	x, y := linalg.Gaussian(n, 2, rng), make([]float64, n)
	k, err := kernel.Families()[0].Kernel(kernel.Values{"gamma": 1})
	if err != nil {
		t.Fatal(err)
	}
	z := mat.DenseCopyOf(x.Slice(0, m, 0, 2))
	e := &model.Extension{Kernel: k, Parts: []model.Part{{Landmarks: z, Width: m}}, Product: true}
	for i := range y {
		y[i] = 1e6 + 100*float64(i/300) + math.Sin(3*x.At(i, 0)) + 0.1*rng.NormFloat64()
	}
	normal, err := NewNormal(t.Context(), e, nil, x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := NewNormal(t.Context(), e, nil, mat.DenseCopyOf(x.Slice(0, 300, 0, 2)), y[:300], nil)
	if err != nil {
		t.Fatal(err)
	}
	g := first.Growing()
	if _, err := g.OnPath(t.Context(), 0.1); err != nil { // whose eigenpairs are not those of more rows
		t.Fatal(err)
	}
	for _, ends := range [][2]int{{300, 301}, {301, 700}, {700, 900}} {
		phi := e.Features(mat.DenseCopyOf(x.Slice(ends[0], ends[1], 0, 2)))
		if err := g.Add(t.Context(), phi, y[ends[0]:ends[1]]); err != nil {
			t.Fatal(err)
		}
	}
	want, err := normal.At(t.Context(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := g.At(t.Context(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := g.OnPath(t.Context(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	size := floats.Norm(want.W, 2)
	if g.Rows != n || math.Abs(g.Mean-normal.Offset) > 1e-9 || floats.Distance(got.W, want.W, 2) > 1e-9*size ||
		floats.Distance(path.W, want.W, 2) > 1e-9*size || math.Abs(got.DF-want.DF) > 1e-9*want.DF {
		t.Errorf("%d rows with the mean %v and df %v, want %v and %v; weights differ by %g and %g of %g", g.Rows, g.Mean, got.DF, normal.Offset, want.DF,
			floats.Distance(got.W, want.W, 2), floats.Distance(path.W, want.W, 2), size)
	}
	squares, _ := want.Squares()
	if own, _ := g.Residual(got); math.Abs(own-squares) > 1e-9*squares {
		t.Errorf("Σ(y−ŷ)² is %v, want %v", own, squares)
	}
	bounds, err := want.Evidence(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	if own := g.Amplitude(got, squares); math.Abs(own-bounds.Amplitude()) > 1e-9*own {
		t.Errorf("the amplitude is %v, want %v", own, bounds.Amplitude())
	}
}
