package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// usageError says that the command line is wrong.
type usageError struct{ problem, remedy string }

func (e *usageError) Error() string {
	if e.remedy == "" {
		return e.problem
	}
	return e.problem + "; " + e.remedy
}

// unknown is the usage error for a name that does not exist.
func unknown(what, name string, names []string) error {
	remedy := "choose one of " + strings.Join(names, ", ")
	if near := data.Nearest(name, names); near != "" {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return &usageError{fmt.Sprintf("unknown %s %q", what, name), remedy}
}

// Report tells the user what Run returned, and gives the exit status: 0 all
// well, 1 something failed, 2 wrong usage. A reader of standard output that
// went away, as `head` does, is no failure.
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

// complain writes an error on a line, or several that were joined on one each.
func complain(err error, stderr io.Writer) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			complain(one, stderr)
		}
		return
	}
	fmt.Fprintf(stderr, "gramscope: %s\n", legible.Message(remedy.Message(err, flagged())))
}
