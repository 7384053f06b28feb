package trial

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
)

// width is the γ of the Gaussian kernel in these tests.
const width = 0.2

// methodNamed returns a method of the program, or exact regression.
func methodNamed(t *testing.T, name string) model.Method {
	t.Helper()
	all := append(approx.Methods(), ExactMethod(1000))
	return all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == name })]
}

// twice draws n training rows and, if test is set, n/4 test rows. The first two training rows are equal,
// which makes K singular.
func twice(t *testing.T, n int, test bool) *Rows {
	t.Helper()
	generators := synthetic.Generators()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "friedman" })]
	fraction := 0.0
	if test {
		fraction = 0.2
	}
	train, other, err := source.Draw(n, fraction, Stream(7))
	if err != nil {
		t.Fatal(err)
	}
	train.X.SetRow(1, train.X.RawRowView(0))
	rows, err := RowsOf(train, other, Scale{})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// trialOn returns a trial with ridge regression on the rows.
func trialOn(t *testing.T, rows *Rows, method, solver string, values model.Values) *Trial {
	t.Helper()
	s := Question{
		Draw: Draw{Seed: 3, Rep: 1, N: len(rows.Train.Y)}, Family: kernel.Families()[0],
		Assignment: Assignment{Width: kernel.Width{}.WithGamma(width), Values: values},
		Method:     methodNamed(t, method), Learner: LearnRidge, Solver: solver,
	}.Resolve()
	return New(s, rows, rows.Gram(s.Kernel), nil)
}

// fitted returns the trial's fit.
func fitted(t *testing.T, tr *Trial) *Fit {
	t.Helper()
	f, err := tr.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// gaussian returns k(A, B), entry by entry.
func gaussian(a, b *mat.Dense) *mat.Dense {
	n, _ := a.Dims()
	m, _ := b.Dims()
	k := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			d := floats.Distance(a.RawRowView(i), b.RawRowView(j), 2)
			k.Set(i, j, math.Exp(-width*d*d))
		}
	}
	return k
}

// regressed solves a kernel ridge regression by Gaussian elimination, and returns its values at the
// training and the test rows. k is K of the training rows, and cross is K(Z, X) for the test rows.
func regressed(t *testing.T, k, cross *mat.Dense, y []float64, mu float64) (fitted, predicted []float64) {
	t.Helper()
	n := len(y)
	mean := floats.Sum(y) / float64(n)
	centred := mat.NewVecDense(n, slices.Clone(y))
	floats.AddConst(-mean, centred.RawVector().Data)
	system := mat.DenseCopyOf(k)
	for i := range n {
		system.Set(i, i, system.At(i, i)+mu)
	}
	var alpha, at mat.VecDense
	if err := alpha.SolveVec(system, centred); err != nil {
		t.Fatal(err)
	}
	values := func(of *mat.Dense) []float64 {
		at.Reset()
		at.MulVec(of, &alpha)
		v := slices.Clone(at.RawVector().Data)
		floats.AddConst(mean, v)
		return v
	}
	return values(k), values(cross)
}

// near reports whether two vectors are equal up to the tolerance relative to the largest entry.
func near(a, b []float64, tolerance float64) bool {
	return len(a) == len(b) && floats.EqualApprox(a, b, tolerance*floats.Norm(b, math.Inf(1)))
}

// scored returns RMSE and R² by their formulas.
func scored(predicted, y []float64) (rmse, r2 float64) {
	mean, rest, total := floats.Sum(y)/float64(len(y)), 0.0, 0.0
	for i, v := range y {
		rest += (predicted[i] - v) * (predicted[i] - v)
		total += (v - mean) * (v - mean)
	}
	return math.Sqrt(rest / float64(len(y))), 1 - rest/total
}
