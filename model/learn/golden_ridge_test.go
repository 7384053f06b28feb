package learn

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// goldenRidge has results of scikit-learn, computed by testdata/model/golden_krr.py.
type goldenRidge struct {
	X, Z     [][]float64
	Y, Truth []float64
	Noise    float64
	Exact    []struct {
		Kernel                       string
		Gamma, Mu                    float64
		Alpha, Fitted, Predicted     []float64
		DF, GCV, LOO, Bias, Variance float64
	}
}

// TestExactEqualsKernelRidge compares with sklearn's KernelRidge, RidgeCV and
// NumPy's dense hat matrix.
func TestExactEqualsKernelRidge(t *testing.T) {
	var golden goldenRidge
	readGolden(t, "golden_krr.json", &golden)
	if len(golden.Exact) != 18 {
		t.Fatalf("%d golden fits, want 18", len(golden.Exact))
	}
	x, z := rowsOf(golden.X), rowsOf(golden.Z)
	for _, want := range golden.Exact {
		k := kernelOf(t, want.Kernel, want.Gamma)
		g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		fit, err := NewExact(context.Background(), g, golden.Y, want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		risk := fit.Risk(golden.Truth, golden.Noise)
		const tol = 2e-10 // the condition is up to 6e4; without fused multiply-adds some rounding errors are twice as large
		off := closest(t, "alpha", fit.Alpha, want.Alpha, tol)
		off = max(off, closest(t, "fitted", fit.Fitted, want.Fitted, tol))
		off = max(off, closest(t, "predicted", fit.At(model.Cross(k, z, x)), want.Predicted, tol))
		df, gcv := fit.degrees()
		off = max(off, closest(t, "figures",
			[]float64{df, gcv, fit.left(), risk.Bias, risk.Variance},
			[]float64{want.DF, want.GCV, want.LOO, want.Bias, want.Variance}, tol))
		if t.Failed() {
			t.Fatalf("%s γ = %g μ = %g", want.Kernel, want.Gamma, want.Mu)
		}
		t.Logf("%s γ = %-4g μ = %-5g largest relative difference %.1e", want.Kernel, want.Gamma, want.Mu, off)

		// The same figures from the eigenpairs of K.
		sym, err := g.Symmetric(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		ridge, err := NewRidge(eigenpairs(t, nil, sym), golden.Y).At(want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		risk = ridge.Risk(golden.Truth, golden.Noise)
		closest(t, "ridge fitted", ridge.Fitted, want.Fitted, tol)
		closest(t, "ridge figures",
			[]float64{ridge.DF, ridge.GCV, ridge.LOO, risk.Bias, risk.Variance},
			[]float64{want.DF, want.GCV, want.LOO, want.Bias, want.Variance}, tol)
	}
}

// TestExactReproducesKnownNumbers compares with independently computed numbers, for targets that are not
// centred.
func TestExactReproducesKnownNumbers(t *testing.T) {
	k := kernelOf(t, "gaussian", 0.5)
	x := mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4})
	g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	y := []float64{1, 0, -1, 2, 0.5}
	fit, err := NewExact(context.Background(), g, y, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	alpha := solved(fit.cholesky, y)
	near(t, "alpha", alpha, []float64{1.8743324524, 1.1084130425, -6.6393316925, 6.0005063236, -0.1288226643}, 1e-10)
	fitted := append([]float64(nil), y...)
	floats.AddScaled(fitted, -0.1, alpha)
	near(t, "fit", fitted, []float64{0.8125667548, -0.1108413042, -0.3360668307, 1.3999493676, 0.5128822664}, 1e-10)
	df, _ := fit.degrees()
	near(t, "d_eff", []float64{df}, []float64{3.6039183477}, 1e-10)

	// By linearity, this is the centred fit.
	ones := solved(fit.cholesky, []float64{1, 1, 1, 1, 1})
	if fit.Offset != 0.5 {
		t.Errorf("offset %v, want the mean 0.5", fit.Offset)
	}
	for i := range alpha {
		alpha[i] -= fit.Offset * ones[i]
	}
	near(t, "centred alpha", fit.Alpha, alpha, 1e-12)
}

func kernelOf(t *testing.T, name string, gamma float64) model.Kernel {
	t.Helper()
	f, known := kernel.Lookup(name)
	if !known {
		t.Fatalf("no kernel %s", name)
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func rowsOf(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		m.SetRow(i, r)
	}
	return m
}

// closest fails if the error of an entry is above tol times the sum of its absolute value and a
// thousandth of the vector's largest. It returns the largest error relative to the largest
// entry.
func closest(t *testing.T, what string, got, want []float64, tol float64) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	largest := floats.Norm(want, math.Inf(1))
	worst := 0.0
	for i, w := range want {
		off := math.Abs(got[i] - w)
		if !(off <= tol*(math.Abs(w)+largest/1000)) {
			t.Errorf("%s %d = %.15g, want %.15g (relative difference %.1e)", what, i, got[i], w, off/math.Abs(w))
		}
		worst = max(worst, off/largest)
	}
	return worst
}

// near fails if the error of an entry is above tol.
func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= tol) {
			t.Errorf("%s %d = %.15g, want %.15g", what, i, got[i], w)
		}
	}
}

// eigenpairs decomposes a block-diagonal matrix, given by groups of rows and the block of each; nil
// stands for one group of all rows. It omits eigenvalues below 1e-13 of the largest.
func eigenpairs(t *testing.T, groups [][]int, blocks ...*mat.SymDense) *model.Decomposition {
	t.Helper()
	d := &model.Decomposition{}
	for s, block := range blocks {
		var eig mat.EigenSym
		if !eig.Factorize(block, true) {
			t.Fatal("no eigendecomposition")
		}
		n := block.SymmetricDim()
		var v mat.Dense
		eig.VectorsTo(&v)
		all := eig.Values(nil)
		group := model.EigenGroup{}
		if groups != nil {
			group.Rows = groups[s]
		}
		var kept []int
		for j := n - 1; j >= 0; j-- {
			if math.Abs(all[j]) > 1e-13*math.Max(all[n-1], -all[0]) {
				kept, group.Values = append(kept, j), append(group.Values, all[j])
			}
		}
		if len(kept) > 0 {
			group.Q = mat.NewDense(n, len(kept), nil)
			for p, j := range kept {
				group.Q.SetCol(p, mat.Col(nil, j, &v))
			}
			// The features are k̃(z, X) itself, so that Back = Q.
			group.Back = group.Q
		}
		d.Groups = append(d.Groups, group)
		d.N += n
	}
	return d
}
