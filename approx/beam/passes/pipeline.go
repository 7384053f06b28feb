// Package passes is DISQUEAK and regression as passes of an Apache Beam pipeline over the parts of a table. A pass
// reads each part from its beginning to its end, accumulates its rows, and combines the accumulators of all parts. (A
// combine function of Beam's Go SDK has no side inputs, so it can't accumulate rows that have to be scaled first.)
//
// Random draws depend on the seed and on the content and the place of a row, never on a worker's state: a
// bundle that is retried gives the same bits. The runner decides which dictionaries are merged with which,
// so two runs may select different landmarks, which are equally good. With landmarks that are given or
// drawn uniformly, runs differ only by the rounding of sums that are added in another order.
package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"gramscope/data/legible"
	"gramscope/model/trial"
)

func pathOf(f fileio.FileMetadata) string { return f.Path }

// build constructs the pipeline. Each pass reads the parts anew, so that only sums over parts are sent
// between workers, and never rows.
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
	beam.ParDo0(s, &writeFn{with}, errors,
		beam.SideInput{Input: frames}, beam.SideInput{Input: chosen}, beam.SideInput{Input: solutions})
}

// Run runs the passes with a runner of Beam. rest are the arguments of the command line after the flags;
// there must be none. The error is a *UsageError if the command line is wrong.
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

// checkPlaces checks before the work that there are parts and that the files could be written. It returns
// the first part.
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

// isNumberIn reports whether the first rows of a part show that the target is a number. One cell with a number
// suffices, and the pipeline then needs no logistic regression. If the rows can't be read, the passes will report why.
func (s *Settings) isNumberIn(ctx context.Context, path string) bool {
	found, err := s.kinds(ctx, path, 1000)
	if err != nil {
		return false
	}
	coding, err := found.coding(s.choice(found.Names))
	target := coding.Target
	return err == nil && target.Name != "" && target.Texts == nil && found.Columns[target.Number-1].Numbers > 0
}

// UsageError is the error of a wrong command line.
type UsageError struct{ Problem string }

func (e *UsageError) Error() string { return e.Problem }

func misused(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// Report writes the error of Run on one line, and returns the exit status: 0 for success, 1 for a failure,
// 2 for wrong usage.
func Report(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "beam:", legible.Message(cause(err.Error())))
	if usage := (*UsageError)(nil); errors.As(err, &usage) {
		return 2
	}
	return 1
}

// cause returns the message of the pass that failed out of the text of a runner's error, in which Beam's Go
// SDK puts the stages and the types of all passes first. A text of another form is returned unchanged; the
// log has all of it in any case.
func cause(text string) string {
	const pass, failed = "\nDoFn[UID:", "] failed:\n"
	if at := strings.LastIndex(text, pass); at >= 0 {
		if _, message, found := strings.Cut(text[at:], failed); found {
			return message
		}
	}
	return text
}
