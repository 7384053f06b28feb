package approx

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
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
			case m == 0 && mat.Norm(approx, 2) != math.Sqrt(n):
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
