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

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/kdtree"
	"gramscope/model/linalg"
)

// TestSparseCholeskyDivergence compares the Kullback–Leibler divergence of a dense computation with that of the
// factor. It falls with m, from the diagonal at m = 0 to K itself at m = n−1, and tr(K̃⁻¹K) = n.
func TestSparseCholeskyDivergence(t *testing.T) {
	const n = 90
	for _, c := range []struct {
		name  string
		d     int
		gamma float64
	}{{"matern12", 1, 5}, {"matern32", 2, 2}, {"gaussian", 2, 10}, {"laplacian", 3, 1}} {
		g := gramOf(t, normal(n, c.d, seeded(1)), c.name, c.gamma)
		before := math.Inf(1)
		for _, m := range []int{0, 2, 6, 20, n - 1} {
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
			switch off := apart(approx, k); {
			case m == n-1 && off > 1e-11:
				t.Errorf("%s: K̃ with all neighbours is %.2g from K", c.name, off)
			case m == 0 && math.Abs(mat.Norm(approx, 2)-math.Sqrt(n)) > 1e-10:
				t.Errorf("%s: K̃ without neighbours has the norm %v, its diagonal %v", c.name, mat.Norm(approx, 2), math.Sqrt(n))
			}
		}
	}
}

// TestSparseCholeskyEqualRows: equal rows leave K̃ close to K, with a note.
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
	if notes := a.(model.Warner).Warnings(); len(notes) != 1 || !strings.Contains(notes[0], "20 of 40 rows") {
		t.Errorf("warnings %q", notes)
	}
}

// TestSmoothTo compares K̃(K̃+μI)⁻¹y with a dense computation, and SolveTo with products, on more rows than are
// decomposed.
func TestSmoothTo(t *testing.T) {
	const n = 300
	for _, name := range []string{"matern12", "matern52", "gaussian"} {
		g := gramOf(t, normal(n, 2, seeded(4)), name, 4)
		a := fitted(t, g, &SparseCholesky{M: 12}, seeded(5)).(*form.SparseInverse)
		y := normal(n, 1, seeded(6)).RawMatrix().Data
		got, inverse := make([]float64, n), make([]float64, n)
		for _, mu := range []float64{1e-8, 1e-3, 0.1, 10} {
			if err := a.SolveTo(inverse, y, mu); err != nil {
				t.Fatal(err)
			}
			want := mat.NewDense(n, 1, nil)
			a.MulTo(want, mat.NewDense(n, 1, inverse))
			warning, err := a.SmoothTo(t.Context(), got, y, mu)
			if err != nil || warning != "" {
				t.Fatalf("%s, μ = %g: %v %s", name, mu, err, warning)
			}
			if off := floats.Distance(got, want.RawMatrix().Data, 2) / floats.Norm(y, 2); !(off < 1e-7) {
				t.Errorf("%s, μ = %g: %.2g from the dense solution", name, mu, off)
			}
		}
	}
	const many = model.EigenpairsLimit + 100
	a := fitted(t, gramOf(t, normal(many, 2, seeded(7)), "matern32", 50), &SparseCholesky{M: 10}, seeded(8))
	y, x, back := normal(many, 1, seeded(9)), make([]float64, many), mat.NewDense(many, 1, nil)
	if err := a.SolveTo(x, y.RawMatrix().Data, 0.01); err != nil {
		t.Fatal(err)
	}
	a.MulTo(back, mat.NewDense(many, 1, x))
	floats.AddScaled(back.RawMatrix().Data, 0.01, x)
	if off := apart(back, y); !(off < 1e-9) {
		t.Errorf("(K̃+μI)·x is %.2g from y", off)
	}
	k := mat.NewDense(many, many, nil)
	a.Block(k, nil, nil)
	_, spectral, err := a.Norms(t.Context(), seeded(1))
	frobenius, _, _ := a.Norms(t.Context(), seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "estimate of ‖K̃‖_F", frobenius, mat.Norm(k, 2), 0.02)
	if norm := mat.Norm(k, 1); spectral > norm || spectral < norm/20 { // the 1-norm bounds it
		t.Errorf("‖K̃‖₂ = %v, with a 1-norm of %v", spectral, norm)
	}
}

// counted counts how often it is asked whether it has ended, which SmoothTo does at each step.
type counted struct {
	context.Context
	steps int
}

func (c *counted) Err() error {
	c.steps++
	return c.Context.Err()
}

// TestSmoothToTakesFewSteps: from no to many rows within a width, and from small to large μ, conjugate gradients take a few dozen
// steps, and z has (K̃+μI)·(y−z) = μ·y. In the last case the incomplete factor of the first choice of coarse rows fails.
func TestSmoothToTakesFewSteps(t *testing.T) {
	const n = 5000
	y := normal(n, 1, seeded(2)).RawMatrix().Data
	for _, c := range []struct {
		kernel    string
		gamma, mu float64
		m, most   int
	}{{"gaussian", 5000, 0.01, 20, 5}, {"gaussian", 100, 0.01, 20, 24}, {"gaussian", 10, 1e-3, 20, 40}, {"gaussian", 0.3, 0.1, 20, 24},
		{"matern32", 20, 1e-3, 20, 10}, {"matern52", 2, 1, 20, 16}, {"gaussian", 10, 1e-6, 30, 250}} {
		a := fitted(t, gramOf(t, normal(n, 2, seeded(1)), c.kernel, c.gamma), &SparseCholesky{M: c.m}, seeded(3)).(*form.SparseInverse)
		ctx, z := &counted{Context: t.Context()}, make([]float64, n)
		warning, err := a.SmoothTo(ctx, z, y, c.mu)
		if err != nil || warning != "" || ctx.steps > c.most {
			t.Errorf("%+v: %d steps, warning %q, %v", c, ctx.steps, warning, err)
		}
		rest, image := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
		for i := range z {
			rest.Set(i, 0, y[i]-z[i])
		}
		a.MulTo(image, rest)
		floats.AddScaled(image.RawMatrix().Data, -c.mu, z)
		if off := mat.Norm(image, 2) / floats.Norm(y, 2); !(off < 1e-7) {
			t.Errorf("%+v: (K̃+μI)·(y−z) is %.2g·‖y‖ from μ·y", c, off)
		}
	}
}

// TestSparseCholeskyExtends: new points have the mean given their nearest rows, which with all rows as neighbours
// is that of the exact regression.
func TestSparseCholeskyExtends(t *testing.T) {
	const n, mu = 60, 0.05
	g := gramOf(t, normal(n, 2, seeded(1)), "matern32", 1)
	z, y := normal(7, 2, seeded(2)), normal(n, 1, seeded(3))
	a := fitted(t, g, &SparseCholesky{M: n - 1}, seeded(4))
	alpha := mat.NewDense(n, 1, nil)
	if err := a.SolveTo(alpha.RawMatrix().Data, y.RawMatrix().Data, mu); err != nil {
		t.Fatal(err)
	}
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

// TestTooFewNeighbours: ten neighbours on an even grid of a smooth kernel multiply errors without bound. A fit raises the
// ridge until they do not, and says so.
func TestTooFewNeighbours(t *testing.T) {
	const m = 10
	for _, c := range []struct {
		n           int
		gamma, most float64
	}{{400, 1e4, 0.05}, {400, 3e3, 0.05}, {700, 1e4, 0.05}} {
		g := gramOf(t, grid(c.n), "gaussian", c.gamma)
		order, _, _ := maximinOrder(t.Context(), g.X(), seeded(1))
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
		if notes := strings.Join(a.(model.Warner).Warnings(), "; "); !strings.Contains(notes, "10 neighbours are few for this kernel") {
			t.Errorf("n = %d, γ = %g: warnings %q", c.n, c.gamma, notes)
		}
	}
	if text := (&UnstableError{M: m}).Error(); !strings.HasSuffix(text, ": raise m or gamma, or take a method of low rank") {
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

// TestSmoothKernelsAreLearned: above EigenpairsLimit a regression on a smooth kernel, for which the incomplete factor is of no use,
// is that of the low-rank kernel matrix, at training rows and at new ones.
func TestSmoothKernelsAreLearned(t *testing.T) {
	const n, mu = model.EigenpairsLimit + 200, 0.1
	g := gramOf(t, grid(n), "gaussian", 500)
	a := fitted(t, g, &SparseCholesky{M: 30}, seeded(1)).(*form.SparseInverse)
	y, z := normal(n, 1, seeded(2)).RawMatrix().Data, mat.NewDense(3, 1, []float64{0.00013, 0.5002, 0.99967})
	for i := range y {
		y[i] = math.Sin(20*g.X().At(i, 0)) + 0.1*y[i]
	}
	k := mat.NewDense(n, n, nil)
	g.Block(k, nil, nil)
	ridged := linalg.AddRidge(linalg.Symmetric(mat.DenseCopyOf(k)), mu)
	var exact mat.Cholesky
	if !exact.Factorize(ridged) {
		t.Fatal("not positive definite")
	}
	alpha, want := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	if err := exact.SolveVecTo(alpha, mat.NewVecDense(n, y)); err != nil {
		t.Fatal(err)
	}
	want.MulVec(k, alpha)
	got := make([]float64, n)
	warning, err := a.SmoothTo(t.Context(), got, y, mu)
	if err != nil || warning != "" {
		t.Fatal(warning, err)
	}
	if off := floats.Distance(got, want.RawVector().Data, 2) / mat.Norm(want, 2); !(off < 1e-2) {
		t.Errorf("fitted values are %.2g from those of K", off)
	}
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	part := e.Parts[0]
	part.Map = nil
	found := (&model.Extension{Kernel: e.Kernel, Parts: []model.Part{part}}).Predictor(mat.NewDense(n, 1, got)).Predict(z)
	var predicted mat.VecDense
	predicted.MulVec(model.Cross(g.Kernel(), z, g.X()), alpha)
	for i, v := range predicted.RawVector().Data {
		if off := math.Abs(found.At(i, 0) - v); !(off < 1e-2*mat.Norm(want, math.Inf(1))) {
			t.Errorf("at %v: %v, want %v", z.At(i, 0), found.At(i, 0), v)
		}
	}
}
