package approx

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// TestNystromRidgeEqualsScikitLearn: Nyström on the landmarks that sklearn's
// Nystroem drew, then ridge regression, against its features under Ridge and
// RidgeCV (testdata/model/golden_krr.py).
func TestNystromRidgeEqualsScikitLearn(t *testing.T) {
	raw, err := os.ReadFile("../testdata/model/golden_krr.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X, Z     [][]float64
		Y, Truth []float64
		Noise    float64
		Nystrom  []struct {
			Kernel                       string
			Gamma, Mu                    float64
			Landmarks                    []int
			CoreCondition                float64 `json:"core_condition"`
			Fitted, Predicted            []float64
			DF, GCV, LOO, Bias, Variance float64
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Nystrom) != 18 {
		t.Fatalf("%d golden fits, want 18", len(golden.Nystrom))
	}
	x, z := rows(golden.X), rows(golden.Z)
	for _, want := range golden.Nystrom {
		a, err := nystromOn(context.Background(), gramOf(t, x, want.Kernel, want.Gamma), want.Landmarks, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		fit, predicted := regress(t, a, golden.Y, want.Mu, z)
		risk := fit.Risk(golden.Truth, golden.Noise)
		what := fmt.Sprintf("γ = %g, m = %d, μ = %g, core's condition %.0e", want.Gamma, len(want.Landmarks), want.Mu,
			want.CoreCondition)
		off := differ(t, what+": fitted", fit.Fitted, want.Fitted, 1e-8)
		off = max(off, differ(t, what+": predicted", predicted, want.Predicted, 1e-8))
		for _, c := range [][2]float64{{fit.DF, want.DF}, {fit.GCV, want.GCV}, {fit.LOO, want.LOO}, {risk.Bias, want.Bias},
			{risk.Variance, want.Variance}} {
			off = max(off, differ(t, what+": DF, GCV, LOO, bias or variance", c[:1], c[1:], 1e-8))
		}
		t.Logf("%s: largest relative difference %.1e", what, off)
	}
}

// TestSketchedRidgeEqualsItsOwnSystem compares with the estimator of the accumulation paper, (3):
// θ = (SᵀK²S + μSᵀKS)⁻¹SᵀKy, f(z) = k(z, X)·Sθ.
func TestSketchedRidgeEqualsItsOwnSystem(t *testing.T) {
	const n, m = 60, 9
	x, z := normal(n, 2, seeded(1)), normal(12, 2, seeded(2))
	y := normal(n, 1, seeded(3)).RawMatrix().Data
	mean := floats.Sum(y) / n
	centred := append([]float64(nil), y...)
	floats.AddConst(-mean, centred)
	for _, accum := range []int{1, 3, 20} {
		g := gramOf(t, x, "gaussian", 2)
		a, err := (&Accumulation{M: m, Accum: accum}).Fit(context.Background(), g, seeded(7))
		if err != nil {
			t.Fatal(err)
		}
		s := a.Sketch()
		k, _ := whole(g, a)
		for _, mu := range []float64{1e-2, 1, 50} {
			var ks, left, core mat.Dense
			ks.Mul(k, s)
			left.Mul(ks.T(), &ks)
			core.Mul(s.T(), &ks)
			core.Scale(mu, &core)
			left.Add(&left, &core)
			var right, theta, fitted, weights, values mat.VecDense
			right.MulVec(ks.T(), mat.NewVecDense(n, centred))
			if err := theta.SolveVec(&left, &right); err != nil {
				t.Fatal(err)
			}
			fitted.MulVec(&ks, &theta)
			weights.MulVec(s, &theta)
			values.MulVec(model.Cross(g.Kernel(), z, x), &weights)
			fit, predicted := regress(t, a, y, mu, z)
			floats.AddConst(mean, fitted.RawVector().Data)
			floats.AddConst(mean, values.RawVector().Data)
			what := fmt.Sprintf("a = %d, μ = %g", accum, mu)
			differ(t, what+": fitted", fit.Fitted, fitted.RawVector().Data, 1e-9)
			differ(t, what+": predicted", predicted, values.RawVector().Data, 1e-9)
		}
	}
}

// TestSketchedRidgeReproducesKnownNumbers compares with independently computed numbers, for targets that are
// not centred.
func TestSketchedRidgeReproducesKnownNumbers(t *testing.T) {
	const mu = 0.1
	x := mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4})
	a, err := nystromOn(context.Background(), gramOf(t, x, "gaussian", 0.5), []int{0, 2}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	extender := a
	d, err := extender.Decompose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := d.Project([]float64{1, 0, -1, 2, 0.5})
	ones := d.Project([]float64{1, 1, 1, 1, 1})
	kept := make([]float64, len(c))
	for j, v := range d.Values() {
		c[j] /= v + mu
		kept[j] = v * c[j]
		ones[j] *= v / (v + mu)
	}
	fitted := d.Expand(kept)
	want := []float64{0.2934652324, 0.3649408594, 0.3750250499, 0.2609263586, 0.0080292781}
	differ(t, "fit", fitted, want, 1e-8) // ten decimals are given
	w := d.Weights(c)
	extension, err := extender.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	part := extension.Predictor(mat.NewDense(len(w), 1, w)).Parts[0]
	theta := map[float64]float64{0: 0.1623220501, 1.3: 0.3052984189}
	for j := range 2 {
		at := part.Landmarks.At(j, 0)
		differ(t, fmt.Sprintf("θ of the landmark at %g", at), []float64{part.Weights.At(j, 0)}, []float64{theta[at]}, 1e-9)
	}

	// By linearity, what the centred fit must be.
	fit, _ := regress(t, extender, []float64{1, 0, -1, 2, 0.5}, mu, x)
	floats.AddScaled(fitted, -0.5, d.Expand(ones))
	floats.AddConst(0.5, fitted)
	differ(t, "centred fit", fit.Fitted, fitted, 1e-12)
}

// regress is the fit at μ and its values at the rows of z, which come out the
// same by coordinates and by a predictor.
func regress(t *testing.T, a model.Approximation, y []float64, mu float64, z *mat.Dense) (fit *learn.Fit,
	predicted []float64) {
	t.Helper()
	d, err := a.Decompose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	extension, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ridge := learn.NewRidge(d, y)
	fit, err = ridge.At(mu)
	if err != nil {
		t.Fatal(err)
	}
	predicted = fit.At(d.Coordinates(extension.Features(z)))
	w := d.Weights(fit.Coefficients)
	again := extension.Predictor(mat.NewDense(len(w), 1, w)).Predict(z).RawMatrix().Data
	floats.AddConst(ridge.Offset, again)
	differ(t, "by a predictor", again, predicted, 1e-8)
	return fit, predicted
}

// differ fails where an entry is off by more than tol of its own size plus of a
// thousandth of the vector's largest, and returns the largest difference
// relative to the largest entry.
func differ(t *testing.T, what string, got, want []float64, tol float64) float64 {
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
