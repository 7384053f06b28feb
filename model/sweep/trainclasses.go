package sweep

import (
	"context"
	"math/rand/v2"

	"gramscope/model"
	"gramscope/model/learn"
)

func (t *Trained) classify(ctx context.Context, e *model.Extension, pairs *model.Decomposition, mu float64, rng *rand.Rand) error {
	features := learn.NewFeatures(pairs)
	classifier, err := learn.Classify(ctx, t.Learner, features.Train(), whole(t.Train.Y), len(t.Train.Classes), mu, rng)
	if err != nil {
		return err
	}
	t.Classes = classifier.Classes
	t.Warnings = append(t.Warnings, classifier.Warnings()...)
	var coefficients [][]float64
	for _, l := range classifier.Models {
		coefficients, t.Offsets = append(coefficients, features.Coefficients(l.W)), append(t.Offsets, l.Bias)
	}
	t.extend(e, pairs, coefficients)
	return nil
}
