//go:build long

package approx

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// TestNystromPreconditionersAreAsTheorySays: with 2⌈1.5·d_eff(μ)⌉+1 columns of a Gaussian
// sketch the condition is below 28 in the mean (Frangella, Tropp and Udell 2023, theorem
// 5.1), and for any projection at most 1 + ‖K−K̃‖₂/μ (Díaz and others 2023).
func TestNystromPreconditionersAreAsTheorySays(t *testing.T) {
	const n, draws = 250, 8
	for _, c := range []struct {
		kernel    string
		gamma, mu float64
	}{{"gaussian", 0.2, 0.3}, {"gaussian", 1, 3}, {"laplacian", 0.3, 2}, {"matern32", 1, 5}} {
		x := normal(n, 2, seeded(4))
		g := gramOf(t, x, c.kernel, c.gamma)
		k, err := g.View().Symmetric(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		dimension := 0.0
		for _, v := range spectrum(t, k) {
			dimension += v / (v + c.mu)
		}
		columns := 2*int(math.Ceil(1.5*dimension)) + 1
		if columns >= n/2 {
			t.Fatalf("%d columns of %d say nothing", columns, n)
		}
		for name, fitter := range map[string]model.Fitter{"gaussian-sketch": &GaussianSketch{M: columns},
			"rpcholesky": &RPCholesky{M: columns}, "few": &RPCholesky{M: 3}} {
			sum := 0.0
			for draw := range draws {
				a, err := fitter.Fit(t.Context(), g.View(), seeded(uint64(draw)))
				if err != nil {
					t.Fatal(err)
				}
				condition, bound := preconditioned(t, k, a, c.mu)
				if !(condition <= bound*(1+1e-6)) {
					t.Errorf("%s γ = %g, %s: condition %v above the bound %v", c.kernel, c.gamma, name, condition, bound)
				}
				sum += condition / draws
			}
			t.Logf("%s γ = %g μ = %g, %s: d_eff %.1f, %d columns, condition %.3g", c.kernel, c.gamma, c.mu, name, dimension,
				columns, sum)
			if name == "gaussian-sketch" && !(sum < 28) || name == "few" && !(sum > 3) {
				t.Errorf("%s γ = %g, %s: condition %v in the mean", c.kernel, c.gamma, name, sum)
			}
		}
	}
}

// preconditioned is the condition of (K̃+μI)⁻¹(K+μI), and 1 + ‖K−K̃‖₂/μ.
func preconditioned(t *testing.T, k *mat.SymDense, a model.Approximation, mu float64) (condition, bound float64) {
	t.Helper()
	n := k.SymmetricDim()
	near := mat.NewDense(n, n, nil)
	a.Block(near, nil, nil)
	var left mat.Dense
	left.Sub(k, near)
	values := spectrum(t, linalg.Symmetric(mat.DenseCopyOf(&left)))
	bound = 1 + max(values[n-1], -values[0])/mu
	for i := range n {
		near.Set(i, i, near.At(i, i)+mu)
	}
	var p mat.Cholesky
	if !p.Factorize(linalg.Symmetric(near)) {
		t.Fatal("the preconditioner is singular")
	}
	var l mat.TriDense
	p.LTo(&l)
	shifted := mat.DenseCopyOf(k)
	for i := range n {
		shifted.Set(i, i, shifted.At(i, i)+mu)
	}
	var half, whole mat.Dense
	if err := half.Solve(&l, shifted); err != nil {
		t.Fatal(err)
	}
	if err := whole.Solve(&l, half.T()); err != nil {
		t.Fatal(err)
	}
	values = spectrum(t, linalg.Symmetric(&whole))
	return values[n-1] / values[0], bound
}

// TestPCGIsTheExactRegression: kernel ridge regression with K by conjugate gradients,
// preconditioned by methods of the list, against a Cholesky factorisation of K+μI.
func TestPCGIsTheExactRegression(t *testing.T) {
	const n = 900
	x := normal(n, 3, seeded(1))
	y := make([]float64, n)
	for i, noise := range normal(n, 1, seeded(2)).RawMatrix().Data {
		y[i] = 5 + math.Sin(2*x.At(i, 0))*x.At(i, 1) + 0.3*noise
	}
	offset, centred := learn.Centred(y)
	mus := []float64{10, 0.1}
	for _, kernel := range []struct {
		name  string
		gamma float64
	}{{"gaussian", 0.3}, {"laplacian", 0.5}, {"matern32", 1}} {
		g := gramOf(t, x, kernel.name, kernel.gamma)
		if err := g.Store(t.Context()); err != nil {
			t.Fatal(err)
		}
		var exact []*learn.Exact
		for _, mu := range mus {
			e, err := learn.NewExact(t.Context(), g.View(), y, mu)
			if err != nil {
				t.Fatal(err)
			}
			exact = append(exact, e)
		}
		iterations := map[string]int{}
		for name, fitter := range map[string]model.Fitter{
			"nystrom": &Nystrom{M: 150}, "rpcholesky": &RPCholesky{M: 150}, "gaussian-sketch": &GaussianSketch{M: 150},
			"poor": &Nystrom{M: 2},
		} {
			a, err := fitter.Fit(t.Context(), g.View(), seeded(3))
			if err != nil {
				t.Fatal(err)
			}
			near, err := a.Decompose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			fits, err := learn.PCG(t.Context(), g.View(), near, centred, mus, learn.Options{Tolerance: 1e-11})
			if err != nil {
				t.Fatal(err)
			}
			for i, fit := range fits {
				floats.AddConst(offset, fit.Fitted)
				what := fmt.Sprintf("%s, %s, μ = %g", kernel.name, name, fit.Mu)
				off := differ(t, what+": α", fit.Alpha, exact[i].Alpha, 1e-8)
				off = max(off, differ(t, what+": fitted", fit.Fitted, exact[i].Fitted, 1e-8))
				t.Logf("%s: %d iterations, off by %.1e", what, fit.Iterations, off)
				if fit.Warnings != nil {
					t.Errorf("%s: %v", what, fit.Warnings)
				}
			}
			iterations[name] = fits[1].Iterations
		}
		if good, poor := max(iterations["nystrom"], iterations["rpcholesky"], iterations["gaussian-sketch"]),
			iterations["poor"]; !(good < poor) {
			t.Errorf("%s: %d iterations with 150 columns, %d with 2", kernel.name, good, poor)
		}
	}
}
