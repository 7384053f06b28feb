package passes

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/model/trial"
)

// columns describes the columns of some parts.
type columns struct {
	Kinds   kinds
	Failure string // see asFailure
}

// columnsFn describes the columns of a part.
type columnsFn struct{ S Settings }

func (f *columnsFn) ProcessElement(ctx context.Context, path string, emit func(columns)) error {
	found, err := f.S.kinds(ctx, path, math.MaxInt)
	if err != nil {
		failure, other := asFailure(err)
		emit(columns{Failure: failure})
		return other
	}
	emit(columns{Kinds: *found})
	return nil
}

// kinds describes the columns of a part, from at most the given number of rows.
func (s *Settings) kinds(ctx context.Context, path string, most int) (found *kinds, err error) {
	p, err := eachRow(ctx, path, s.Header, func(p *part) (err error) {
		if found == nil {
			if found, err = newKinds(p, s.choice(p.Names)); err != nil {
				return err
			}
		}
		if p.bad == nil {
			found.add(p) // bad rows are reported by standardFn, which knows how columns are used
		}
		if found.Rows == most {
			return io.EOF
		}
		return nil
	})
	if err == nil && found == nil {
		found, err = newKinds(p, s.choice(p.Names))
	}
	return found, err
}

// choice returns how columns of these names are used. A target of numbers is categorical if it is learned as classes.
func (s *Settings) choice(names []string) data.Choice {
	c := s.Choice
	if s.Spec.Learner != trial.LearnLogistic || len(names) == 0 {
		return c
	}
	c.Categorical = append(slices.Clone(c.Categorical), cmp.Or(c.Target, names[len(names)-1]))
	return c
}

// coding returns how columns become features and the target.
func (s *Settings) coding(all columns) (data.Coding, error) {
	if all.Failure != "" {
		return data.Coding{}, &data.Error{Problem: all.Failure}
	}
	coding, err := all.Kinds.coding(s.choice(all.Kinds.Names))
	if err != nil {
		return coding, err
	}
	const mostNumbers = 50 // largest number of different numbers that count as classes by themselves
	target, chosen := coding.Target, s.Choice.Categorical
	isCategorical := slices.Contains(chosen, target.Name) || slices.Contains(chosen, fmt.Sprint(target.Number))
	wrong := func(want, format string, args ...any) (data.Coding, error) {
		return coding, &data.Error{File: all.Kinds.File, Problem: fmt.Sprintf(format, args...), Want: want}
	}
	switch {
	case target.Name == "":
		return wrong("", "no target to learn; name one with --target")
	case target.Texts != nil && s.Spec.Learner == trial.LearnRidge:
		return wrong("another target, or --learner logistic",
			"the target %q is text, %d classes, and ridge regression is for numbers", target.Name, len(target.Texts))
	case len(target.Texts) > mostNumbers && all.Kinds.Columns[target.Number-1].Numbers > 0 && !isCategorical:
		return wrong("fewer, or --learner ridge",
			"the target %q has more than %d different numbers, and logistic is for classes", target.Name, mostNumbers)
	}
	return coding, nil
}

func mergeColumns(a, b columns) columns {
	if err := a.Kinds.merge(&b.Kinds); err != nil {
		a.Failure = said(err)
	}
	a.Failure = cmp.Or(min(a.Failure, b.Failure), a.Failure, b.Failure)
	return a
}
