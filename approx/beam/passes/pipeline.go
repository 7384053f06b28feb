// Package passes is DISQUEAK and regression as passes of an Apache Beam pipeline over the parts of a
// table. A pass reads each part from its beginning to its end, folds its rows into one accumulator, and
// combines these; a combine function of Beam's Go SDK is given no side inputs, and so can't take rows in
// itself that have to be scaled first.
//
// What is drawn depends on the seed and on what the rows hold and where they stand, never on a
// worker's state: a bundle that is tried again comes to the same bits. Which dictionaries are merged with
// which is up to the runner, and two runs may come to other landmarks, each as good; landmarks that are given or
// drawn uniformly leave only the rounding of sums that are added in another order.
package passes

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"gramscope/model/trial"
)

func pathOf(f fileio.FileMetadata) string { return f.Path }

// build lays the passes out. Each reads the parts anew, since what goes from worker to worker then is
// what was summed up of a part, and never rows.
func build(s beam.Scope, with Settings) {
	parts := beam.Reshuffle(s, beam.ParDo(s, pathOf, fileio.MatchFiles(s, with.Input, fileio.MatchEmptyDisallow())))
	look := s.Scope("columns")
	cols := beam.Combine(look, mergeColumns, beam.ParDo(look, &columnsFn{with}, parts))
	known := beam.SideInput{Input: cols}
	standardise := s.Scope("standardise")
	all := beam.Combine(standardise, &mergeStandard{with}, beam.ParDo(standardise, &standardFn{with}, parts, known))
	frames := beam.ParDo(standardise, &frameFn{with}, all, known)
	chosen := selected(s.Scope("landmarks"), with, parts, frames)
	solutions, errors := learned(s.Scope("regression"), with, parts, frames, chosen)
	beam.ParDo0(s, &writeFn{with}, errors, beam.SideInput{Input: frames}, beam.SideInput{Input: chosen}, beam.SideInput{Input: solutions})
}

// Run runs the passes by a runner of Beam. rest are the arguments of the command line that are no flags, of
// which there must be none. A command line that is wrong is a *UsageError.
func Run(ctx context.Context, s *Settings, rest []string, by func(context.Context, *beam.Pipeline) error) error {
	if err := s.check(rest); err != nil {
		return err
	}
	first, err := s.checkPlaces(ctx)
	if err != nil {
		return err
	}
	if s.Spec.Learner == "" && s.isNumberIn(ctx, first) {
		s.Spec.Learner = trial.LearnRidge
	}
	p, scope := beam.NewPipelineWithRoot()
	build(scope, *s)
	return by(ctx, p)
}

// checkPlaces finds out before the work whether there are parts, and whether the files could be written.
// It gives the first part.
func (s *Settings) checkPlaces(ctx context.Context) (first string, err error) {
	flags := map[string]string{}
	for _, file := range s.files() {
		if other := flags[file.clean()]; other != "" {
			return "", misused("--%s and --%s name one file; name two", other, file.flag)
		}
		flags[file.clean()] = file.flag
		if err := file.check(ctx); err != nil {
			return "", errors.New(said(err))
		}
	}
	fs, err := filesystem.New(ctx, s.Input)
	if err != nil {
		return "", err
	}
	defer fs.Close()
	files, err := fs.List(ctx, s.Input)
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", fmt.Errorf("no file is called %s; quote the pattern, so that the shell leaves it alone", s.Input)
	}
	return files[0], nil
}

// isNumberIn tells whether the first rows of a part show the target to be a number, which one cell does,
// and logistic regression need not be laid out. Where they can't be read the passes will tell why.
func (s *Settings) isNumberIn(ctx context.Context, path string) bool {
	kinds, err := s.kinds(ctx, path, 1000)
	if err != nil {
		return false
	}
	coding, err := kinds.Coding(s.choice(kinds.Names))
	return err == nil && coding.Target.Name != "" && coding.Target.Texts == nil && kinds.Columns[coding.Target.Number-1].Numbers > 0
}
