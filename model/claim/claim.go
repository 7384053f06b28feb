// Package claim decides from figures whether a claim of a lesson or a paper holds.
package claim

import (
	"fmt"
	"math"
	"strings"
)

// State is the state of a claim.
type State int

const (
	Waiting State = iota // figures are missing
	Holds
	Differs // the figures contradict the claim, for a known reason
	Fails
)

// String returns the state in words, for a claim of which all figures are there.
func (s State) String() string {
	return map[State]string{Holds: "holds", Differs: "differs", Fails: "does not hold", Waiting: "does not hold"}[s]
}

// Verdict is the result of checking a claim.
type Verdict struct {
	State   State
	Figures string // one line: the figures for or against the claim, or what is missing
}

// between stands between two parts of the figures.
const between = "; "

// Parts returns the figures statement by statement.
func (v Verdict) Parts() []string { return strings.Split(v.Figures, between) }

// Sign returns the sign of the state, "…" while something is missing.
func (v Verdict) Sign() string {
	return map[State]string{Waiting: "…", Holds: "✓", Differs: "≠", Fails: "✗"}[v.State]
}

// String returns the verdict in one line, such as "✓ the ratio is 1.1, where at most 2 was claimed".
func (v Verdict) String() string {
	if v.State == Waiting {
		return "not yet: " + v.Figures
	}
	return v.Sign() + " " + v.Figures
}

// Evidence collects figures for a verdict. The zero value is empty.
type Evidence struct {
	missing                        []string // what the verdict needs
	supporting, differing, against []string // figures
}

// Verdict returns the verdict on all figures. It is Waiting if something is missing, and Fails
// if a figure is against the claim.
func (e *Evidence) Verdict() Verdict {
	switch {
	case len(e.missing) > 0:
		return Verdict{Waiting, e.missing[0]}
	case len(e.against) > 0:
		return Verdict{Fails, strings.Join(e.against, between)}
	case len(e.differing) > 0:
		return Verdict{Differs, strings.Join(append(e.differing, e.supporting...), between)}
	}
	return Verdict{Holds, strings.Join(e.supporting, between)}
}

// Needs adds something that is missing.
func (e *Evidence) Needs(what string) { e.missing = append(e.missing, "needs "+what) }

// Has reports whether a run of a method has a column, and adds what is missing otherwise. failure is why the run
// failed, "" if it did not; has says whether the run has the column.
func (e *Evidence) Has(method, failure, column string, has bool) bool {
	switch {
	case failure != "":
		e.Needs(fmt.Sprintf("a run of %s that failed: %s", method, failure))
	case !has:
		e.Needs(fmt.Sprintf("the column %s of %s", column, method))
	}
	return failure == "" && has
}

// Says adds figures for the claim, or against it.
func (e *Evidence) Says(holds bool, figures string) {
	if holds {
		e.supporting = append(e.supporting, figures)
	} else {
		e.against = append(e.against, figures)
	}
}

// Differs adds figures that contradict the claim. If they do so as explained the verdict is
// Differs, else they are against the claim.
func (e *Evidence) Differs(asExplained bool, figures string) {
	if asExplained {
		e.differing = append(e.differing, figures)
	} else {
		e.Says(false, figures)
	}
}

// Number formats a number with three digits, or all digits before the point.
func Number(v float64) string {
	if size := math.Abs(v); size >= 100 && size < 1e6 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
