package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// softmaxAt returns the objective of Softmax and its gradient at functions of the classes, (q+1)×k with the biases
// last, as they are defined.
func softmaxAt(phi *mat.Dense, classes []int, mu float64, w *mat.Dense) (objective float64, gradient *mat.Dense) {
	n, q := phi.Dims()
	_, k := w.Dims()
	gradient = mat.NewDense(q+1, k, nil)
	for i := range n {
		z := append(slices.Clone(phi.RawRowView(i)), 1)
		var f mat.VecDense
		f.MulVec(w.T(), mat.NewVecDense(q+1, z))
		total := floats.LogSumExp(f.RawVector().Data)
		objective += total - f.AtVec(classes[i])
		for c := range k {
			p := math.Exp(f.AtVec(c) - total)
			if c == classes[i] {
				p--
			}
			for j, v := range z {
				gradient.Set(j, c, gradient.At(j, c)+p*v)
			}
		}
	}
	for j := range q {
		for c := range k {
			objective += mu / 2 * w.At(j, c) * w.At(j, c)
			gradient.Set(j, c, gradient.At(j, c)+mu*w.At(j, c))
		}
	}
	return objective, gradient
}

// functions returns models as softmaxAt takes them.
func functions(models []*Linear) *mat.Dense {
	out := mat.NewDense(len(models[0].W)+1, len(models), nil)
	for c, l := range models {
		out.SetCol(c, append(slices.Clone(l.W), l.Bias))
	}
	return out
}

// TestSoftmaxIsTheMinimum: the gradient is 0 there, for noisy rows, separable ones, and more features than rows. The
// functions sum to 0.
func TestSoftmaxIsTheMinimum(t *testing.T) {
	for _, size := range [][2]int{{300, 12}, {60, 40}, {30, 50}, {700, 3}} {
		phi, classes := classed(size[0], size[1])
		for _, mu := range []float64{1e-4, 1e-2, 1, 1e3, 1e9} {
			models, err := Softmax(t.Context(), phi, classes, 3, mu)
			if err != nil || models[0].Warnings != nil {
				t.Fatal(err, models[0].Warnings)
			}
			w := functions(models)
			objective, gradient := softmaxAt(phi, classes, mu, w)
			if length := mat.Norm(gradient, 2); !(length < 1e-8*math.Sqrt(float64(size[0]))) {
				t.Errorf("%v, μ = %g: a gradient of %.1e after %d steps", size, mu, length, models[0].Iterations)
			}
			near(t, "objective", []float64{models[0].Objective}, []float64{objective}, 1e-12)
			for j := range size[1] + 1 {
				if sum := floats.Sum(w.RawRowView(j)); !(math.Abs(sum) <= 1e-13*mat.Norm(w, 2)) {
					t.Errorf("%v, μ = %g: coefficients %d sum to %v", size, mu, j, sum)
				}
			}
		}
	}
}

// TestSoftmaxSeparates: on rows whose classes lie apart the weights are finite, grow as μ decreases, and every row is
// right.
func TestSoftmaxSeparates(t *testing.T) {
	phi, classes := classed(60, 5)
	for i, c := range classes {
		for j := range 3 {
			phi.Set(i, j, map[bool]float64{true: 3, false: -1}[j == c])
		}
	}
	last := 0.0
	for _, mu := range []float64{1, 1e-2, 1e-4, 1e-8, 1e-12} {
		c, err := Classify(t.Context(), LearnerLogistic, phi, classes, 3, mu, nil)
		if err != nil {
			t.Fatal(err)
		}
		length := mat.Norm(functions(c.Models), 2)
		if !(length > last && length < 100) || c.Warnings() != nil || Accuracy(c.Decide(c.Values(phi)), classes) != 1 {
			t.Errorf("μ = %g: ‖W‖ = %v after %v, %d steps (%v)", mu, length, last, c.Models[0].Iterations, c.Warnings())
		}
		last = length
	}
}

// TestSoftmaxKnowsNoOrder: other numbers for the classes give the same functions, and so do the rows in another order.
func TestSoftmaxKnowsNoOrder(t *testing.T) {
	phi, classes := classed(300, 12)
	const mu = 0.01
	want, err := Softmax(t.Context(), phi, classes, 3, mu)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{1, 2, 0}, {2, 1, 0}, {0, 2, 1}} {
		rng := rand.New(rand.NewPCG(3, 3))
		rows := rng.Perm(300)
		other, moved := mat.NewDense(300, 12, nil), make([]int, 300)
		for i, from := range rows {
			other.SetRow(i, phi.RawRowView(from))
			moved[i] = order[classes[from]]
		}
		got, err := Softmax(t.Context(), other, moved, 3, mu)
		if err != nil {
			t.Fatal(err)
		}
		for c, l := range want {
			near(t, "coefficients", append(slices.Clone(got[order[c]].W), got[order[c]].Bias), append(slices.Clone(l.W), l.Bias),
				1e-7)
		}
	}
}

// TestSoftmaxEndsAtRoundingErrors: near the minimum of many classes, rounding errors of the objective are above its
// decrease, and steps go to and fro.
func TestSoftmaxEndsAtRoundingErrors(t *testing.T) {
	t.Parallel()
	const n, d, q, k = 400, 8, 80, 30
	rng := rand.New(rand.NewPCG(1, 2))
	points, phi, classes := mat.NewDense(n, d, nil), mat.NewDense(n, q, nil), make([]int, n)
	for i := range n { // the first k rows are the centres of the classes
		for j := range d {
			if classes[i] = i % k; i < k {
				points.Set(i, j, 2*rng.NormFloat64())
			} else {
				points.Set(i, j, points.At(i%k, j)+rng.NormFloat64())
			}
		}
		for j := range min(i+1, q) {
			square := math.Pow(floats.Distance(points.RawRowView(i), points.RawRowView(j), 2), 2)
			phi.Set(i, j, math.Exp(-0.03*square))
			if i < q {
				phi.Set(j, i, phi.At(i, j))
			}
		}
	}
	models, err := Softmax(t.Context(), phi, classes, k, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	objective, gradient := softmaxAt(phi, classes, 0.01, functions(models))
	steps := models[0].Iterations
	if slope := mat.Max(gradient) - mat.Min(gradient); steps >= 1000 || slope > 1e-6*objective {
		t.Errorf("after %d steps the objective %v has the slope %v", steps, objective, slope)
	}
}

// TestSoftmaxHessian compares the Hessian with differences of gradients, also where one class has nearly all the
// probability, and the shared matrix with the mean of its diagonal blocks, also of more rows than one tile.
func TestSoftmaxHessian(t *testing.T) {
	for _, of := range []struct{ n, k int }{{40, 3}, {40, 4}, {1100, 3}} {
		phi, classes := classed(of.n, 3)
		k := of.k
		for _, size := range []float64{1, 30} {
			rng := rand.New(rand.NewPCG(9, uint64(k)))
			point := make([]float64, (k-1)*4)
			for j := range point {
				point[j] = size * rng.NormFloat64()
			}
			all, shared := NewSoftmaxSums(3, k, false), NewSoftmaxSums(3, k, true)
			weights := all.Add(phi, classes, point)
			for _, s := range []*SoftmaxSums{all, shared} {
				if err := s.AddHessian(t.Context(), phi, point, weights); err != nil {
					t.Fatal(err)
				}
			}
			mean := mat.NewDense(4, 4, nil)
			for j := range point {
				const h = 1e-6
				slope := func(by float64) []float64 {
					at, s := slices.Clone(point), NewSoftmaxSums(3, k, true)
					at[j] += by
					s.Add(phi, classes, at)
					return s.Slope
				}
				column := slope(h)
				floats.Sub(column, slope(-h))
				floats.Scale(1/(2*h), column)
				for i, v := range column {
					if !(math.Abs(all.Hessian.At(i, j)-v) <= 1e-7*(1+mat.Norm(all.Hessian, 2))) {
						t.Errorf("k = %d, size %g: H%v = %v, want %v", k, size, []int{i, j}, all.Hessian.At(i, j), v)
					}
				}
				for i := range 4 {
					mean.Set(i, j%4, mean.At(i, j%4)+all.Hessian.At(j/4*4+i, j)/float64(k-1))
				}
			}
			near(t, "shared matrix", mat.DenseCopyOf(shared.Hessian).RawMatrix().Data, mean.RawMatrix().Data, 1e-10)
		}
	}
}

// TestSoftmaxRowsFarAway: losses and curvatures that are far below the rounding errors of 1 are accurate.
func TestSoftmaxRowsFarAway(t *testing.T) {
	row := newSoftmaxRow(3)
	f := []float64{50, 10, -60}
	row.project(row.u, f)
	loss, weight := row.loss(0)
	near(t, "loss over exp(−40)", []float64{loss * math.Exp(40), weight * math.Exp(40)}, []float64{1, 2}, 1e-12)
	near(t, "slope over exp(−40)", []float64{row.u[0] * math.Exp(40)}, []float64{-math.Sqrt2}, 1e-12)
	row.project(row.u, f)
	if loss, _ := row.loss(2); math.Abs(loss-110) > 1e-12 {
		t.Errorf("a loss of %v, want 110", loss)
	}
}

// TestSoftmaxDescentOfParts: Newton's steps with the Hessians of parts, and steps with shared matrices of parts, end at
// the regression on all rows.
func TestSoftmaxDescentOfParts(t *testing.T) {
	const q, k = 12, 3
	phi, classes := classed(300, q)
	cuts := []int{0, 1, 120, 300}
	for _, mu := range []float64{1e-3, 0.1, 10} {
		want, err := Softmax(t.Context(), phi, classes, k, mu)
		if err != nil {
			t.Fatal(err)
		}
		for shared, most := range map[bool]int{false: 16, true: 90} {
			d, passes := NewSoftmaxDescent(q, k, mu), 0
			for ; !d.Done; passes++ {
				all := NewSoftmaxSums(q, k, shared)
				for _, part := range []int{2, 0, 1} {
					own, lo, hi := NewSoftmaxSums(q, k, shared), cuts[part], cuts[part+1]
					rows := phi.Slice(lo, hi, 0, q).(*mat.Dense)
					weights := own.Add(rows, classes[lo:hi], d.Point())
					if err := own.AddHessian(t.Context(), rows, d.Point(), weights); err != nil {
						t.Fatal(err)
					}
					all.Merge(own)
				}
				accepted, err := d.Accept(all)
				if err == nil && accepted {
					err = d.Advance(t.Context(), all.Hessian)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if passes > most {
				t.Errorf("shared %v, μ = %g: %d passes", shared, mu, passes)
			}
			near(t, "functions", functions(d.Models()).RawMatrix().Data, functions(want).RawMatrix().Data, 1e-7)
		}
	}
}

// TestSoftmaxBits: the number of processors changes no bit.
func TestSoftmaxBits(t *testing.T) {
	phi, classes := classed(3000, 20)
	var bits []float64
	for _, processors := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(processors)
		models, err := Softmax(t.Context(), phi, classes, 3, 0.1)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		got := functions(models).RawMatrix().Data
		if bits == nil {
			bits = got
		}
		if !slices.Equal(got, bits) {
			t.Errorf("%d processors: other bits", processors)
		}
	}
}

func TestSoftmaxErrors(t *testing.T) {
	phi, classes := classed(40, 3)
	twice := mat.NewDense(40, 2, nil)
	for i := range 40 {
		twice.SetRow(i, []float64{phi.At(i, 0), phi.At(i, 0)})
	}
	var singular *model.SingularError
	if _, err := Softmax(t.Context(), twice, classes, 3, 1e-300); !errors.As(err, &singular) {
		t.Errorf("two equal features without a ridge: %v, want a *model.SingularError", err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), 1e200} {
		spoilt := mat.DenseCopyOf(phi)
		spoilt.Set(7, 2, v)
		var degenerate *model.DegenerateError
		if _, err := Softmax(t.Context(), spoilt, classes, 3, 1); !errors.As(err, &degenerate) {
			t.Errorf("a feature of %v: %v, want a *model.DegenerateError", v, err)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Softmax(stopped, phi, classes, 3, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
	requirePanic(t, "mu of 0", func() { Softmax(t.Context(), phi, classes, 3, 0) })
	requirePanic(t, "few classes", func() { Softmax(t.Context(), phi, classes[1:], 3, 1) })
}
