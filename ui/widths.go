package ui

import (
	"context"
	"errors"
	"fmt"

	"gramscope/model"
	"gramscope/model/ard"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/prompt"
)

// setWidths gives the features widths of their own, or takes these away.
func (m *explorer) setWidths(w prompt.Widths) {
	if w.Learn {
		m.learnWidths()
		return
	}
	setting := m.Setting().Clone()
	var err error
	switch {
	case w.None:
		setting.JoinWidths()
	case w.Numbers == "":
		err = setting.SplitWidths(m.Widths())
	default:
		err = setting.SetWidths(w.Numbers)
	}
	if err != nil {
		m.Complain(err)
		return
	}
	m.stopLearning("these widths were set")
	m.change(func(s *lab.Setting) { *s = setting })
}

// learning is a search for the widths of the features that is under way.
type learning struct {
	from     widthSource
	progress ard.Progress
}

// widthSource is the part of a setting that learned widths follow from.
type widthSource struct {
	store       *sweep.Store
	kernel      string
	learner     string
	n           int
	test        float64
	seed        uint64
	standardize bool
}

func widthSourceOf(s lab.Setting) widthSource {
	return widthSource{s.Store, s.Spec.Kernel, s.Spec.Learner, s.Spec.N, s.Spec.Test, s.Spec.Seed, s.Spec.Standardize}
}

// learnWidths starts the search for a width for each feature. It replaces one that is under way.
func (m *explorer) learnWidths() {
	if m.Frozen() {
		m.Complain(errors.New("nothing is learned while computing is frozen; f resumes it"))
		return
	}
	from := widthSourceOf(m.Setting())
	m.learning = &learning{from: from}
	m.Launch(job.Widths, widthsWork(m.Limits(), from))
}

// widthsWork posts the progress of the search, and what it has found as an *ard.Found.
func widthsWork(limits job.Limits, from widthSource) job.Work {
	return func(ctx context.Context, post func(any)) error {
		if !limits.Search.Acquire(ctx) {
			return nil
		}
		defer limits.Search.Release()
		spec := tune.Spec{Kernel: from.kernel, Learner: from.learner, N: from.n, Test: from.test, Scale: trial.Scale{Standardize: from.standardize}, Seed: from.seed}
		found, err := tune.LearnWidths(ctx, spec, from.store.Source(), func(p ard.Progress) { post(p) })
		if err == nil {
			post(found)
		}
		return err
	}
}

// learned handles the end of the search: what it has found becomes one change of the setting.
func (m *explorer) learned(body any) {
	if err := job.Error(body); err != nil {
		m.learning = nil
		m.Complain(err)
	}
	found, ok := body.(*ard.Found)
	if !ok {
		return
	}
	m.learning = nil
	setting := m.Setting().Clone()
	if err := setting.SetWidths(found.Widths); err != nil {
		m.Complain(err)
		return
	}
	mu := model.Ridge(nil)
	setting.Set(mu, min(max(found.Mu, mu.Min), mu.Max))
	m.change(func(s *lab.Setting) { *s = setting })
	m.Info(fmt.Sprintf("widths and μ = %s are learned: the log evidence is %s, and %s with one width for all features; u undoes both",
		number.Short(found.Mu), number.Short(found.Bound), number.Short(found.OneWidth)))
	m.keepSession()
}

// checkLearning stops the search if the setting has changed in what the widths follow from.
func (m *controller) checkLearning() {
	if m.learning != nil && m.learning.from != widthSourceOf(m.Setting()) {
		m.stopLearning("what they follow from has changed; :widths learn starts again")
	}
}

// stopLearning stops the search, if one is under way, and tells why.
func (m *controller) stopLearning(why string) {
	if m.learning == nil {
		return
	}
	m.learning = nil
	m.Runner.Stop(job.Widths)
	m.Info("learning widths has stopped: " + why)
}

// text returns the progress of the search at a level of detail of the header.
func (l *learning) text(more int) string {
	p := l.progress
	counts := fmt.Sprintf("%d/%d", max(1, p.Search), max(1, p.Searches))
	switch {
	case more == counted:
		return "widths " + counts
	case p.Evaluations == 0:
		return "learning widths"
	case more == barred:
		return fmt.Sprintf("learning widths: search %s, step %3d; esc stops", counts, p.Evaluations)
	}
	return fmt.Sprintf("widths: search %s, step %3d", counts, p.Evaluations)
}
