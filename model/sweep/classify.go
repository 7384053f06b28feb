package sweep

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// classify learns classes on the features Q·√λ, which differ from K̃'s own by a
// rotation. Negative eigenvalues of an indefinite K̃ are left out.
func (p *Plan) classify(ctx context.Context, c Cell, d *draw, f *fit, r *Result) (Regression, error) {
	out := noRegression()
	if d.test == nil {
		return out, nil
	}
	train, test, count := classesOf(d)
	phi, phiTest := features(f.pairs, f.test, len(test))
	rng := rand.New(rand.NewPCG(p.Spec.Seed, hash(c.Rep, methodKey(c, *r), p.learner())))
	classifier, err := learn.Classify(ctx, p.learner(), phi, train, count, r.Mu, rng)
	if err != nil {
		return out, err
	}
	r.Warnings = append(r.Warnings, classifier.Warnings()...)
	out.AccuracyTest = learn.Accuracy(classifier.Predict(phiTest), test)
	if probabilities := classifier.Probabilities(phiTest); probabilities != nil {
		out.LogLossTest = learn.LogLoss(probabilities, test)
	}
	return out, nil
}

// features are Q·√λ at the training rows and at the test rows, where they are
// k̃(Z, X)·Q/√λ.
func features(d *model.Decomposition, coordinates *mat.Dense, tests int) (train, test *mat.Dense) {
	var positive []int
	values := d.Values()
	for j, v := range values {
		if v > 1e-14*d.Largest() {
			positive = append(positive, j)
		}
	}
	width := max(1, len(positive)) // one column of zeros for K̃ = 0
	train, test = mat.NewDense(d.N, width, nil), mat.NewDense(tests, width, nil)
	unit := make([]float64, len(values))
	for at, j := range positive {
		root := math.Sqrt(values[j])
		unit[j] = root
		train.SetCol(at, d.Expand(unit))
		unit[j] = 0
		for i := range tests {
			test.Set(i, at, coordinates.At(i, j)/root)
		}
	}
	return train, test
}

// classesOf are the classes of both parts: those of a text target, or the
// distinct values of another, ascending.
func classesOf(d *draw) (train, test []int, count int) {
	if d.train.Classes != nil {
		return whole(d.train.Y), whole(d.test.Y), len(d.train.Classes)
	}
	values := slices.Concat(d.train.Y, d.test.Y)
	slices.Sort(values)
	values = slices.Compact(values)
	place := func(y []float64) []int {
		out := make([]int, len(y))
		for i, v := range y {
			out[i], _ = slices.BinarySearch(values, v)
		}
		return out
	}
	return place(d.train.Y), place(d.test.Y), len(values)
}

func whole(y []float64) []int {
	out := make([]int, len(y))
	for i, v := range y {
		out[i] = int(v)
	}
	return out
}
