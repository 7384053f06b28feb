package approx

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kdtree"
	"gramscope/model/linalg"
)

// TestSparseCholeskyDivergence compares the Kullback–Leibler divergence of a dense computation with that of the
// factor. It falls with m, to K itself at m = n−1, and tr(K̃⁻¹K) = n.
func TestSparseCholeskyDivergence(t *testing.T) {
	const n = 90
	for _, c := range []struct {
		name  string
		d     int
		gamma float64
	}{{"matern12", 1, 5}, {"matern32", 2, 2}, {"gaussian", 2, 10}, {"laplacian", 3, 1}} {
		g := gramOf(t, normal(n, c.d, seeded(1)), c.name, c.gamma)
		before := math.Inf(1)
		for _, m := range []int{1, 2, 6, 20, n - 1} {
			a := fitted(t, g, &SparseCholesky{M: m}, seeded(2)).(*form.SparseInverse)
			k, approx := whole(g, a)
			var ofK, ofA mat.Cholesky
			if !ofK.Factorize(linalg.Symmetric(k)) || !ofA.Factorize(linalg.Symmetric(approx)) {
				t.Fatal("not positive definite")
			}
			var ratio mat.Dense
			if err := ofA.SolveTo(&ratio, k); err != nil {
				t.Fatal(err)
			}
			near(t, c.name+": tr(K̃⁻¹K)", mat.Trace(&ratio), n, 1e-9)
			near(t, c.name+": log det K̃", a.LogDet(), ofA.LogDet(), 1e-10)
			divergence := (mat.Trace(&ratio) - n + ofA.LogDet() - ofK.LogDet()) / 2
			if !(divergence < max(before, 1e-10)) { // matern12 on a line is exact with two neighbours
				t.Errorf("%s, m = %d: the divergence is %.4g, and %.4g at fewer neighbours", c.name, m, divergence, before)
			}
			before = divergence
			if off := apart(approx, k); m == n-1 && off > 1e-11 {
				t.Errorf("%s: K̃ with all neighbours is %.2g from K", c.name, off)
			}
		}
	}
}

// TestSparseCholeskyEqualRows: equal rows leave K̃ close to K, without a note.
func TestSparseCholeskyEqualRows(t *testing.T) {
	x := normal(40, 2, seeded(3))
	for i := 20; i < 40; i++ {
		x.SetRow(i, x.RawRowView(i-20))
	}
	g := gramOf(t, x, "matern32", 1)
	a := fitted(t, g, &SparseCholesky{M: 39}, seeded(1))
	k, approx := whole(g, a)
	if off := apart(approx, k); !(off < 1e-9) {
		t.Errorf("K̃ is %.2g from K", off)
	}
	if notes := a.Warnings(); notes != nil {
		t.Errorf("warnings %q", notes)
	}
}

// TestSparseCholeskyExtends: new points have the mean given their nearest rows, which with all rows as neighbours
// is that of the exact regression.
func TestSparseCholeskyExtends(t *testing.T) {
	const n, mu = 60, 0.05
	g := gramOf(t, normal(n, 2, seeded(1)), "matern32", 1)
	z, y := normal(7, 2, seeded(2)), normal(n, 1, seeded(3))
	a := fitted(t, g, &SparseCholesky{M: n - 1}, seeded(4))
	alpha := mat.NewDense(n, 1, solved(t, a, y.RawMatrix().Data, mu))
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want mat.Dense
	want.Mul(model.Cross(g.Kernel(), z, g.X()), alpha)
	e.Parts[0].Nearest.Count = n
	if off := apart(e.Predictor(alpha).Predict(z), &want); !(off < 1e-9) {
		t.Errorf("the predictor is %.2g from k(z, X)·α", off)
	}
	var features mat.Dense
	features.Mul(e.Features(z), alpha)
	if off := apart(&features, &want); !(off < 1e-9) {
		t.Errorf("the features are %.2g from k(z, X)", off)
	}
}

// TestSparseCholeskyOnSmoothKernels compares the factor with NumPy where many rows lie within a width, and kernel
// matrices among neighbours are singular but for rounding errors.
func TestSparseCholeskyOnSmoothKernels(t *testing.T) {
	raw, err := os.ReadFile("../testdata/approx/golden_neighbours.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Gamma, Delta, Error, Largest float64
		LogDet                       float64 `json:"log_det"`
		Neighbours                   int
		X                            []float64
		Order                        []int
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 5 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		g := gramOf(t, mat.NewDense(len(c.X), 1, c.X), "gaussian", c.Gamma)
		a, err := factorInOrder(t.Context(), g, c.Order, c.Neighbours, c.Delta)
		if err != nil {
			t.Fatal(err)
		}
		k, approx := whole(g, a)
		name, own := fmt.Sprintf("gamma %v, %d neighbours", c.Gamma, c.Neighbours), make([]float64, g.N())
		a.Diag(own)
		near(t, name+": log det K̃", a.LogDet(), c.LogDet, 1e-4)
		near(t, name+": ‖K̃−K‖/‖K‖", apart(approx, k), c.Error, 0.01)
		near(t, name+": the largest variance", slices.Max(own), c.Largest, 1e-4)
	}
}

// TestTooFewNeighbours: ten neighbours on an even grid of a smooth kernel multiply errors without bound. A fit raises
// the ridge until they do not, and says so.
func TestTooFewNeighbours(t *testing.T) {
	const m = 10
	for _, c := range []struct {
		n           int
		gamma, most float64
	}{{400, 1e4, 0.05}, {400, 3e3, 0.05}, {700, 1e4, 0.05}} {
		g := gramOf(t, grid(c.n), "gaussian", c.gamma)
		order, _ := kdtree.New(g.X()).Maximin(t.Context(), seeded(1).IntN(c.n))
		bare, err := factorInOrder(t.Context(), g, order, m, leastDelta)
		if err != nil {
			t.Fatal(err)
		}
		a := fitted(t, g, &SparseCholesky{M: m}, seeded(1))
		k, approx := whole(g, a)
		_, without := whole(g, bare)
		if off := apart(without, k); off < 10 {
			t.Errorf("n = %d, γ = %g: the least ridge leaves an error of %.2g", c.n, c.gamma, off)
		}
		if off := apart(approx, k); !(off < c.most) {
			t.Errorf("n = %d, γ = %g: the error is %.2g", c.n, c.gamma, off)
		}
		if notes := strings.Join(a.Warnings(), "; "); !strings.Contains(notes,
			"10 neighbours are few for this kernel") {
			t.Errorf("n = %d, γ = %g: warnings %q", c.n, c.gamma, notes)
		}
	}
	flags := remedy.Words{Name: func(setting string) string { return "--" + setting }}
	text := remedy.Message(fmt.Errorf("fit: %w", &UnstableError{M: m}), flags)
	if !strings.HasSuffix(text, "; raise --m or --gamma, or take a method of low rank") {
		t.Error(text)
	}
}

// factorInOrder returns the factor for an order of the rows.
func factorInOrder(ctx context.Context, g *model.Gram, order []int, m int, delta float64) (*form.SparseInverse, error) {
	near, err := neighbours(ctx, g.X(), order, kdtree.New(g.X()), m)
	if err != nil {
		return nil, err
	}
	return neighbourFactor(ctx, g, near, m, delta)
}

// grid returns n rows j/n on a line.
func grid(n int) *mat.Dense {
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i)/float64(n))
	}
	return x
}
