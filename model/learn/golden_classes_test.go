package learn

import (
	"context"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// goldenClasses has results of NumPy and scikit-learn, computed by testdata/model/golden_classes.py.
type goldenClasses struct {
	Binary, Separable goldenLabels
	Three, Digits     goldenMany
	Moons             struct {
		Train       int
		Frequencies [][]float64
		Fits        []goldenScores
	}
	Ijcnn1 struct {
		Gamma     float64
		Landmarks int
		Train     []int
		Fits      []goldenScores
	}
	Falkon struct {
		X         [][]float64
		Y         []float64
		Gamma     float64
		Landmarks []int
		Fits      []struct {
			Mu            float64
			Alpha, Fitted []float64
		}
	}
	Losses struct {
		Probabilities [][]float64
		Truth         []int
		LogLoss       float64 `json:"log_loss"`
	}
}

// goldenLabels are rows with labels ±1, and predictions for new rows.
type goldenLabels struct {
	Features, New [][]float64
	Labels        []float64
	Fits          []struct {
		Mu            float64
		Logistic, SVM []float64 // the bias last
		Probability   []float64 // of label 1
		Values        []float64 // by the SVM
		Hinge         float64   // the SVM's objective
	}
}

// goldenMany are rows of more than two classes, and predictions for new rows.
type goldenMany struct {
	Features, New [][]float64
	Labels        []int
	NewLabels     []int `json:"new_labels"`
	Fits          []struct {
		Mu                      float64
		Logistic, Probabilities [][]float64
		Classes, SVM            []int
		LogLoss                 float64 `json:"log_loss"`
	}
}

// goldenScores are the accuracies on test rows.
type goldenScores struct {
	Mu, Logistic, SVM, Hinge float64
	LogLoss                  float64 `json:"log_loss"`
}

func loadClasses(t *testing.T) goldenClasses {
	t.Helper()
	var golden goldenClasses
	readGolden(t, "golden_classes.json", &golden)
	return golden
}

func newRNG() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }

// TestFalkonAgainstNumPy compares with least squares on [K_nM; √μ·K_MM^½].
func TestFalkonAgainstNumPy(t *testing.T) {
	golden := loadClasses(t).Falkon
	g := gramOf(t, rowsOf(golden.X), "gaussian", golden.Gamma)
	if len(golden.Fits) != 4 {
		t.Fatalf("%d golden fits", len(golden.Fits))
	}
	for _, want := range golden.Fits {
		alpha, info, err := Falkon(context.Background(), g, golden.Landmarks, golden.Y, want.Mu, Options{})
		if err != nil {
			t.Fatal(err)
		}
		fitted := distance(times(columnsOf(g.View(), golden.Landmarks), alpha), want.Fitted)
		t.Logf("μ = %g: %d iterations, fitted values off by %.1e, α by %.1e", want.Mu, info.Iterations, fitted,
			distance(alpha, want.Alpha))
		if !(fitted < 1e-7) || !(distance(alpha, want.Alpha) < 1e-5) {
			t.Errorf("μ = %g: fitted values off by %.1e, α by %.1e", want.Mu, fitted, distance(alpha, want.Alpha))
		}
	}
}

// TestLogisticAgainstScikitLearn compares coefficients with LogisticRegression's,
// C = 1/μ, on noisy labels and on separable ones.
func TestLogisticAgainstScikitLearn(t *testing.T) {
	golden := loadClasses(t)
	for name, data := range map[string]goldenLabels{"binary": golden.Binary, "separable": golden.Separable} {
		if len(data.Fits) < 2 {
			t.Fatalf("%s: %d golden fits", name, len(data.Fits))
		}
		for _, want := range data.Fits {
			l, err := Logistic(context.Background(), rowsOf(data.Features), data.Labels, want.Mu)
			if err != nil {
				t.Fatal(err)
			}
			off := distance(append(slices.Clone(l.W), l.Bias), want.Logistic)
			t.Logf("%s μ = %g: %d steps, gap %.1e, coefficients off by %.1e", name, want.Mu, l.Iterations, l.Gap, off)
			if !(off < 1e-7) || l.Warnings != nil {
				t.Errorf("%s μ = %g: coefficients off by %.1e (%v)", name, want.Mu, off, l.Warnings)
			}
			p := l.Values(rowsOf(data.New))
			for i, f := range p {
				p[i] = sigmoid(f)
			}
			near(t, "probability", p, want.Probability, 1e-7)
		}
	}
}

// TestSVMAgainstScikitLearn compares objectives and values with those of
// LinearSVC(loss="hinge", C=1/μ).
func TestSVMAgainstScikitLearn(t *testing.T) {
	golden := loadClasses(t)
	for name, data := range map[string]goldenLabels{"binary": golden.Binary, "separable": golden.Separable} {
		for _, want := range data.Fits {
			l, err := SVM(context.Background(), rowsOf(data.Features), data.Labels, want.Mu, newRNG(), 1)
			if err != nil {
				t.Fatal(err)
			}
			above := (l.Objective - want.Hinge) / want.Hinge
			// Both are above the minimum, ours by the gap at most.
			t.Logf("%s μ = %g: %d passes, gap %.1e, objective above LinearSVC's by %.1e of it", name, want.Mu, l.Iterations,
				l.Gap, above)
			if !(above <= l.Gap+1e-12) || !(l.Gap <= 1e-3) || !(above > -1e-9) {
				t.Errorf("%s μ = %g: objective %v, LinearSVC has %v; gap %.1e", name, want.Mu, l.Objective, want.Hinge, l.Gap)
			}
			different := 0
			for i, f := range l.Values(rowsOf(data.New)) {
				if (f > 0) != (want.Values[i] > 0) {
					different++
					if !(math.Abs(want.Values[i]) < 0.05) {
						t.Errorf("%s μ = %g: value %d is %v, LinearSVC has %v", name, want.Mu, i, f, want.Values[i])
					}
				}
			}
			if different > 1 {
				t.Errorf("%s μ = %g: %d labels differ", name, want.Mu, different)
			}
		}
	}
}

// TestSoftmaxAgainstScikitLearn compares multinomial regressions of three classes, and of ten of which one has a single
// row, with the minimum by SciPy, which LogisticRegression confirms.
func TestSoftmaxAgainstScikitLearn(t *testing.T) {
	all := loadClasses(t)
	for k, golden := range map[int]goldenMany{3: all.Three, 10: all.Digits} {
		phi, z := rowsOf(golden.Features), rowsOf(golden.New)
		if len(golden.Fits) != 3 {
			t.Fatalf("%d golden fits", len(golden.Fits))
		}
		for _, want := range golden.Fits {
			c, err := Classify(t.Context(), LearnerLogistic, phi, golden.Labels, k, want.Mu, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Models) != k || c.Warnings() != nil {
				t.Fatalf("%d functions, warnings %v", len(c.Models), c.Warnings())
			}
			for class, l := range c.Models {
				if off := distance(append(slices.Clone(l.W), l.Bias), want.Logistic[class]); !(off < 1e-7) {
					t.Errorf("%d classes, μ = %g: coefficients of class %d off by %.1e", k, want.Mu, class, off)
				}
			}
			p := c.Chances(c.Values(z))
			for i, row := range want.Probabilities {
				near(t, "probability", p.RawRowView(i), row, 1e-8)
			}
			near(t, "log loss", []float64{LogLoss(p, golden.NewLabels)}, []float64{want.LogLoss}, 1e-8)
		}
	}
}

// TestThreeClassesAgainstScikitLearn compares the classes of three with those of LogisticRegression and LinearSVC.
func TestThreeClassesAgainstScikitLearn(t *testing.T) {
	ctx := context.Background()
	golden := loadClasses(t).Three
	phi, z := rowsOf(golden.Features), rowsOf(golden.New)
	for _, want := range golden.Fits {
		c, err := Classify(ctx, LearnerLogistic, phi, golden.Labels, 3, want.Mu, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := Accuracy(c.Decide(c.Values(z)), want.Classes); a != 1 {
			t.Errorf("μ = %g: classes agree with LogisticRegression's for %v of the rows", want.Mu, a)
		}
		s, err := Classify(ctx, LearnerSVM, phi, golden.Labels, 3, want.Mu, newRNG())
		if err != nil {
			t.Fatal(err)
		}
		if a := Accuracy(s.Decide(s.Values(z)), want.SVM); a < 0.98 { // one of 60 rows may differ
			t.Errorf("μ = %g: classes agree with LinearSVC's for %v of the rows", want.Mu, a)
		}
		if s.Chances(s.Values(z)) != nil {
			t.Error("an SVM has probabilities")
		}
	}
	losses := loadClasses(t).Losses
	near(t, "log loss", []float64{LogLoss(rowsOf(losses.Probabilities), losses.Truth)}, []float64{losses.LogLoss}, 1e-10)
}

// compareScores fits both learners to the first rows. The accuracy on the others must be within half a point
// of scikit-learn's on the same features.
func compareScores(t *testing.T, phi *mat.Dense, classes []int, train int, fits []goldenScores) {
	t.Helper()
	ctx := context.Background()
	n, q := phi.Dims()
	inside, outside := phi.Slice(0, train, 0, q).(*mat.Dense), phi.Slice(train, n, 0, q).(*mat.Dense)
	for _, want := range fits {
		l, err := Classify(ctx, LearnerLogistic, inside, classes[:train], 2, want.Mu, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Classify(ctx, LearnerSVM, inside, classes[:train], 2, want.Mu, newRNG())
		if err != nil {
			t.Fatal(err)
		}
		logistic, svm := Accuracy(l.Decide(l.Values(outside)), classes[train:]),
			Accuracy(s.Decide(s.Values(outside)), classes[train:])
		loss := LogLoss(l.Chances(l.Values(outside)), classes[train:])
		t.Logf("μ = %-5g logistic %.4f (scikit-learn %.4f), log loss %.6f (%.6f), SVM %.4f (%.4f), objective %.6g (%.6g)",
			want.Mu, logistic, want.Logistic, loss, want.LogLoss, svm, want.SVM, s.Models[0].Objective, want.Hinge)
		if !(math.Abs(logistic-want.Logistic) <= 0.005) || !(math.Abs(svm-want.SVM) <= 0.005) {
			t.Errorf("μ = %g: accuracy %v and %v, scikit-learn has %v and %v", want.Mu, logistic, svm, want.Logistic, want.SVM)
		}
		if !(math.Abs(loss-want.LogLoss) <= 1e-6) || !(math.Abs(s.Models[0].Objective-want.Hinge) <= 1e-3*want.Hinge) {
			t.Errorf("μ = %g: log loss %v, scikit-learn has %v; objective %v, LinearSVC has %v", want.Mu, loss, want.LogLoss,
				s.Models[0].Objective, want.Hinge)
		}
	}
}

// TestMoonsAgainstScikitLearn compares scores on random Fourier features of two half moons.
func TestMoonsAgainstScikitLearn(t *testing.T) {
	golden := loadClasses(t).Moons
	f, err := os.Open("../../testdata/model/moons.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(len(lines)-1, 2, nil)
	classes := make([]int, len(lines)-1)
	for i, cells := range lines[1:] {
		x.SetRow(i, []float64{number(t, cells[0]), number(t, cells[1])})
		classes[i] = int(number(t, cells[2]))
	}
	features := mat.NewDense(len(classes), 2*len(golden.Frequencies), nil)
	model.Part{Frequencies: rowsOf(golden.Frequencies)}.RandomTo(features, x, kernel.Gaussian{})
	compareScores(t, features, classes, golden.Train, golden.Fits)
}
