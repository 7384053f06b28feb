package tune

import (
	"fmt"

	"gramscope/model/learn"
	"gramscope/model/trial"
)

// chooseLearner settles what is learned, and refuses targets with nothing to learn.
func (p *Plan) chooseLearner() error {
	y := p.train.Y
	switch {
	case constant(y) && p.train.Classes != nil:
		return &learn.OneClassError{Rows: len(y)}
	case constant(y):
		return &ConstantTargetError{Value: y[0], Rows: len(y)}
	}
	values := sorted(y)
	p.Learner = p.Spec.Learner
	if p.Learner == "" {
		p.Learner = trial.LearnRidge
		if p.train.Classes != nil || len(values) == 2 {
			p.Learner = trial.LearnLogistic
		}
		if p.train.Classes == nil && len(values) == 2 {
			p.Notes = append(p.Notes, fmt.Sprintf("the target has two values, %g and %g, and counts as classes; a learner of ridge takes them as numbers", values[0], values[1]))
		}
	}
	if p.Learner == trial.LearnRidge {
		return trial.CheckTarget(p.train, p.test)
	}
	classes, err := trial.ClassesOf(p.train, p.test)
	if err != nil {
		return err
	}
	if classes.Count > len(y) {
		return &trial.TargetError{Problem: fmt.Sprintf("the target %s has %d classes and there are %d training rows", p.train.Target, classes.Count, len(y)),
			Remedy: "take more rows with --n, or choose another target"}
	}
	p.classes, p.count = classes.Train, classes.Count
	return nil
}

// LossName is what the search minimises: rmse, logloss, or error_rate for an SVM,
// which has no probabilities.
func (p *Plan) LossName() string {
	switch p.Learner {
	case trial.LearnLogistic:
		return "logloss"
	case trial.LearnSVM:
		return "error_rate"
	}
	return "rmse"
}

// GainName is what is shown beside it: r2 or accuracy.
func (p *Plan) GainName() string {
	if p.Learner == trial.LearnRidge {
		return "r2"
	}
	return "accuracy"
}
