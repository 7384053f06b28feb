package trial

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
)

// TestRidgesShareAForm: several ridges are solved as one is, bit for bit. A ridge at which K̃+μI is singular does not
// affect the others.
func TestRidgesShareAForm(t *testing.T) {
	for _, method := range []string{"bka", "nystrom"} {
		tr := trialOn(t, twice(t, 60, true), method, "", model.Values{"m": 12})
		tr.Gram.SetFactorLimit(0)
		f := fitted(t, tr)
		one, err := tr.Learn(t.Context(), f, []float64{0.1})
		if err != nil {
			t.Fatal(err)
		}
		two, err := tr.Learn(t.Context(), f, []float64{0, 0.1})
		if err != nil {
			t.Fatal(err)
		}
		var singular *model.SingularError
		if none := two[0]; !errors.As(none.Err, &singular) || none.Mu != 0 || none.Predicted != nil || one[0].Err != nil ||
			two[1].Mu != 0.1 {
			t.Errorf("%s at μ = 0: %v, want a SingularError", method, none.Err)
		}
		fitted, predicted := regressed(t, approximated(f, tr), approximated(f, tr), tr.Rows.Train.Y, 0.1)
		if !near(one[0].Fitted, fitted, 1e-8) || !near(two[1].Fitted, predicted, 1e-8) {
			t.Errorf("%s: other values than the regression on K̃", method)
		}
		if !slices.Equal(one[0].Fitted, two[1].Fitted) || !slices.Equal(one[0].Predicted, two[1].Predicted) {
			t.Errorf("%s: one ridge has other values than beside another", method)
		}
	}
}

// TestBlocksPredictWithoutFeatures: the extension predicts what features of the test rows would.
func TestBlocksPredictWithoutFeatures(t *testing.T) {
	tr := trialOn(t, twice(t, 60, true), "bka", "", model.Values{"m": 12})
	f := fitted(t, tr)
	mus := []float64{0.1, 1}
	computed, err := tr.Learn(t.Context(), f, mus)
	if err != nil {
		t.Fatal(err)
	}
	e, err := f.Approx.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, mu := range mus {
		fit, err := f.decomposition.(diagonalBlocks).At(t.Context(), mu)
		if err != nil {
			t.Fatal(err)
		}
		if want := fit.At(e.Features(tr.Rows.Test.X)); !near(computed[i].Predicted, want, 1e-12) {
			t.Errorf("ridge %d: %v, and with features %v", i, computed[i].Predicted, want)
		}
	}
}

// approximated returns K̃, entry by entry.
func approximated(f *Fit, tr *Trial) *mat.Dense {
	k := mat.NewDense(tr.Gram.N(), tr.Gram.N(), nil)
	f.Approx.Block(k, nil, nil)
	return k
}

// plain is an approximation that does not tell what it is made of: a regression on it uses eigenpairs.
type plain struct{ model.Approximation }

// TestRisksAreOfTheirTruth: Risk computes the bias about the given truth, whether it is that of the data
// or another, also with normal equations.
func TestRisksAreOfTheirTruth(t *testing.T) {
	tr := trialOn(t, twice(t, 60, false), "nystrom", "", model.Values{"m": 12})
	truth := tr.Rows.Train.Truth
	other := make([]float64, len(truth))
	floats.AddScaled(other, 2, truth)
	f := fitted(t, tr)
	streamed, err := tr.Learn(t.Context(), f, []float64{0.1})
	if err != nil {
		t.Fatal(err)
	}
	hidden := fitted(t, tr)
	hidden.Approx = plain{hidden.Approx}
	pairs, err := tr.Learn(t.Context(), hidden, []float64{0.1})
	if err != nil {
		t.Fatal(err)
	}
	for name, z := range map[string][]float64{"own": truth, "other": other} {
		_, smoother := regressed(t, approximated(f, tr), approximated(f, tr), z, 0.1) // H(z−z̄)+z̄
		bias := learn.MeanSquare(smoother, z)
		for _, l := range []Learned{streamed[0], pairs[0]} {
			risk, err := l.Risk(t.Context(), z, 0.5)
			if err != nil || math.Abs(risk.Bias-bias) > 1e-8*bias || !(risk.Variance > 0) {
				t.Errorf("%s truth: %+v, %v, want the bias %v", name, risk, err, bias)
			}
		}
	}
	tr.Rows.Train.Truth = nil
	unknown, err := tr.Learn(t.Context(), fitted(t, tr), []float64{0.1})
	if err != nil {
		t.Fatal(err)
	}
	a, errA := unknown[0].Risk(t.Context(), truth, 0.5)
	b, errB := streamed[0].Risk(t.Context(), truth, 0.5)
	if errA != nil || errB != nil || math.Abs(a.Total()-b.Total()) > 1e-9*b.Total() {
		t.Errorf("%+v and %+v about a truth that is not of the data and one that is, %v, %v", a, b, errA, errB)
	}
}

// TestClassification: the scores of a classification follow from its decisions and, if it has them, its
// probabilities. Targets with too many values are refused.
func TestClassification(t *testing.T) {
	for _, learner := range []string{LearnLogistic, LearnSVM} {
		for _, test := range []bool{true, false} {
			rows := twice(t, 60, test)
			classify(rows.Train.Y)
			if test {
				classify(rows.Test.Y)
			}
			tr := trialOn(t, rows, "nystrom", "", model.Values{"m": 12})
			tr.Learner = learner
			f := fitted(t, tr)
			all, err := tr.Learn(t.Context(), f, []float64{0.1, 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range all {
				checkClasses(t, tr, f, l)
			}
			for i := range rows.Train.Y {
				rows.Train.Y[i] = float64(i)
			}
			var wrong *data.Error
			if _, err := tr.Learn(t.Context(), fitted(t, tr), []float64{0.1}); !errors.As(err, &wrong) ||
				!strings.Contains(err.Error(), "distinct values") {
				t.Errorf("%s of 60 values: %v", learner, err)
			}
		}
	}
}

// TestLogisticOnFeatures: logistic regression on the features of a map predicts the same as on the
// eigenpairs of K̃.
func TestLogisticOnFeatures(t *testing.T) {
	rows := twice(t, 60, true)
	classify(rows.Train.Y)
	classify(rows.Test.Y)
	for _, method := range []string{"nystrom", "fourier"} {
		var all [2]*mat.Dense
		for i, limit := range []int64{1 << 20, 0} {
			tr := trialOn(t, rows, method, "", model.Values{"m": 12})
			tr.Learner = LearnLogistic
			tr.Gram.SetFactorLimit(limit)
			f := fitted(t, tr)
			learned, err := tr.Learn(t.Context(), f, []float64{0.1})
			if err != nil {
				t.Fatal(err)
			}
			if _, direct := f.decomposition.(mapClasses); direct != (limit > 0) {
				t.Fatalf("%s, limit %d: %T", method, limit, f.decomposition)
			}
			p, offsets, err := learned[0].Predictor(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			all[i] = p.Predict(rows.Test.X)
			for r := range rows.Test.Y {
				floats.Add(all[i].RawRowView(r), offsets)
			}
		}
		if !mat.EqualApprox(all[0], all[1], 1e-7) {
			t.Errorf("%s: other values on features than on eigenpairs", method)
		}
	}
}

// TestSearchesKeepFailures: of a search's ridges one fails, at which more features than rows are singular.
func TestSearchesKeepFailures(t *testing.T) {
	rows := twice(t, 60, true)
	classify(rows.Train.Y)
	classify(rows.Test.Y)
	tr := trialOn(t, rows, "fourier", "", model.Values{"m": 200})
	tr.Learner, tr.Searches = LearnLogistic, true
	mus := []float64{1e-300, 0.1}
	learned, err := tr.Learn(t.Context(), fitted(t, tr), mus)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range learned {
		singular := (*model.SingularError)(nil)
		if failed := errors.As(l.Err, &singular); failed != (i == 0) || l.Mu != mus[i] || (l.Score.LogLoss > 0) == failed {
			t.Errorf("at μ = %v: μ = %v, %v, scores %+v", mus[i], l.Mu, l.Err, l.Score)
		}
	}
}

// classify replaces numbers by three classes, 2, 4 and 8.
func classify(y []float64) {
	for i, v := range y {
		y[i] = 2
		if v > 13 {
			y[i] = 4
		}
		if v > 16 {
			y[i] = 8
		}
	}
}

// checkClasses compares the scores with the decisions of the predictor, which has one output for each
// class.
func checkClasses(t *testing.T, tr *Trial, f *Fit, l Learned) {
	t.Helper()
	s := l.Score
	p, offsets, err := l.Predictor(t.Context(), f)
	if err != nil || l.Err != nil {
		t.Fatal(err, l.Err)
	}
	if len(offsets) != p.Outputs || p.Outputs < 2 {
		t.Errorf("%d outputs with %d offsets", p.Outputs, len(offsets))
	}
	if tr.Rows.Test == nil {
		if !math.IsNaN(s.Accuracy) || !math.IsNaN(s.LogLoss) || !math.IsNaN(s.RMSE) {
			t.Errorf("%+v of no rows", s)
		}
		return
	}
	values := p.Predict(tr.Rows.Test.X)
	for i := range tr.Rows.Test.Y {
		floats.Add(values.RawRowView(i), offsets)
	}
	right := 0
	for i, class := range (&learn.Classifier{Learner: tr.Learner, Count: 3, Classes: l.Classes}).Decide(values) {
		if []float64{2, 4, 8}[class] == tr.Rows.Test.Y[i] {
			right++
		}
	}
	if want := float64(right) / float64(len(tr.Rows.Test.Y)); s.Accuracy != want || want < 0.4 {
		t.Errorf("%s: accuracy %v, the predictor's decisions have %v", tr.Learner, s.Accuracy, want)
	}
	if (s.LogLoss > 0) != (tr.Learner == LearnLogistic) || !math.IsNaN(s.RMSE) {
		t.Errorf("%s: %+v; the log loss is of chances", tr.Learner, s)
	}
}

// TestVanishingApproximation: with K̃ = 0, which has no eigenpairs, a regression predicts the mean and a
// classification the largest class.
func TestVanishingApproximation(t *testing.T) {
	rows := twice(t, 20, true)
	tr := trialOn(t, rows, "nystrom", "", nil)
	nothing := &model.Decomposition{N: 20, Groups: []model.EigenGroup{{}}}
	f := &Fit{Approx: vanishing{pairs: nothing, kernel: tr.Gram.Kernel()}}
	all, err := tr.Learn(t.Context(), f, []float64{0.1})
	if err != nil {
		t.Fatal(err)
	}
	mean := floats.Sum(rows.Train.Y) / 20
	if l := all[0]; !near(l.Predicted, slices.Repeat([]float64{mean}, len(rows.Test.Y)), 1e-12) {
		t.Errorf("%v, want the mean %v of the training rows", l.Predicted, mean)
	}
	p, offsets, err := all[0].Predictor(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if v := p.Predict(rows.Test.X); mat.Norm(v, 2) != 0 || !near(offsets, []float64{mean}, 1e-12) {
		t.Errorf("the predictor gives %v, and %v on top", v.RawMatrix().Data, offsets)
	}
}

// vanishing is K̃ = 0.
type vanishing struct {
	model.Approximation
	pairs  *model.Decomposition
	kernel model.Kernel
}

func (a vanishing) Rank() int                                               { return 0 }
func (a vanishing) Decompose(context.Context) (*model.Decomposition, error) { return a.pairs, nil }
func (a vanishing) Extension(context.Context) (*model.Extension, error) {
	return &model.Extension{Kernel: a.kernel, Parts: []model.Part{{}}}, nil
}
