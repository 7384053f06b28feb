package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// readWidths reads the argument of the command widths, which gives the features widths of their own or removes them.
func (m *controller) readWidths(arg string) (func(), error) {
	setting := m.Setting.Clone()
	var err error
	switch arg {
	case "learn":
		if m.Frozen {
			return nil, errors.New("nothing is learned while computing is frozen; f resumes it")
		}
		return m.learnWidths, nil
	case "on":
		err = setting.SplitWidths()
	case "off":
		setting.JoinWidths()
	default:
		numbers, wrong := kernel.ParseWidths(arg)
		if wrong != nil {
			return nil, fmt.Errorf("%w; type on, off, learn, or a width for each feature, such as 0.3,1,2", wrong)
		}
		err = setting.SetWidths(numbers)
	}
	return func() {
		m.stopLearning("these widths were set")
		m.change(func(s *lab.Setting) { *s = setting })
	}, err
}

// learning is a search under way for the widths of the features.
type learning struct {
	key         string // see learningSpec
	evaluations int
}

// learningSpec returns the search for the widths of a setting, and a key of everything from which widths follow.
func learningSpec(s lab.Setting) (spec tune.Spec, key string) {
	spec = tune.DefaultSpec(s.Spec.N)
	spec.Kernel, spec.Learner = s.Spec.Kernel, cmp.Or(s.Spec.Learner, trial.LearnRidge)
	spec.Test, spec.Seed, spec.Standardize = s.Spec.Test, s.Spec.Seed, s.Spec.Standardize
	return spec, fmt.Sprintf("%p %+v", s.Store, spec)
}

// learnWidths starts the search for a width for each feature, in place of a search under way. The search posts its
// progress, and its result as a *tune.Scaling.
func (m *controller) learnWidths() {
	spec, key := learningSpec(m.Setting)
	m.learning = &learning{key: key}
	search, source, methods := m.Limits.Search, m.Setting.Store.Source(), m.Methods
	m.Launch(job.Widths, search.Limited(func(ctx context.Context, post func(any)) error {
		progress := func(evaluations int) { post(learnedSteps(evaluations)) }
		found, err := tune.ChooseScaling(ctx, spec, methods, source, progress)
		if err == nil {
			post(found)
		}
		return err
	}))
}

// learnedSteps is the progress of the search.
type learnedSteps int

// learned handles the end of the search. Better widths become one change of the setting.
func (m *explorer) learned(body any) {
	if err := job.Error(body); err != nil {
		m.learning = nil
		m.Complain(err)
	}
	found, ok := body.(*tune.Scaling)
	if !ok {
		return
	}
	m.learning = nil
	if !found.Better {
		m.Info(found.String())
		return
	}
	setting := m.Setting.Clone()
	if err := setting.SetWidths(found.Widths); err != nil {
		m.Complain(err)
		return
	}
	mu := model.Ridge(nil)
	setting.Set(mu, min(max(found.Mu, mu.Min), mu.Max))
	m.change(func(s *lab.Setting) { *s = setting })
	m.Info("u undoes widths and μ. " + found.String()) // short enough for two lines of 80 columns
	m.keepSession()
}

// checkLearning stops the search if a part of the setting has changed from which the widths follow.
func (m *controller) checkLearning() {
	if m.learning == nil {
		return
	}
	if _, key := learningSpec(m.Setting); key != m.learning.key {
		m.stopLearning("what they follow from has changed; :widths learn starts again")
	}
}

// stopLearning stops the search, if one is under way, and says why.
func (m *controller) stopLearning(why string) {
	if m.learning == nil {
		return
	}
	m.learning = nil
	m.Runner.Stop(job.Widths)
	m.Info("learning widths has stopped: " + why)
}
