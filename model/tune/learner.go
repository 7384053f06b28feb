package tune

import (
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/model/learn"
	"gramscope/model/sweep"
)

// mostValues is how many distinct numbers are learned as classes, as in a sweep.
const mostValues = 50

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
		p.Learner = sweep.LearnRidge
		if p.train.Classes != nil || len(values) == 2 {
			p.Learner = sweep.LearnLogistic
		}
		if p.train.Classes == nil && len(values) == 2 {
			p.Notes = append(p.Notes, fmt.Sprintf("the target has two values, %g and %g, and counts as classes; a learner of ridge takes them as numbers", values[0], values[1]))
		}
	}
	if p.Learner == sweep.LearnRidge {
		return sweep.CheckTarget(p.train, p.test)
	}
	p.count = len(p.train.Classes)
	if p.train.Classes == nil {
		if p.test != nil {
			values = sorted(slices.Concat(values, p.test.Y))
		}
		p.count = len(values)
	}
	if p.count > mostValues && p.train.Classes == nil {
		return &sweep.TargetError{Problem: fmt.Sprintf("the target %s has %d distinct values, more than %d: it looks like a number", p.train.Target, p.count, mostValues),
			Remedy: "take --learner ridge, or choose another target"}
	}
	if p.count > len(y) {
		return &sweep.TargetError{Problem: fmt.Sprintf("the target %s has %d classes and there are %d training rows", p.train.Target, p.count, len(y)),
			Remedy: "take more rows with --n, or choose another target"}
	}
	p.classes = p.classesOf(p.train, values)
	p.testClasses = p.classesOf(p.test, values)
	return nil
}

// classesOf numbers the classes of a set: those of a text target, or the places of
// its numbers among the values.
func (p *Plan) classesOf(s *data.Set, values []float64) []int {
	if s == nil {
		return nil
	}
	out := make([]int, len(s.Y))
	for i, y := range s.Y {
		if out[i] = int(y); s.Classes == nil {
			out[i], _ = slices.BinarySearch(values, y)
		}
	}
	return out
}

// LossName is what the search minimises: rmse, logloss, or error_rate for an SVM,
// which has no probabilities.
func (p *Plan) LossName() string {
	switch p.Learner {
	case sweep.LearnLogistic:
		return "logloss"
	case sweep.LearnSVM:
		return "error_rate"
	}
	return "rmse"
}

// GainName is what is shown beside it: r2 or accuracy.
func (p *Plan) GainName() string {
	if p.Learner == sweep.LearnRidge {
		return "r2"
	}
	return "accuracy"
}
