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

// logisticAt returns the objective at w, whose last entry is the bias, its gradient, and a function that
// computes the Newton step.
func logisticAt(t *testing.T, phi *mat.Dense, y []float64, mu float64, w []float64) (objective float64, gradient []float64, step func() ([]float64, error)) {
	t.Helper()
	q := len(w) - 1
	l := &Linear{W: w[:q], Bias: w[q]}
	s, d := newLogisticSums(q), NewLogisticDescent(q, mu)
	curvature := s.add(phi, y, l)
	gradient = d.gradient(s, l)
	return s.Loss[0] + s.Loss[1] + mu/2*floats.Dot(l.W, l.W), gradient, func() ([]float64, error) {
		if err := s.addHessian(t.Context(), phi, curvature); err != nil {
			t.Fatal(err)
		}
		return d.newtonStep(t.Context(), s.Hessian, gradient)
	}
}

// TestLogisticDerivatives compares the gradient with differences of objectives, and the
// Hessian times the Newton step with differences of gradients.
func TestLogisticDerivatives(t *testing.T) {
	phi, y := labelled(40, 5, 1)
	at := func(w []float64) (float64, []float64) {
		objective, gradient, _ := logisticAt(t, phi, y, 0.7, w)
		return objective, gradient
	}
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := make([]float64, 6)
		for j := range w {
			w[j] = 2 * rng.NormFloat64()
		}
		const h = 1e-5
		_, gradient, newton := logisticAt(t, phi, y, 0.7, w)
		step, err := newton()
		if err != nil {
			t.Fatal(err)
		}
		along, against := slices.Clone(w), slices.Clone(w)
		floats.AddScaled(along, h, step)
		floats.AddScaled(against, -h, step)
		_, image := at(along)
		_, other := at(against)
		floats.Sub(image, other)
		floats.Scale(-1/(2*h), image)
		near(t, "−Hessian·step", image, gradient, 1e-6)
		for j := range w {
			keep := w[j]
			w[j] = keep + h
			above, _ := at(w)
			w[j] = keep - h
			below, _ := at(w)
			w[j] = keep
			near(t, "gradient", gradient[j:j+1], []float64{(above - below) / (2 * h)}, 1e-7)
		}
	}
}

// TestLogisticGapIsTheDuals: the dual problem is max ΣH(sᵢ) − ‖Σsᵢyᵢφᵢ‖²/2μ, Σsᵢyᵢ = 0, with the entropy H. At
// any point, s = 1/(1+exp(margin)) becomes feasible if those of one label are scaled. Gap is the objective
// minus a value that is at most the dual's there.
func TestLogisticGapIsTheDuals(t *testing.T) {
	phi, y := labelled(40, 5, 1)
	const mu = 0.7
	for _, bias := range []float64{-0.8, 0.1, 1.5} {
		w := []float64{1, -0.5, 0.3, 0, 2, bias}
		objective, _, _ := logisticAt(t, phi, y, mu, w)
		s, sums := make([]float64, len(y)), map[float64]float64{}
		for i, label := range y {
			s[i] = 1 / (1 + math.Exp(label*(floats.Dot(phi.RawRowView(i), w[:5])+w[5])))
			sums[label] += s[i]
		}
		least := min(sums[1], sums[-1])
		dual, bound, sum := 0.0, 0.0, make([]float64, 5)
		for i, label := range y {
			c := least / sums[label]
			dual += entropy(c * s[i])
			bound += c * entropy(s[i])
			floats.AddScaled(sum, c*s[i]*label, phi.RawRowView(i))
		}
		dual -= floats.Dot(sum, sum) / (2 * mu)
		bound -= floats.Dot(sum, sum) / (2 * mu)
		d, all := NewLogisticDescent(5, mu), newLogisticSums(5)
		d.Best.W, d.Best.Bias = w[:5], w[5]
		all.add(phi, y, d.point())
		if _, err := d.accept(all); err != nil {
			t.Fatal(err)
		}
		near(t, "gap", []float64{d.Best.Gap}, []float64{(objective - bound) / objective}, 1e-12)

		l, err := Logistic(context.Background(), phi, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		best, _, _ := logisticAt(t, phi, y, mu, append(slices.Clone(l.W), l.Bias))
		near(t, "objective", []float64{l.Objective}, []float64{best}, 1e-12)
		if !(bound <= dual && dual < best && best < objective && l.Gap < 1e-14) {
			t.Errorf("dual value %v, below it %v, minimum %v, objective elsewhere %v, gap %v", dual, bound, best, objective, l.Gap)
		}
	}
}

func entropy(s float64) float64 { return -s*math.Log(s) - (1-s)*math.Log(1-s) }

// TestLogisticStepBound: Newton's step is at most its bound. The bound is the step in b if the features carry
// no information, and close to the step in w if the ridge outweighs the rows.
func TestLogisticStepBound(t *testing.T) {
	phi, y := labelled(40, 5, 1)
	for _, mu := range []float64{1e-3, 1, 1e6} {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, 2))
			w := make([]float64, 6)
			for j := range w {
				w[j] = rng.NormFloat64()
			}
			_, gradient, newton := logisticAt(t, phi, y, mu, w)
			step, err := newton()
			if err != nil {
				t.Fatal(err)
			}
			d, s := NewLogisticDescent(5, mu), newLogisticSums(5)
			curvature := s.add(phi, y, &Linear{W: w[:5], Bias: w[5]})
			inW, inBias := d.stepBound(s, gradient)
			length := floats.Norm(step[:5], 2)
			if !(length <= inW*(1+1e-9)) || !(math.Abs(step[5]) <= inBias*(1+1e-9)) || mu == 1e6 && !(inW < 1.001*length) {
				t.Errorf("μ = %g: a step of %v in w and %v in b, bounds %v and %v", mu, length, step[5], inW, inBias)
			}
			if err := s.addHessian(t.Context(), phi, curvature); err != nil {
				t.Fatal(err)
			}
			near(t, "the Hessian's last column", s.Curvature, mat.Col(nil, 5, s.Hessian), 1e-12)
		}
	}
	d, s := NewLogisticDescent(1, 1), newLogisticSums(1)
	s.add(mat.NewDense(4, 1, nil), []float64{1, 1, 1, -1}, d.point())
	inW, inBias := d.stepBound(s, d.gradient(s, d.point()))
	near(t, "bounds on rows of zeros", []float64{inW, inBias}, []float64{0, 1}, 1e-15)
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
	// If rounding errors prevent the gradient from falling to 1e-9·μ·‖w‖, they end the descent.
	for _, mu := range []float64{1e-10, 1e-14} {
		many, labels := labelled(300, 5, 1) // not separable
		l, err := Logistic(context.Background(), many, labels, mu)
		if err != nil {
			t.Fatal(err)
		}
		_, gradient, _ := logisticAt(t, many, labels, mu, append(slices.Clone(l.W), l.Bias))
		if !(floats.Norm(gradient, 2) < 1e-11) || l.Iterations > 20 {
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

// TestLogisticBacktracks: on features with heavy tails and with a small ridge, full Newton
// steps sometimes increase the objective, even by a factor of a thousand. With backtracking the
// descent still finds the minimum.
func TestLogisticBacktracks(t *testing.T) {
	const n, mu = 10, 1e-9
	above := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 8))
		phi, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			for j := range 2 {
				phi.Set(i, j, math.Pow(rng.NormFloat64(), 9))
			}
			y[i] = math.Copysign(1, phi.At(i, 0)+10*rng.NormFloat64())
		}
		y[0], y[1] = 1, -1
		l, err := Logistic(context.Background(), phi, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		if !(l.Gap < 1e-9) || l.Warnings != nil {
			t.Errorf("seed %d: gap %.1e after %d steps (%v)", seed, l.Gap, l.Iterations, l.Warnings)
		}

		w := make([]float64, 3)
		for range l.Iterations {
			before, _, newton := logisticAt(t, phi, y, mu, w)
			step, err := newton()
			if err != nil {
				break
			}
			floats.Add(w, step)
			if after, _, _ := logisticAt(t, phi, y, mu, w); after > 2*before {
				above++
				break
			}
		}
	}
	t.Logf("full steps doubled the objective for %d of 300 seeds", above)
	if above < 3 {
		t.Error("full steps hardly ever go up: the test shows nothing")
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

	var singular *model.SingularError
	twice := mat.NewDense(40, 2, nil)
	for i := range 40 {
		twice.SetRow(i, []float64{phi.At(i, 0), phi.At(i, 0)})
	}
	if err := fit(twice, y, 1e-300); !errors.As(err, &singular) {
		t.Errorf("two equal features without a ridge: error %v, want a *model.SingularError", err)
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
	for _, label := range []float64{1, -1} {
		same := make([]float64, 40)
		floats.AddConst(label, same)
		var one *OneClassError
		if err := fit(phi, same, 1); !errors.As(err, &one) || one.Rows != 40 {
			t.Errorf("labels of %v only: error %v, want a *OneClassError", label, err)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), 1e200} {
		spoilt := mat.DenseCopyOf(phi)
		spoilt.Set(7, 3, v)
		var degenerate *model.DegenerateError
		if err := fit(spoilt, y, 1); !errors.As(err, &degenerate) {
			t.Errorf("a feature of %v: error %v, want a *model.DegenerateError", v, err)
		}
	}
	other := slices.Clone(y)
	other[4] = 0
	for what, misuse := range map[string]func(){
		"few labels":   func() { fit(phi, y[1:], 1) },
		"a label of 0": func() { fit(phi, other, 1) },
		"mu of 0":      func() { fit(phi, y, 0) },
		"mu below 0":   func() { fit(phi, y, -1) },
		"mu of NaN":    func() { fit(phi, y, math.NaN()) },
	} {
		requirePanic(t, what, misuse)
	}
	requirePanic(t, "values of other features", func() { (&Linear{W: make([]float64, 4)}).Values(phi) })
}

// TestLogisticShortensSteps: where Newton's steps are too long, shorter ones end at the minimum, too: the gradient is 0.
func TestLogisticShortensSteps(t *testing.T) {
	const n, q, mu = 12, 2, 1e-4
	cut := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 8))
		phi, y := mat.NewDense(n, q, nil), make([]float64, n)
		for i := range n {
			for j := range q {
				phi.Set(i, j, math.Pow(rng.NormFloat64(), 9))
			}
			y[i] = math.Copysign(1, phi.At(i, 0)+10*rng.NormFloat64())
		}
		y[0], y[1] = 1, -1
		d, looks := NewLogisticDescent(q, mu), 0
		for ; !d.Done; looks++ {
			if err := d.onRows(t.Context(), phi, y, true); err != nil {
				t.Fatal(err)
			}
		}
		_, gradient, newton := logisticAt(t, phi, y, mu, append(slices.Clone(d.Best.W), d.Best.Bias))
		step, err := newton()
		if err != nil {
			t.Fatal(err)
		}
		if left := -floats.Dot(step, gradient); left > 1e-9*d.Best.Objective {
			t.Errorf("seed %d: a step would lower the objective %v by %v", seed, d.Best.Objective, left/2)
		}
		if looks > d.Best.Iterations+1 {
			cut++
		}
	}
	if cut < 3 {
		t.Errorf("steps were cut short for %d of 100 seeds: the test shows nothing", cut)
	}
}
