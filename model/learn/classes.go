package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The learners of [Classify].
const (
	LearnerLogistic = "logistic"
	LearnerSVM      = "svm"
)

// Classifier separates classes by linear functions of features, each class from all others. A class
// without training rows has no function and is never predicted.
type Classifier struct {
	Learner string    // LearnerLogistic or LearnerSVM
	Count   int       // classes are 0 to Count−1
	Classes []int     // those with training rows, ascending; at least two
	Models  []*Linear // one for each of Classes; for two classes a single one, positive for the second
}

// Classify fits a classifier to features, n×q, and the classes of the n rows, each in [0, count). Only
// logistic regression gives probabilities. An SVM depends only on the rows near the boundary, and its
// decisions are less reliable with many classes. rng draws the SVM's order of rows; it may be nil for
// logistic regression. Errors are those of [Logistic] and [SVM].
func Classify(ctx context.Context, learner string, phi *mat.Dense, classes []int, count int, mu float64, rng *rand.Rand) (*Classifier, error) {
	fit := func(y []float64) (*Linear, error) { return Logistic(ctx, phi, y, mu) }
	if learner == LearnerSVM {
		fit = func(y []float64) (*Linear, error) { return SVM(ctx, phi, y, mu, rng) }
	}
	c := newClassifier(learner, classes, count)
	for _, y := range c.labels(classes) {
		l, err := fit(y)
		if err != nil {
			return nil, err
		}
		c.Models = append(c.Models, l)
	}
	return c, nil
}

// ClassifyAlong is [Classify] by logistic regression at several ridges, ascending, for a search: it takes far less time,
// as each descent begins at the minimum of the next larger ridge and ends when it has about four digits of the losses. Of
// a ridge that is singular the classifier is nil, and failed has the error.
func ClassifyAlong(ctx context.Context, phi *mat.Dense, classes []int, count int, mus []float64) (all []*Classifier, failed []error, err error) {
	all, failed = make([]*Classifier, len(mus)), make([]error, len(mus))
	for i := range all {
		all[i] = newClassifier(LearnerLogistic, classes, count)
	}
	for _, y := range newClassifier(LearnerLogistic, classes, count).labels(classes) {
		models, singular, err := logisticAlong(ctx, phi, y, mus)
		if err != nil {
			return nil, nil, err
		}
		for i, l := range models {
			if failed[i] = cmp.Or(failed[i], singular[i]); failed[i] != nil {
				all[i] = nil
				continue
			}
			all[i].Models = append(all[i].Models, l)
		}
	}
	return all, failed, nil
}

// newClassifier returns a classifier without models.
func newClassifier(learner string, classes []int, count int) *Classifier {
	if learner != LearnerLogistic && learner != LearnerSVM {
		panic(fmt.Sprintf("learn: Classify by %q, want %s or %s", learner, LearnerLogistic, LearnerSVM))
	}
	c := &Classifier{Learner: learner, Count: count, Classes: slices.Compact(slices.Sorted(slices.Values(classes)))}
	if least, last := c.Classes[0], c.Classes[len(c.Classes)-1]; least < 0 || last >= count {
		panic(fmt.Sprintf("learn: classes from %d to %d, want 0 to %d", least, last, count-1))
	}
	return c
}

// labels returns ±1 of the rows for each of the models.
func (c *Classifier) labels(classes []int) (all [][]float64) {
	positives := c.Classes
	if len(positives) == 2 {
		positives = positives[1:]
	}
	for _, positive := range positives {
		y := make([]float64, len(classes))
		for i, class := range classes {
			y[i] = -1
			if class == positive {
				y[i] = 1
			}
		}
		all = append(all, y)
	}
	return all
}

// Warnings returns the warnings of all models.
func (c *Classifier) Warnings() []string {
	var all []string
	for _, l := range c.Models {
		all = append(all, l.Warnings...)
	}
	return all
}

// Values returns the values of all models at the rows of the features, b×len(Models).
func (c *Classifier) Values(phi *mat.Dense) *mat.Dense {
	rows, _ := phi.Dims()
	out := mat.NewDense(rows, len(c.Models), nil)
	for j, l := range c.Models {
		out.SetCol(j, l.Values(phi))
	}
	return out
}

// Decide returns the class of each row of values: the class with the largest value, or the first of
// equal ones. With two classes there is one value, and the second class wins if it is above 0.
func (c *Classifier) Decide(values *mat.Dense) []int {
	rows, _ := values.Dims()
	out := make([]int, rows)
	for i := range out {
		row := values.RawRowView(i)
		if len(row) == 1 {
			row = []float64{0, row[0]}
		}
		out[i] = c.Classes[floats.MaxIdx(row)]
	}
	return out
}

// Chances returns the probabilities of the classes, b×Count, for the values of the models. Each row sums
// to 1. Of two classes, the second has p = 1/(1 + exp(−f)). With more, each class has its own p divided
// by the sum of all p, as in scikit-learn: a convention, and not a model of several classes. A class
// without training rows has probability 0. Chances returns nil for an SVM.
func (c *Classifier) Chances(values *mat.Dense) *mat.Dense {
	if c.Learner == LearnerSVM {
		return nil
	}
	rows, _ := values.Dims()
	out := mat.NewDense(rows, c.Count, nil)
	for i := range rows {
		row := values.RawRowView(i)
		if len(row) == 1 {
			out.Set(i, c.Classes[0], sigmoid(-row[0]))
			out.Set(i, c.Classes[1], sigmoid(row[0]))
			continue
		}
		// log p = −logistic(f). Dividing by the largest p avoids 0/0 for rows far from all
		// classes.
		largest, sum := math.Inf(-1), 0.0
		for _, v := range row {
			largest = max(largest, -logistic(v))
		}
		for _, v := range row {
			sum += math.Exp(-logistic(v) - largest)
		}
		for j, v := range row {
			out.Set(i, c.Classes[j], math.Exp(-logistic(v)-largest)/sum)
		}
	}
	return out
}
