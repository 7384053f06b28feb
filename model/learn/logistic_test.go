package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// labelled returns n rows of q features of decreasing size, and labels ±1 that depend on them and on noise.
func labelled(n, q int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 6))
	phi, y := mat.NewDense(n, q, nil), make([]float64, n)
	for i := range n {
		sum := 0.3
		for j := range q {
			v := rng.NormFloat64() * math.Pow(0.7, float64(j))
			phi.Set(i, j, v)
			sum += v * float64(1-2*(j%2))
		}
		y[i] = math.Copysign(1, sum+0.5*rng.NormFloat64())
	}
	return phi, y
}

// Logistic fits two classes, of which the second has the label 1.
func Logistic(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	classes := make([]int, len(y))
	for i, label := range y {
		if label > 0 {
			classes[i] = 1
		}
	}
	c, err := Classify(ctx, LearnerLogistic, phi, classes, 2, mu, nil)
	if err != nil {
		return nil, err
	}
	return c.Models[0], nil
}

func sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// logisticGradient returns the gradient of the objective; its last entry is the derivative by the bias.
func logisticGradient(phi *mat.Dense, y []float64, mu float64, l *Linear) []float64 {
	q := len(l.W)
	gradient := make([]float64, q+1)
	for i, f := range l.Values(phi) {
		slope := -y[i] * sigmoid(-y[i]*f)
		floats.AddScaled(gradient[:q], slope, phi.RawRowView(i))
		gradient[q] += slope
	}
	floats.AddScaled(gradient[:q], mu, l.W)
	return gradient
}

// classed returns n rows of q features of falling size, and three classes with noise between them.
func classed(n, q int) (*mat.Dense, []int) {
	phi, y := labelled(n, q, 7)
	classes := make([]int, n)
	for i := range classes {
		if classes[i] = 0; phi.At(i, 1) > 0.4 {
			classes[i] = 1
		} else if y[i] > 0 {
			classes[i] = 2
		}
	}
	return phi, classes
}

// TestLogisticBiasIsFree: at the minimum, for any ridge, the sum of the probabilities of label 1 is the number
// of rows with that label. If μ is so large that the weights are 0, the probability is the share of the label.
func TestLogisticBiasIsFree(t *testing.T) {
	phi, y := labelled(200, 5, 1)
	positive := 0.0
	for _, label := range y {
		positive += (1 + label) / 2
	}
	for _, mu := range []float64{1e-3, 1, 1e3, 1e6, 1e12} {
		l, err := Logistic(t.Context(), phi, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		expected := 0.0
		for _, f := range l.Values(phi) {
			expected += sigmoid(f)
		}
		near(t, "expected rows of label 1", []float64{expected}, []float64{positive}, 1e-7)
		if mu == 1e12 {
			near(t, "bias", []float64{l.Bias}, []float64{math.Log(positive / (200 - positive))}, 1e-9)
		}
	}
}

// TestLogisticOnAllOfK: on features of K = Φ·Φᵀ the result is kernel logistic regression,
// f = Kα + b with μαᵢ = yᵢ/(1+exp(yᵢfᵢ)) and Σα = 0.
func TestLogisticOnAllOfK(t *testing.T) {
	const n, mu = 80, 0.05
	x := points(n, 2, 3)
	k, err := gramOf(t, x, "laplacian", 0.8).Symmetric(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Copysign(1, x.At(i, 0)*x.At(i, 1)+0.1)
	}
	pairs := eigenpairs(t, nil, k)
	phi := mat.DenseCopyOf(pairs.Groups[0].Q)
	phi.Apply(func(_, j int, v float64) float64 { return v * math.Sqrt(pairs.Groups[0].Values[j]) }, phi)
	l, err := Logistic(context.Background(), phi, y, mu)
	if err != nil {
		t.Fatal(err)
	}
	f := l.Values(phi)
	alpha := make([]float64, n)
	for i := range alpha {
		alpha[i] = y[i] * sigmoid(-y[i]*f[i]) / mu
	}
	want := times(mat.DenseCopyOf(k), alpha)
	floats.AddConst(l.Bias, want)
	if off, sum := distance(f, want), floats.Sum(alpha)/floats.Norm(alpha, 1); !(off < 1e-8) || !(math.Abs(sum) < 1e-9) {
		t.Errorf("off by %.1e from what the dual says, Σα by %.1e of its terms", off, sum)
	}
}

// TestLogisticAtTheEnds: for large μ, w = Σ(tᵢ−t̄)φᵢ/μ to first order in 1/μ, where t is 1 for label 1 and
// else 0. On separable rows w is finite, and grows as μ decreases.
func TestLogisticAtTheEnds(t *testing.T) {
	phi, y := labelled(40, 5, 1)
	share := 0.5 + floats.Sum(y)/80
	for _, mu := range []float64{1e6, 1e12} {
		l, err := Logistic(context.Background(), phi, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, 5)
		for i, label := range y {
			floats.AddScaled(want, ((1+label)/2-share)/mu, phi.RawRowView(i))
		}
		if off := distance(l.W, want); !(off < 100/mu+1e-9) || l.Iterations > 10 || l.Warnings != nil {
			t.Errorf("μ = %g: off by %.1e from Σ(t−t̄)φ/μ after %d steps (%v)", mu, off, l.Iterations, l.Warnings)
		}
	}
	// A ridge far below the rounding errors does not disturb the descent.
	for _, mu := range []float64{1e-10, 1e-14} {
		many, labels := labelled(300, 5, 1) // not separable
		l, err := Logistic(context.Background(), many, labels, mu)
		if err != nil {
			t.Fatal(err)
		}
		gradient := logisticGradient(many, labels, mu, l)
		if !(floats.Norm(gradient, 2) < 1e-8) || l.Iterations > 20 {
			t.Errorf("μ = %g: gradient %.1e after %d steps", mu, floats.Norm(gradient, 2), l.Iterations)
		}
	}
	for i := range 40 { // the labels are far apart in the first feature
		phi.Set(i, 0, 3*y[i])
	}
	last := 0.0
	for _, mu := range []float64{1, 1e-2, 1e-4, 1e-8, 1e-12} {
		l, err := Logistic(context.Background(), phi, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		length := math.Hypot(floats.Norm(l.W, 2), l.Bias)
		if !(length > last && length < 100) || l.Warnings != nil || l.Iterations > 60 {
			t.Errorf("μ = %g: ‖w‖ = %v after %v, %d steps (%v)", mu, length, last, l.Iterations, l.Warnings)
		}
		last = length
	}
}

// TestLogisticBacktracks: on features with heavy tails and with a small ridge, full steps sometimes increase the
// objective. With backtracking the descent still finds the minimum, where the gradient is 0.
func TestLogisticBacktracks(t *testing.T) {
	const n, q = 12, 2
	cut := 0
	for _, mu := range []float64{1e-4, 1e-9} {
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, 8))
			phi, y, classes := mat.NewDense(n, q, nil), make([]float64, n), make([]int, n)
			for i := range n {
				for j := range q {
					phi.Set(i, j, math.Pow(rng.NormFloat64(), 9))
				}
				y[i] = math.Copysign(1, phi.At(i, 0)+10*rng.NormFloat64())
			}
			y[0], y[1] = 1, -1
			for i, label := range y {
				classes[i] = int(1+label) / 2
			}
			d, rows, looks := NewSoftmaxDescent(q, 2, mu), &softmaxRows{phi: phi, classes: classes}, 0
			for ; !d.Done; looks++ {
				if err := rows.step(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
			if d.Warnings != nil || d.Excess() > 1e-9 {
				t.Errorf("μ = %g, seed %d: %.1e above the minimum after %d steps (%v)", mu, seed, d.Excess(), d.Iterations,
					d.Warnings)
			}
			l := d.Models()[0]
			size := 0.0 // of the terms of the gradient
			for i, f := range l.Values(phi) {
				size += sigmoid(-y[i]*f) * (1 + floats.Norm(phi.RawRowView(i), 2))
			}
			if length := floats.Norm(logisticGradient(phi, y, mu, l), 2); !(length <= 1e-4*size) {
				t.Errorf("μ = %g, seed %d: a gradient of %.1e, and terms of %.1e", mu, seed, length, size)
			}
			if looks > d.Iterations+1 {
				cut++
			}
		}
	}
	if cut < 3 {
		t.Errorf("steps were cut short for %d of 600 seeds: the test shows nothing", cut)
	}
}

// TestLogisticOnNothing: on features of zeros the probability is the share of the class.
func TestLogisticOnNothing(t *testing.T) {
	l, err := Logistic(context.Background(), mat.NewDense(4, 1, nil), []float64{1, 1, 1, -1}, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bias and weight", []float64{l.Bias, l.W[0]}, []float64{math.Log(3), 0}, 1e-8)
}

func TestLogisticErrors(t *testing.T) {
	ctx := context.Background()
	phi, y := labelled(40, 5, 1)
	fit := func(phi *mat.Dense, y []float64, mu float64) error {
		_, err := Logistic(ctx, phi, y, mu)
		return err
	}
	checkLearnerErrors(t, fit)
	for _, label := range []float64{1, -1} {
		var one *OneClassError
		if err := fit(phi, slices.Repeat([]float64{label}, 40), 1); !errors.As(err, &one) || one.Rows != 40 {
			t.Errorf("labels of %v only: error %v, want a *OneClassError", label, err)
		}
	}

	var singular *model.SingularError
	twice := mat.NewDense(40, 10, nil)
	for i := range 40 {
		twice.SetRow(i, append(slices.Clone(phi.RawRowView(i)), phi.RawRowView(i)...))
	}
	if err := fit(twice, y, 1e-300); !errors.As(err, &singular) {
		t.Errorf("equal features without a ridge: error %v, want a *model.SingularError", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Logistic(stopped, phi, y, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
}

// checkLearnerErrors checks the errors that Logistic and SVM share.
func checkLearnerErrors(t *testing.T, fit func(phi *mat.Dense, y []float64, mu float64) error) {
	t.Helper()
	phi, y := labelled(40, 5, 1)
	for _, v := range []float64{math.NaN(), math.Inf(1), 1e200} {
		spoilt := mat.DenseCopyOf(phi)
		spoilt.Set(7, 3, v)
		var degenerate *model.DegenerateError
		if err := fit(spoilt, y, 1); !errors.As(err, &degenerate) {
			t.Errorf("a feature of %v: error %v, want a *model.DegenerateError", v, err)
		}
	}
	for what, misuse := range map[string]func(){
		"few labels": func() { fit(phi, y[1:], 1) },
		"mu of 0":    func() { fit(phi, y, 0) },
		"mu below 0": func() { fit(phi, y, -1) },
		"mu of NaN":  func() { fit(phi, y, math.NaN()) },
	} {
		requirePanic(t, what, misuse)
	}
	requirePanic(t, "values of other features", func() { (&Linear{W: make([]float64, 4)}).Values(phi) })
}
