package trial

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
)

// TestExactRegressionIsWithK: the method exact has the costs of all of K and no K̃. At each ridge it is the
// regression with K, also after a ridge at which K+μI is singular, with and without test rows.
func TestExactRegressionIsWithK(t *testing.T) {
	const n = 40
	for _, test := range []bool{true, false} {
		rows := twice(t, n, test)
		tr := trialOn(t, rows, Exact, SolverDirect, nil)
		f := fitted(t, tr)
		if f.Rank != n || f.Bytes != 8*n*n || f.Entries != n*n || f.Approx != nil {
			t.Errorf("rank %d, %d bytes, %d entries, K̃ %v; want those of K: %d, %d, %d, none", f.Rank, f.Bytes, f.Entries,
				f.Approx, n, 8*n*n, n*n)
		}
		if err := tr.Decompose(t.Context(), f); err != nil || f.decomposition != nil {
			t.Errorf("eigenpairs of K, %v, and the regression needs none", err)
		}
		all, err := tr.Learn(t.Context(), f, []float64{0, 0.1, 10})
		if err != nil {
			t.Fatal(err)
		}
		var singular *model.SingularError
		if none := all[0]; !errors.As(none.Err, &singular) || none.Predicted != nil || none.Mu != 0 {
			t.Errorf("μ = 0 with two equal rows: %v, want a SingularError", none.Err)
		}
		if f.Seconds <= 0 {
			t.Error("no time was taken")
		}
		if l, err := tr.LearnOnLandmarks(t.Context(), f, 0.1); err == nil {
			t.Errorf("%v on landmarks of K", l)
		}
		for i, mu := range []float64{0.1, 10} {
			checkWithK(t, tr, f, all[i+1], mu, 1e-10)
		}
	}
}

// TestPreconditioned: conjugate gradients and sketch-and-project find the regression with K, whatever K̃.
func TestPreconditioned(t *testing.T) {
	for _, test := range []bool{true, false} {
		tr := trialOn(t, twice(t, 40, test), "nystrom", SolverPCG, model.Values{"m": 15, "tolerance": 1e-12})
		f := fitted(t, tr)
		all, err := tr.Learn(t.Context(), f, []float64{0, 0.1, 10})
		if err != nil {
			t.Fatal(err)
		}
		var singular *model.SingularError
		if none := all[0]; !errors.As(none.Err, &singular) || none.Predicted != nil || none.Fitted != nil ||
			none.Iterations != 0 {
			t.Errorf("μ = 0: %v, want a SingularError", none.Err)
		}
		for i, mu := range []float64{0.1, 10} {
			l := all[i+1]
			checkWithK(t, tr, f, l, mu, 1e-9)
			fitted, _ := regressed(t, gaussian(tr.Rows.Train.X, tr.Rows.Train.X), gaussian(tr.Rows.Train.X, tr.Rows.Train.X),
				tr.Rows.Train.Y, mu)
			if !near(l.Fitted, fitted, 1e-9) {
				t.Errorf("μ = %v: other values at the training rows than with K", mu)
			}
			if l.Iterations < 1 || !(l.Residual <= 1e-12) {
				t.Errorf("μ = %v: %v iterations to a residual of %v, want 1e-12 at most", mu, l.Iterations, l.Residual)
			}
		}
	}
}

// checkWithK compares a regression at test rows, if there are any, and its predictor at training rows
// with the regression with K.
func checkWithK(t *testing.T, tr *Trial, f *Fit, l Learned, mu, tolerance float64) {
	t.Helper()
	train, test := tr.Rows.Train, tr.Rows.Test
	k, cross := gaussian(train.X, train.X), gaussian(train.X, train.X)
	if test != nil {
		cross = gaussian(test.X, train.X)
	}
	fitted, predicted := regressed(t, k, cross, train.Y, mu)
	if l.Err != nil || l.Mu != mu {
		t.Fatalf("μ = %v: %v at μ = %v", mu, l.Err, l.Mu)
	}
	p, offsets, err := l.Predictor(t.Context(), f)
	if err != nil || p.Outputs != 1 {
		t.Fatal(err)
	}
	values := p.Predict(train.X).RawMatrix().Data
	floats.AddConst(offsets[0], values)
	if !near(values, fitted, tolerance) {
		t.Errorf("μ = %v: the predictor gives other values at the training rows than K", mu)
	}
	s := l.Score
	if test == nil {
		if l.Predicted != nil || !math.IsNaN(s.RMSE) || !math.IsNaN(s.R2) {
			t.Errorf("μ = %v: predictions of no rows, %+v", mu, s)
		}
		return
	}
	if !near(l.Predicted, predicted, tolerance) {
		t.Errorf("μ = %v: other predictions than with K", mu)
	}
	rmse, r2 := scored(predicted, test.Y)
	if math.Abs(s.RMSE-rmse) > 1e-6*rmse || math.Abs(s.R2-r2) > 1e-6 || !math.IsNaN(s.Accuracy) || !math.IsNaN(s.LogLoss) {
		t.Errorf("μ = %v: %+v, want RMSE %v and R² %v", mu, s, rmse, r2)
	}
}

// TestExactIsNoMethod: a fit of the method exact as an approximation of K is an error.
func TestExactIsNoMethod(t *testing.T) {
	m := ExactMethod(70)
	if _, err := m.New().Fit(t.Context(), nil, nil); err == nil || !strings.Contains(err.Error(), "no approximation") ||
		m.New().Params() != nil {
		t.Errorf("%v, want an error", err)
	}
	k := trialOn(t, twice(t, 10, false), Exact, "", nil).Kernel.Function()
	if why := m.Unmet(nil, k, 71, 0, 0); !strings.Contains(why, "up to 70") {
		t.Errorf("71 rows of 70: %q", why)
	}
}
