package tune

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// chooseLearner sets the learner and the classes. It returns an error if the target has a single value.
func (s *Search) chooseLearner() error {
	y := s.train.Y
	values := ascending(y)
	switch {
	case len(values) == 1 && s.train.Classes != nil:
		return &learn.OneClassError{Rows: len(y)}
	case len(values) == 1:
		const problem = "the target is %g in all %d rows drawn, and a regression has nothing to learn"
		return &data.Error{Problem: fmt.Sprintf(problem, y[0], len(y)),
			Remedies: trial.AnotherTarget().Or(trial.MoreRows())}
	}
	if s.Learner = s.Spec.Learner; s.Learner == "" {
		s.Learner = UsualLearner(s.train.Classes, len(values))
		if s.Learner == trial.LearnLogistic && s.train.Classes == nil {
			text := fmt.Sprintf("the target has two values, %g and %g, and is learned as classes; "+
				"the learner ridge learns it as a number", values[0], values[1])
			s.Notes = append(s.Notes, remedy.Note{Text: text})
		}
	}
	if s.Learner == trial.LearnRidge {
		return trial.CheckTarget(s.train, s.test)
	}
	classes, err := trial.ClassesOf(s.train, s.test)
	if err != nil {
		return err
	}
	if classes.Count > len(y) {
		const problem = "the target %s has %d classes and there are %d training rows"
		return &data.Error{Problem: fmt.Sprintf(problem, s.train.Target, classes.Count, len(y)),
			Remedies: trial.MoreRows().Or(trial.AnotherTarget())}
	}
	s.labels, s.Classes = classes.Train, classes.Count
	return nil
}

// UsualLearner returns the usual learner for a target of classes, or of so many different numbers.
func UsualLearner(classes []string, numbers int) string {
	if classes != nil || numbers == 2 {
		return trial.LearnLogistic
	}
	return trial.LearnRidge
}

// scoreNames has the names of loss and gain by the learner. An SVM has no probabilities.
var scoreNames = map[string][2]string{
	trial.LearnRidge:    {"rmse", "r2"},
	trial.LearnLogistic: {"logloss", "accuracy"},
	trial.LearnSVM:      {"error_rate", "accuracy"},
}

// LossName returns the name of the loss that the search minimises.
func (s *Search) LossName() string { return scoreNames[s.Learner][0] }

// GainName returns the name of the score that is shown beside the loss.
func (s *Search) GainName() string { return scoreNames[s.Learner][1] }

// Learnt reports whether a setting with this loss and gain predicts better than a constant: its accuracy is above the
// fraction of the largest class, or its R² is above 0. As the R² of folds of a few rows is very noisy, an rmse that is
// more than a standard error below that of predicting the mean suffices too.
func (s *Search) Learnt(loss, gain Estimate) bool {
	if s.Learner == trial.LearnRidge {
		return gain.Mean > 0 || loss.Mean+loss.SE < s.lossOfMean()
	}
	return gain.Mean > s.LargestClass()
}

// LargestClass returns the fraction of the largest class among the training rows.
func (s *Search) LargestClass() float64 {
	counts := make([]int, s.Classes)
	for _, label := range s.labels {
		counts[label]++
	}
	return float64(slices.Max(counts)) / float64(len(s.labels))
}

// lossOfMean returns the rmse of predicting the mean of the rows outside of a fold, as a mean over the folds.
func (s *Search) lossOfMean() (loss float64) {
	y := s.train.Y
	for _, fold := range s.folds {
		outside := floats.Sum(y)
		for _, i := range fold {
			outside -= y[i]
		}
		squares := 0.0
		for _, i := range fold {
			squares += math.Pow(y[i]-outside/float64(len(y)-len(fold)), 2)
		}
		loss += math.Sqrt(squares/float64(len(fold))) / float64(len(s.folds))
	}
	return loss
}
