package data

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/dustin/go-humanize"

	"gramscope/data/remedy"
)

// Error describes what is wrong with a data file, or with a request about it: where, what was expected, and what the
// user can do.
type Error struct {
	File    string // as the user named it; "" if no file is at fault
	Line    int    // from 1; 0 = none
	Column  int    // byte column from 1; 0 = none
	Problem string
	Want    string // what was expected; "" if the problem says it
	Err     error  // the cause, for errors.Is; nil if this package found the problem

	Remedies remedy.List // what the user can do; nil if nothing sensible
	Below    []string    // lines for a terminal: what is wrong with each column, and a command that reads the rest
}

// Error returns `file:line:column: problem, expected …; remedies`, in plain words.
func (e *Error) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns `file:line:column: problem, expected …`, and the remedies.
func (e *Error) Parts() (string, remedy.List) {
	text := e.Problem
	if e.Want != "" {
		text += ", expected " + e.Want
	}
	place := e.File
	if e.Line > 0 {
		place += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Column > 0 {
		place += fmt.Sprintf(":%d", e.Column)
	}
	if e.File != "" {
		text = place + ": " + text
	}
	return text, e.Remedies
}

// Unwrap returns the cause, nil if this package found the problem.
func (e *Error) Unwrap() error { return e.Err }

// Cause returns the text of an error of the file system without the names of files, which may not be those that the
// user gave.
func Cause(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory" // systems have other words for it
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	}
	return err.Error()
}

// failure is what reading panics with at an error, as the error ends it at any depth; caught returns the error.
type failure struct{ err error }

func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// caught is deferred by functions that return an error, to return that of a failure, or of [Matrix.Row]. Other panics
// go on.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = p.err
	case *Error:
		*err = p
	default:
		panic(p)
	}
}

func megabytes(n int64) string { return humanize.Bytes(uint64(n)) }

// TooMuchMemory returns the error of data that need more memory than is allowed, in bytes. need is a lower bound, and
// what, if it is not "", says what needs it.
func TooMuchMemory(what string, need, limit int64) *Error {
	if need < 0 { // it overflowed
		need = math.MaxInt64
	}
	if what != "" {
		what = " for " + what
	}
	return &Error{Problem: fmt.Sprintf("the data need more than %s of memory%s", megabytes(need), what),
		Want:     "at most " + megabytes(limit) + " beside the program itself",
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("use fewer rows or columns"))}
}

// Unknown says that a name is not one of names, and what to write instead: the nearest, or one of all.
func Unknown(what, name string, names []string) (problem, remedy string) {
	return fmt.Sprintf("unknown %s %q", what, name), Instead(name, names, "choose one of "+strings.Join(names, ", "))
}

// Instead returns the remedy for a name that is not one of names: the nearest, or else other.
func Instead(name string, names []string, other string) string {
	if near := Nearest(name, names); near != "" {
		return "did you mean " + near + "?"
	}
	return other
}

// Nearest returns the member of names that name was most likely meant to be: the first with the smallest edit distance,
// ignoring case, or "" if that exceeds 2, or 1 for names of up to four letters, or a third of the length for more than
// eight. A member that begins with name counts as one edit, and so does a letter in the wrong place. Only these two are
// offered for a name of one or two letters.
func Nearest(name string, names []string) string {
	letters := func(s string) string { return string(slices.Sorted(slices.Values([]rune(s)))) }
	best, bestEdits := "", max(1, min(2, (len(name)+1)/3), len(name)/3)+1
	low := strings.ToLower(name)
	for _, candidate := range names {
		lowCandidate := strings.ToLower(candidate)
		edits := levenshtein.ComputeDistance(low, lowCandidate)
		if len(low) > 1 && strings.HasPrefix(lowCandidate, low) || edits == 2 && letters(low) == letters(lowCandidate) {
			edits = min(edits, 1)
		} else if utf8.RuneCountInString(name) <= 2 {
			continue
		}
		if edits < bestEdits {
			best, bestEdits = candidate, edits
		}
	}
	return best
}

// DidYouMean returns " (did you mean …?)" with the result of Nearest, or "" if there is none.
func DidYouMean(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
