package command

import (
	"context"
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/model/trial"
)

// fitSource opens the data and prints notes on them.
func (p *program) fitSource(ctx context.Context, s *fitSettings, name string) (source data.Source, coding data.Coding, err error) {
	if source, err = s.loader.read(ctx, name, p.stdin); err != nil {
		return nil, coding, err
	}
	if file, ok := source.(*data.File); ok {
		if source, err = p.learnable(ctx, s, file); err != nil {
			return nil, coding, err
		}
	}
	if coding, err = source.(interface{ Coding() (data.Coding, error) }).Coding(); err != nil {
		return nil, coding, err
	}
	source, notes, err := s.loader.complete(ctx, source)
	p.notes(notes)
	return source, coding, err
}

// learnable checks that a file has a target. If the learner is for classes, a target of numbers
// becomes classes.
func (p *program) learnable(ctx context.Context, s *fitSettings, file *data.File) (*data.File, error) {
	if !file.HasTarget() {
		return nil, &usageError{"no target to learn", "name one with --target"}
	}
	if !s.flags.isGiven("target") {
		p.note("target: %s, %s; --target NAME takes another", file.Target(), file.TargetPlace())
	}
	learner := s.spec.Learner
	if file.Classes() != nil || learner == "" || learner == trial.LearnRidge {
		return file, nil
	}
	return await(ctx, func() (*data.File, error) { return classed(file.Table(), s.loader.choice, file.Target(), learner) })
}

// mostNumbers is the largest number of different numbers that may be classes.
const mostNumbers = 50

// classed makes classes of the target's numbers.
func classed(table *data.Table, choice data.Choice, target, learner string) (*data.File, error) {
	choice.Categorical = append(slices.Clone(choice.Categorical), target)
	file, err := table.File(choice)
	if err == nil && len(file.Classes()) > mostNumbers {
		return nil, &usageError{fmt.Sprintf("the target %s has %d different numbers, and %s is for a few classes", target, len(file.Classes()), learner),
			fmt.Sprintf("take --learner ridge, or a target with at most %d", mostNumbers)}
	}
	return file, err
}
