package learn

import (
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

// Classifier tells classes apart by linear functions of features, each class from the rest. A
// class without training rows has none and is never predicted.
type Classifier struct {
	Learner string    // LearnerLogistic or LearnerSVM
	Count   int       // classes are 0 to Count−1
	Classes []int     // those with training rows, ascending; two at least
	Models  []*Linear // one for two Classes, positive for the second, else one a class
}

// Classify fits a classifier to features, n×q, and the n rows' classes, each in [0, count).
// Probabilities are logistic's alone; an SVM depends only on
// the rows near the boundary, and its decisions are less reliable with many classes. rng is for the SVM's order of rows, and may be
// nil for logistic. Errors are those of [Logistic] and [SVM].
func Classify(ctx context.Context, learner string, phi *mat.Dense, classes []int, count int, mu float64, rng *rand.Rand) (*Classifier, error) {
	if learner != LearnerLogistic && learner != LearnerSVM {
		panic(fmt.Sprintf("learn: Classify by %q, want %s or %s", learner, LearnerLogistic, LearnerSVM))
	}
	c := &Classifier{Learner: learner, Count: count, Classes: slices.Compact(slices.Sorted(slices.Values(classes)))}
	if least, last := c.Classes[0], c.Classes[len(c.Classes)-1]; least < 0 || last >= count {
		panic(fmt.Sprintf("learn: classes from %d to %d, want 0 to %d", least, last, count-1))
	}
	positives := c.Classes
	if len(positives) == 2 {
		positives = positives[1:]
	}
	fit := func(y []float64) (*Linear, error) { return Logistic(ctx, phi, y, mu) }
	if learner == LearnerSVM {
		fit = func(y []float64) (*Linear, error) { return SVM(ctx, phi, y, mu, rng) }
	}
	for _, positive := range positives {
		y := make([]float64, len(classes))
		for i, class := range classes {
			y[i] = -1
			if class == positive {
				y[i] = 1
			}
		}
		l, err := fit(y)
		if err != nil {
			return nil, err
		}
		c.Models = append(c.Models, l)
	}
	return c, nil
}

// Warnings returns the warnings of all models.
func (c *Classifier) Warnings() []string {
	var all []string
	for _, l := range c.Models {
		all = append(all, l.Warnings...)
	}
	return all
}

// Values returns the models' values at the features, b×len(Models).
func (c *Classifier) Values(phi *mat.Dense) *mat.Dense {
	rows, _ := phi.Dims()
	out := mat.NewDense(rows, len(c.Models), nil)
	for j, l := range c.Models {
		out.SetCol(j, l.Values(phi))
	}
	return out
}

// Decide returns the class of each row of the models' values: that of the largest value, the first
// of equals; of two classes the second where the value is above 0.
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

// Chances returns the probabilities of the classes, b×Count, that belong to the models'
// values, with rows that sum to 1: p = 1/(1 + exp(−f)) of two classes' second; of more,
// each class's own p over the sum of all, as in scikit-learn, which is a convention
// and not a model of three classes. A class without training rows has 0. nil for an SVM.
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
		// log p = −logistic(f), and relative to the largest, so that rows far
		// from all classes do not divide 0 by 0.
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
