package trial

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
)

// learn classifies on the features of K̃.
func (p classPairs) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	features := learn.NewFeatures(p.Decomposition)
	test := (*mat.Dense)(nil)
	if t.Rows.Test != nil {
		test = features.At(p.test, len(t.Rows.Test.Y))
	}
	return t.classify(ctx, features.Train(), test, mus, func(e *model.Extension, models []*learn.Linear) *model.Predictor {
		var coefficients [][]float64
		for _, m := range models {
			coefficients = append(coefficients, features.Coefficients(m.W))
		}
		return extend(e, p.Decomposition, coefficients)
	})
}

// learn classifies on the features of the map.
func (m mapClasses) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return t.classify(ctx, m.features, m.test, mus, func(e *model.Extension, models []*learn.Linear) *model.Predictor {
		weights := mat.NewDense(m.features.RawMatrix().Cols, len(models), nil)
		for j, of := range models {
			weights.SetCol(j, of.W)
		}
		return e.Predictor(weights)
	})
}

// classify learns the classes on features of the training rows, at each of the ridges. test has the
// features of the test rows, nil without them. predictor makes the predictor of linear functions.
func (t *Trial) classify(ctx context.Context, train, test *mat.Dense, mus []float64,
	predictor func(*model.Extension, []*learn.Linear) *model.Predictor) ([]Learned, error) {
	classes, err := ClassesOf(t.Rows.Train, t.Rows.Test)
	if err != nil {
		return nil, err
	}
	scored := func(c *learn.Classifier) Learned {
		l := newLearned(func(e *model.Extension) *model.Predictor { return predictor(e, c.Models) })
		l.Classes, l.Warnings = c.Classes, c.Warnings()
		for _, m := range c.Models {
			l.offsets = append(l.offsets, m.Bias)
		}
		if test != nil {
			values := c.Values(test)
			l.Score.Accuracy = learn.Accuracy(c.Decide(values), classes.Test)
			if chances := c.Chances(values); chances != nil {
				l.Score.LogLoss = learn.LogLoss(chances, classes.Test)
			}
		}
		return l
	}
	if t.Searches && t.Learner == LearnLogistic {
		all, failed, err := learn.ClassifyAlong(ctx, train, classes.Train, classes.Count, mus)
		if err != nil {
			return nil, err
		}
		out := make([]Learned, len(mus))
		for i, c := range all {
			if c != nil {
				out[i] = scored(c)
			}
			out[i].Mu, out[i].Err = mus[i], failed[i]
		}
		return out, nil
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		c, err := learn.Classify(ctx, t.Learner, train, classes.Train, classes.Count, mu, t.stream(t.Learner))
		if err != nil {
			return Learned{}, err
		}
		return scored(c), nil
	})
}

// CheckLearning returns a *data.Error if a learner has nothing to learn from the target of drawn rows, or can't learn
// it: for a single value, values that are too large, and too many classes. test may be nil.
func CheckLearning(learner string, train, test *data.Set) error {
	y := train.Y
	if slices.Min(y) == slices.Max(y) {
		value := fmt.Sprint(y[0])
		if train.Classes != nil {
			value = train.Classes[int(y[0])]
		}
		return &data.Error{Problem: fmt.Sprintf("the target %s is %s in all %d training rows", train.Target, value, len(y)),
			Remedies: AnotherTarget().Or(MoreRows())}
	}
	if learner == LearnRidge {
		return CheckTarget(train, test)
	}
	classes, err := ClassesOf(train, test)
	if err == nil && classes.Count > min(len(y), max(mostValues, len(y)/2)) { // names, not classes
		const problem = "the target %s has %d classes and there are %d training rows"
		err = &data.Error{Problem: fmt.Sprintf(problem, train.Target, classes.Count, len(y)), Want: "several of a class",
			Remedies: MoreRows().Or(AnotherTarget())}
	}
	return err
}

// mostValues is the largest number of distinct numbers that are learned as classes.
const mostValues = 50

// Classes has the classes of the rows of a classification, numbered from 0.
type Classes struct {
	Train, Test []int
	Count       int
}

// ClassesOf returns the classes of the rows. For a number target the classes are the distinct values in both sets, in
// ascending order. test may be nil. The error is a *data.Error if there are too many classes.
func ClassesOf(train, test *data.Set) (Classes, error) {
	sets := [2][]float64{train.Y}
	if test != nil {
		sets[1] = test.Y
	}
	number, count := func(y float64) int { return int(y) }, len(train.Classes)
	if train.Classes == nil {
		values := slices.Compact(slices.Sorted(slices.Values(slices.Concat(sets[:]...))))
		if len(values) > mostValues {
			const problem = "the target %s has %d distinct values, more than %d: it looks like a number"
			return Classes{}, &data.Error{Problem: fmt.Sprintf(problem, train.Target, len(values), mostValues),
				Remedies: AsNumber().Or(AnotherTarget())}
		}
		number = func(y float64) int { at, _ := slices.BinarySearch(values, y); return at }
		count = len(values)
	}
	var numbers [2][]int
	for i, set := range sets {
		numbers[i] = make([]int, len(set))
		for j, y := range set {
			numbers[i][j] = number(y)
		}
	}
	return Classes{numbers[0], numbers[1], count}, nil
}
