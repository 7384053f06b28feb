package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// usageError reports a mistake in the command line.
type usageError struct{ problem, remedy string }

func (e *usageError) Error() string {
	if e.remedy == "" {
		return e.problem
	}
	return e.problem + "; " + e.remedy
}

// unknown returns the usage error for a name that is not one of names.
func unknown(what, name string, names []string) error {
	problem, remedy := data.Unknown(what, name, names)
	return &usageError{problem, remedy}
}

// Report prints the error that [Run] returned and returns the exit status: 0 for success,
// 1 for a failure, 2 for wrong usage. A closed pipe on standard output, as behind `head`,
// is a success.
func Report(err error, stderr io.Writer) int {
	var usage *usageError
	var spec *sweep.SpecError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "gramscope: interrupted")
		return 1
	case errors.As(err, &usage), errors.As(err, &spec):
		complain(err, stderr)
		return 2
	}
	complain(err, stderr)
	return 1
}

// complain writes an error on one line; joined errors get one line each.
func complain(err error, stderr io.Writer) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			complain(one, stderr)
		}
		return
	}
	fmt.Fprintf(stderr, "gramscope: %s\n", legible.Message(remedy.Message(err, flagged())))
}
