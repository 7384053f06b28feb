package trial

import (
	"context"

	"gonum.org/v1/gonum/mat"

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
func (t *Trial) classify(ctx context.Context, train, test *mat.Dense, mus []float64, predictor func(*model.Extension, []*learn.Linear) *model.Predictor) ([]Learned, error) {
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
