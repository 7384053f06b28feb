package passes

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gramscope/data/legible"
)

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
