package trial

import (
	"math"

	"gramscope/model/learn"
)

// Score is how well the test rows are predicted; NaN where a figure does not
// apply.
type Score struct {
	RMSE float64
	R2   float64 // 1 − Σ(y−ŷ)²/Σ(y−ȳ)², ȳ the mean of the test rows; NaN where y has one value

	Accuracy float64 // share of rows whose class is right
	LogLoss  float64 // mean −log of the right class's probability; NaN for an SVM
}

// Score scores what was learned at the trial's test rows; all is NaN without any.
func (t *Trial) Score(l Learned) Score {
	nan := math.NaN()
	s := Score{nan, nan, nan, nan}
	test := t.Rows.Test
	switch {
	case test == nil:
	case l.Classifier != nil:
		classes, err := ClassesOf(t.Rows.Train, test)
		if err != nil {
			return s // nothing was learned of such a target
		}
		s.Accuracy = learn.Accuracy(l.Classifier.Decide(l.values), classes.Test)
		if chances := l.Classifier.Chances(l.values); chances != nil {
			s.LogLoss = learn.LogLoss(chances, classes.Test)
		}
	case l.Predicted != nil:
		s.RMSE, s.R2 = learn.RMSE(l.Predicted, test.Y), learn.R2(l.Predicted, test.Y)
	}
	return s
}
