//go:build long

package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// TestSmoothToTakesFewSteps: from no to many rows within a width, and from small to large μ, conjugate gradients take a
// few dozen steps, and z has (K̃+μI)·(y−z) = μ·y. In the last case the incomplete factor of the first choice of coarse
// rows fails.
func TestSmoothToTakesFewSteps(t *testing.T) {
	const n = 5000
	y := normal(n, 1, seeded(2)).RawMatrix().Data
	for _, c := range []struct {
		kernel    string
		gamma, mu float64
		m, most   int
	}{{"gaussian", 5000, 0.01, 20, 5}, {"gaussian", 100, 0.01, 20, 24}, {"gaussian", 10, 1e-3, 20, 40},
		{"gaussian", 0.3, 0.1, 20, 24},
		{"matern32", 20, 1e-3, 20, 10}, {"matern52", 2, 1, 20, 16}, {"gaussian", 10, 1e-6, 30, 250}} {
		a := fitted(t, gramOf(t, normal(n, 2, seeded(1)), c.kernel, c.gamma), &SparseCholesky{M: c.m},
			seeded(3)).(*form.SparseInverse)
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

// TestSmoothKernelsAreLearned: above EigenpairsLimit a regression on a smooth kernel, for which the incomplete factor
// is of no use, is that of the low-rank kernel matrix, at training rows and at new ones.
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

// counted counts how often it is asked whether it has ended, which SmoothTo does at each step.
type counted struct {
	context.Context
	steps int
}

func (c *counted) Err() error {
	c.steps++
	return c.Context.Err()
}
