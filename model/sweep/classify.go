package sweep

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gramscope/model/learn"
)

// mostValues is how many distinct numbers a target may have that is learned as
// classes.
const mostValues = 50

// classify learns classes on the features of K̃.
func (p *Plan) classify(ctx context.Context, c Cell, d *draw, f *fit, r *Result) (Regression, error) {
	out := noRegression()
	if d.test == nil {
		return out, nil
	}
	train, test, count := classesOf(d)
	if count > mostValues && d.train.Classes == nil {
		return out, &TargetError{fmt.Sprintf("the target has %d distinct values, more than %d: it looks like a number", count, mostValues), "take --learner ridge, or another --target"}
	}
	features := learn.NewFeatures(f.pairs)
	rng := rand.New(rand.NewPCG(p.Spec.Seed, hash(c.Rep, methodKey(c, *r), p.learner())))
	classifier, err := learn.Classify(ctx, p.learner(), features.Train(), train, count, r.Mu, rng)
	if err != nil {
		return out, err
	}
	r.Warnings = append(r.Warnings, classifier.Warnings()...)
	phiTest := features.At(f.test, len(test))
	out.AccuracyTest = learn.Accuracy(classifier.Predict(phiTest), test)
	if probabilities := classifier.Probabilities(phiTest); probabilities != nil {
		out.LogLossTest = learn.LogLoss(probabilities, test)
	}
	return out, nil
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
