package data

import (
	"fmt"
	"math"

	"gramscope/data/remedy"
)

// Error says what is wrong with a data file or with what was asked of it,
// where, what was expected, and what to do about it.
type Error struct {
	File    string // as the user named it; "" if no file is at fault
	Line    int    // from 1; 0 = no line to point at
	Column  int    // byte column from 1; 0 = none
	Problem string
	Want    string // what was expected; "" where the problem says it
	Err     error  // the cause, for errors.Is; nil if found here

	Remedies remedy.List // what the user can do; nil if nothing sensible
}

// Error gives `file:line:column: problem, expected …; remedies`, in plain words.
func (e *Error) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts are `file:line:column: problem, expected …`, and the remedies.
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

// Unwrap gives the cause, nil where the trouble was found by this package.
func (e *Error) Unwrap() error { return e.Err }

// megabytes writes a number of bytes the way a person asks for memory.
func megabytes(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1e3)
}

// tooMuchMemory is the refusal that every reader and Draw give. need is what
// is known to be needed so far, in bytes: where a line is given, up to that line; for what
// it is, if that is known.
func tooMuchMemory(what string, line int, need, limit int64) *Error {
	if need < 0 { // overflowed
		need = math.MaxInt64
	}
	if what != "" {
		what = " for " + what
	}
	return &Error{Line: line, Problem: fmt.Sprintf("the data need more than %s of memory%s", megabytes(need), what),
		Want:     "at most " + megabytes(limit),
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("use fewer rows or columns"))}
}
