package tune

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/ard"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Sizes of the problem on which LearnWidths finds widths.
const (
	MostWidthRows      = 5000
	MostWidthLandmarks = 200
)

// LearnWidths finds a width for each feature by the evidence, see package ard, from the training rows that
// [Prepare] draws for the spec, at most MostWidthRows of them, on landmarks that are rows drawn uniformly. The
// features are standardised if the spec says so; its Widths, Gammas and Mus do not matter.
//
// report is called after every step of the search; it may be nil. The error is a *sweep.SpecError for a kernel
// without widths or for data without a target of numbers, that of the source, or the context's.
func LearnWidths(ctx context.Context, spec Spec, source data.Source, report func(ard.Progress)) (*ard.Found, error) {
	if err := checkWidths(spec, source); err != nil {
		return nil, err
	}
	n := spec.N
	if rows := source.Rows(); rows > 0 {
		n = min(n, rows)
	}
	train, _, err := source.Draw(n, spec.Test, trial.Stream(spec.Seed, "draw", 1))
	if err != nil {
		return nil, err
	}
	rng := trial.Stream(spec.Seed, "widths")
	order := rng.Perm(n)[:min(n, MostWidthRows)] // a uniform draw in a random order
	problem, start, err := widthProblem(spec, train, order, MostWidthLandmarks)
	if err != nil {
		return nil, err
	}
	problem.Report = report
	return ard.Learn(ctx, problem, start, rng)
}

// checkWidths returns a *sweep.SpecError if there are no widths to learn.
func checkWidths(spec Spec, source data.Source) error {
	family, known := kernel.Lookup(spec.Kernel)
	switch {
	case !known || !family.TakesWidths():
		return &sweep.SpecError{Problem: "the features have no widths for the kernel " + spec.Kernel, Remedies: remedy.Do("choose another kernel")}
	case !source.HasTarget():
		return &sweep.SpecError{Problem: source.Name() + " has no target to learn widths from", Remedies: remedy.By("name one", "target", "")}
	case source.Classes() != nil:
		return &sweep.SpecError{Problem: fmt.Sprintf("widths are learned for targets of numbers, and %s has classes", source.Name()), Remedies: remedy.Change(remedy.Omit, "widths").Or(trial.AnotherTarget())}
	}
	return nil
}

// widthProblem is that of the widths for some training rows, in a random order, of which the first are landmarks: as many as
// are wanted, and at most half of the rows.
func widthProblem(spec Spec, train *data.Set, order []int, landmarks int) (ard.Problem, ard.Start, error) {
	rows, err := trial.RowsOf(trial.Pick(train, order), nil, trial.Scale{Standardize: spec.Standardize})
	if err != nil {
		return ard.Problem{}, ard.Start{}, err
	}
	first := make([]int, min(landmarks, (len(order)+1)/2))
	for i := range first {
		first[i] = i
	}
	family, _ := kernel.Lookup(spec.Kernel)
	median := kernel.DistancesOf(rows.Train.X, family.Geometry, trial.Stream(spec.Seed, "width")).Median
	problem := ard.Problem{X: rows.Train.X, Y: mat.NewDense(len(order), 1, rows.Train.Y), Family: family, Landmarks: first}
	return problem, ard.Start{Width: median, Mu: 0.1}, nil
}
