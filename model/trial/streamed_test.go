package trial_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// TestStreamedRegression: regressions by normal equations and by blocks equal those by eigenpairs, for one
// ridge and for several, at training and at other rows, whether the features are stored or not.
func TestStreamedRegression(t *testing.T) {
	generators, methods := synthetic.Generators(), approx.Methods()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "friedman" })]
	families := kernel.Families()
	for _, name := range []string{"nystrom", "fourier", "accumulation", "squeak", "rpcholesky", "bka"} {
		values := model.Values{"gamma": 0.2, "m": 30, "mu": 0.1, "score-ridge": 1}
		s := trial.Question{
			Draw: trial.Draw{Seed: 3, Rep: 1, N: 400, Test: 0.2}, Family: families[0],
			Assignment: trial.Assignment{}.WithAll(values),
			Method:     methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == name })],
			Learner:    trial.LearnRidge,
		}.Resolve()
		rows, err := trial.NewRows(source, s.Draw)
		if err != nil {
			t.Fatal(err)
		}
		direct, streamed := trial.New(s, rows, rows.Gram(s.Kernel), nil), trial.New(s, rows, rows.Gram(s.Kernel), nil)
		streamed.Gram.SetFactorLimit(0)
		mus := []float64{0.1, 10}
		byPairs := byEigenpairs(t, direct, mus)
		bySums := slices.Concat(learned(t, streamed, mus[:1]), learned(t, streamed, mus), learned(t, direct, mus))
		for i, got := range bySums {
			want := byPairs[[]int{0, 0, 1, 0, 1}[i]]
			if len(got.Fitted) != 400 || len(got.Predicted) != 100 {
				t.Fatalf("%s: %d fitted values and %d predictions", name, len(got.Fitted), len(got.Predicted))
			}
			size := floats.Norm(want.Fitted, math.Inf(1))
			if !floats.EqualApprox(got.Fitted, want.Fitted, 1e-9*size) ||
				!floats.EqualApprox(got.Predicted, want.Predicted, 1e-9*size) {
				t.Errorf("%s at μ = %v: other values than by eigenpairs", name, want.Mu)
			}
			sameFigures(t, name, got, want, rows.Train, 1e-9)
		}
		streamed.OnlyNew = true
		brief := learned(t, streamed, mus[:1])[0]
		if maps := name != "bka"; (brief.Fitted == nil) != maps || !slices.Equal(brief.Predicted, bySums[0].Predicted) {
			t.Errorf("%s for new rows only: %d fitted values, and predictions differ: %v", name, len(brief.Fitted),
				!slices.Equal(brief.Predicted, bySums[0].Predicted))
		}
		var singular *model.SingularError
		if none := learned(t, streamed, []float64{0})[0]; !errors.As(none.Err, &singular) && name != "bka" {
			t.Errorf("%s without a ridge: %v", name, none.Err)
		}
	}
}

// TestStreamedOnNearlyDependentColumns: with wide kernels, whose columns are nearly linearly dependent, and
// small ridges, both solutions lose the same number of digits.
func TestStreamedOnNearlyDependentColumns(t *testing.T) {
	generators, methods := synthetic.Generators(), approx.Methods()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "friedman" })]
	for _, gamma := range []float64{0.01, 0.001} {
		s := trial.Question{
			Draw: trial.Draw{Seed: 3, Rep: 1, N: 1200, Test: 0.1}, Family: kernel.Families()[0],
			Assignment: trial.Assignment{}.WithAll(model.Values{"gamma": gamma, "m": 150}),
			Method:     methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == "nystrom" })],
			Learner:    trial.LearnRidge,
		}.Resolve()
		rows, err := trial.NewRows(source, s.Draw)
		if err != nil {
			t.Fatal(err)
		}
		direct, streamed := trial.New(s, rows, rows.Gram(s.Kernel), nil), trial.New(s, rows, rows.Gram(s.Kernel), nil)
		streamed.Gram.SetFactorLimit(0)
		for _, mu := range []float64{1, 1e-3, 1e-6} {
			want := byEigenpairs(t, direct, []float64{mu})[0]
			for _, tr := range []*trial.Trial{direct, streamed} {
				got := learned(t, tr, []float64{mu})[0]
				sameFigures(t, fmt.Sprintf("γ = %v", gamma), got, want, rows.Train, 1e-12+1e-14/mu) // below eps·λ₁/μ
			}
		}
	}
}

// sameFigures compares the figures of two regressions at their training rows.
func sameFigures(t *testing.T, name string, got, want trial.Learned, rows *data.Set, tol float64) {
	t.Helper()
	var risks [2]learn.Risk
	for i, l := range []trial.Learned{got, want} {
		var err error
		if risks[i], err = l.Risk(t.Context(), rows.Truth, rows.Noise); err != nil {
			t.Fatal(err)
		}
	}
	a, b := got, want
	for what, v := range map[string][2]float64{
		"df": {a.DF, b.DF}, "GCV": {a.GCV, b.GCV}, "LOO": {a.LOO, b.LOO},
		"bias": {risks[0].Bias, risks[1].Bias}, "variance": {risks[0].Variance, risks[1].Variance},
	} {
		if !(math.Abs(v[0]-v[1]) <= tol*v[1]) {
			t.Errorf("%s at μ = %v: %s = %.15g, by eigenpairs %.15g", name, want.Mu, what, v[0], v[1])
		}
	}
}

// plain is an approximation that does not tell what it is made of: a regression on it uses eigenpairs.
type plain struct{ model.Approximation }

// byEigenpairs fits, and learns by the eigenpairs of K̃.
func byEigenpairs(t *testing.T, tr *trial.Trial, mus []float64) []trial.Learned {
	t.Helper()
	f, err := tr.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.Approx = plain{f.Approx}
	all, err := tr.Learn(t.Context(), f, mus)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// learned fits and learns, and compares the predictor of the first ridge with the predictions.
func learned(t *testing.T, tr *trial.Trial, mus []float64) []trial.Learned {
	t.Helper()
	f, err := tr.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := tr.Learn(t.Context(), f, mus)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Err == nil {
		p, offsets, err := all[0].Predictor(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		values := p.Predict(tr.Rows.Test.X).RawMatrix().Data
		floats.AddConst(offsets[0], values)
		if !floats.EqualApprox(values, all[0].Predicted, 1e-8*floats.Norm(values, math.Inf(1))) {
			t.Errorf("%s: the predictor gives other values than Learn", tr.Method.Name)
		}
	}
	return all
}

// TestRegressionBySmoother: above [model.EigenpairsLimit] rows a regression by sparse Cholesky has the values of a
// dense solution with its K̃, at training and at test rows.
func TestRegressionBySmoother(t *testing.T) {
	const n, mu = model.EigenpairsLimit + 100, 0.05
	generators, methods, families := synthetic.Generators(), approx.Methods(), kernel.Families()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "bimodal" })]
	s := trial.Question{
		Draw:       trial.Draw{Seed: 3, Rep: 1, N: n, Test: 0.02},
		Family:     families[slices.IndexFunc(families, func(f kernel.Family) bool { return f.Name == "matern32" })],
		Assignment: trial.Assignment{}.WithAll(model.Values{"gamma": 20, "m": 12}),
		Method:     methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == "sparse-cholesky" })],
		Learner:    trial.LearnRidge,
	}.Resolve()
	rows, err := trial.NewRows(source, s.Draw)
	if err != nil {
		t.Fatal(err)
	}
	tr := trial.New(s, rows, rows.Gram(s.Kernel), nil)
	got := learned(t, tr, []float64{mu})[0]
	fit, err := tr.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k := mat.NewDense(n, n, nil)
	fit.Approx.Block(k, nil, nil)
	y := slices.Clone(rows.Train.Y)
	mean := floats.Sum(y) / n
	floats.AddConst(-mean, y)
	var factor mat.Cholesky
	if !factor.Factorize(linalg.AddRidge(linalg.Symmetric(k), mu)) {
		t.Fatal("not positive definite")
	}
	var alpha mat.VecDense
	if err := factor.SolveVecTo(&alpha, mat.NewVecDense(n, y)); err != nil {
		t.Fatal(err)
	}
	extension, err := fit.Approx.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var predicted mat.VecDense
	predicted.MulVec(extension.Features(rows.Test.X), &alpha)
	for i, v := range got.Fitted {
		if want := mean + y[i] - mu*alpha.AtVec(i); !(math.Abs(v-want) < 1e-6) {
			t.Fatalf("fitted value %d: %v, want %v", i, v, want)
		}
	}
	for i, v := range got.Predicted {
		if want := mean + predicted.AtVec(i); !(math.Abs(v-want) < 1e-6) {
			t.Fatalf("prediction %d: %v, want %v", i, v, want)
		}
	}
	if len(got.Fitted) != n || len(got.Predicted) < 40 {
		t.Errorf("%d fitted values and %d predictions", len(got.Fitted), len(got.Predicted))
	}
}
