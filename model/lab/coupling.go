package lab

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// free removes the formula of a parameter.
func (s *Setting) free(name model.Name) {
	s.Spec.With = slices.DeleteFunc(s.Spec.With, func(c sweep.Coupling) bool {
		return sweep.SameParameter(model.Name(c.Name), name)
	})
}

// SetCondition lets m follow from a condition, and removes its formula if it has one.
func (s *Setting) SetCondition(c trial.Condition) {
	s.free(model.BudgetName)
	s.Spec.Assignment = s.Spec.Conditional(c)
}

// Condition returns the condition from which a parameter follows; zero if it does not.
func (s Setting) Condition(name model.Name) trial.Condition {
	if name != model.BudgetName || s.Spec.Formula(name) != "" {
		return trial.Condition{}
	}
	return s.Spec.Condition
}

// Coupled returns the change that sets the formula of a parameter. The error is a *sweep.SpecError if the formula, or
// its value at the present setting, is invalid.
func (b *State) Coupled(name model.Name, formula string) (change func(*Setting), err error) {
	s := b.Setting.Clone()
	s.free(name)
	s.Spec.With = append(s.Spec.With, sweep.Coupling{Name: string(name), Formula: formula})
	s.Spec.Over = []sweep.Axis{b.Swept()}
	_, err = b.applied(s)
	return func(now *Setting) {
		now.Spec.With = s.Spec.With
		if name == model.BudgetName {
			now.Spec.Condition = trial.Condition{}
		}
	}, err
}

// follow sets the coupled parameters, for the knobs' display, to their values at the present setting. Values that
// depend on a width that is not known yet do not change. If a formula has no value, the sweep returns the error.
func (b *Bench) follow() {
	if applied, err := b.applied(b.Setting); err == nil {
		b.Setting.Spec.Assignment = applied
	}
}

// applied returns a setting's assignment with the values of the coupled parameters. If a formula fails
// because the kernel's width is not known yet, it returns the assignment without changes.
func (b *State) applied(s Setting) (trial.Assignment, error) {
	couplings, err := s.Spec.Couplings(sweep.Parameters(b.Methods))
	if err != nil {
		return trial.Assignment{}, err
	}
	q := trial.Question{Draw: s.Spec.Draw(), Family: s.Family(), Assignment: s.Spec.Assignment, Distances: s.Distances()}
	applied, err := couplings.Apply(q, s.Store.Source().Dims())
	if err != nil && math.IsNaN(q.Kernel().Gamma()) && q.Family.HasGamma() {
		return s.Spec.Assignment, nil
	}
	return applied, err
}
