package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"

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
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
			if e.Column > 0 {
				fmt.Fprintf(&b, ":%d", e.Column)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Problem)
	if e.Want != "" {
		b.WriteString(", expected " + e.Want)
	}
	return b.String(), e.Remedies
}

// Unwrap gives the cause, nil where the trouble was found by this package.
func (e *Error) Unwrap() error { return e.Err }

// megabytes writes a number of bytes the way a person asks for memory.
func megabytes(n int64) string {
	switch {
	case n >= 1e9:
		return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) + " GB"
	case n >= 1e6:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 0, 64) + " MB"
	}
	return strconv.FormatFloat(float64(n)/1e3, 'f', 1, 64) + " kB"
}

// tooMuchMemory is the refusal that every reader and Draw give. need is what
// is known to be needed so far, in bytes: where a line is given, up to that line.
func tooMuchMemory(file string, line int, need, limit int64) *Error {
	if need < 0 { // overflowed
		need = math.MaxInt64
	}
	return &Error{File: file, Line: line,
		Problem:  fmt.Sprintf("the data need more than %s of memory", megabytes(need)),
		Want:     "at most " + megabytes(limit),
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("use fewer rows or columns"))}
}
