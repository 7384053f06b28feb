package approx

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// TestSmoothTo compares z = K̃(K̃+μI)⁻¹y with that by all eigenpairs and, on more rows, (K̃+μI)·z with K̃·y.
func TestSmoothTo(t *testing.T) {
	const n = 300
	for _, name := range []string{"matern12", "matern52", "gaussian"} {
		g := gramOf(t, normal(n, 2, seeded(4)), name, 4)
		a := fitted(t, g, &SparseCholesky{M: 12}, seeded(5)).(*form.SparseInverse)
		y := normal(n, 1, seeded(6)).RawMatrix().Data
		got := make([]float64, n)
		d, err := a.Decompose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, mu := range []float64{1e-8, 1e-3, 0.1, 10} {
			want := d.Project(y)
			for j, v := range d.Values() {
				want[j] *= v / (v + mu)
			}
			warning, err := a.SmoothTo(t.Context(), got, y, mu)
			if err != nil || warning != "" {
				t.Fatalf("%s, μ = %g: %v %s", name, mu, err, warning)
			}
			if off := floats.Distance(got, d.Expand(want), 2) / floats.Norm(y, 2); !(off < 1e-7) {
				t.Errorf("%s, μ = %g: %.2g from the dense solution", name, mu, off)
			}
		}
	}
	const many = model.EigenpairsLimit + 100
	a := fitted(t, gramOf(t, normal(many, 2, seeded(7)), "matern32", 50), &SparseCholesky{M: 10}, seeded(8))
	y, z, back, want := normal(many, 1, seeded(9)), make([]float64, many), mat.NewDense(many, 1, nil),
		mat.NewDense(many, 1, nil)
	if _, err := a.(*form.SparseInverse).SmoothTo(t.Context(), z, y.RawMatrix().Data, 0.01); err != nil {
		t.Fatal(err)
	}
	a.MulTo(back, mat.NewDense(many, 1, z))
	floats.AddScaled(back.RawMatrix().Data, 0.01, z)
	a.MulTo(want, y)
	if off := apart(back, want); !(off < 1e-7) {
		t.Errorf("(K̃+μI)·z is %.2g from K̃·y", off)
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

// solved returns (K̃+μI)⁻¹y by the eigenpairs of K̃.
func solved(t *testing.T, a model.Approximation, y []float64, mu float64) []float64 {
	t.Helper()
	d, err := a.Decompose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	inside := d.Project(y)
	rest := d.Expand(inside)
	for j, v := range d.Values() {
		inside[j] /= v + mu
	}
	x := d.Expand(inside)
	for i := range x {
		x[i] += (y[i] - rest[i]) / mu
	}
	return x
}
