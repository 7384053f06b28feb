// Package claim decides from figures whether a claim of a lesson or a paper holds.
package claim

import (
	"fmt"
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

// Verdict is the result of checking a claim.
type Verdict struct {
	State   State
	Figures string // one line: the figures for or against the claim, or what is missing
}

// String returns the verdict in one line, such as "✓ rls 0.0021 ≤ nystrom 0.017 / 3".
func (v Verdict) String() string {
	switch v.State {
	case Holds:
		return "✓ " + v.Figures
	case Differs:
		return "≠ " + v.Figures
	case Fails:
		return "✗ " + v.Figures
	}
	return "not yet: " + v.Figures
}

// Evidence collects figures for a verdict. The zero value is empty.
type Evidence struct {
	missing                        []string // figures that are not there yet
	supporting, differing, against []string // figures
}

// Verdict returns the verdict on all figures. It is Waiting if something is missing, and Fails
// if a figure is against the claim.
func (e *Evidence) Verdict() Verdict {
	switch {
	case len(e.missing) > 0:
		return Verdict{Waiting, e.missing[0]}
	case len(e.against) > 0:
		return Verdict{Fails, strings.Join(e.against, "; ")}
	case len(e.differing) > 0:
		return Verdict{Differs, strings.Join(append(e.differing, e.supporting...), "; ")}
	}
	return Verdict{Holds, strings.Join(e.supporting, "; ")}
}

// Needs adds something that is missing.
func (e *Evidence) Needs(what string) { e.missing = append(e.missing, "needs "+what) }

// Has reports whether a run of a method has a column, and adds what is missing if it failed or has not.
// failure is why it failed, "" if it did not; has says whether the run has the column.
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
		e.against = append(e.against, figures)
	}
}

// AtMost checks a ≤ factor·b. where is a context for the figures, such as "at γ = 10", or "".
func (e *Evidence) AtMost(where string, a Figure, factor float64, b Figure) {
	e.compare(where, a, a.Value <= factor*b.Value, "≤", ">", b.times(factor))
}

// AtLeast checks a ≥ factor·b.
func (e *Evidence) AtLeast(where string, a Figure, factor float64, b Figure) {
	e.compare(where, a, a.Value >= factor*b.Value, "≥", "<", b.times(factor))
}

// Between checks lo ≤ a ≤ hi.
func (e *Evidence) Between(where string, a Figure, lo, hi float64) {
	holds := a.Value >= lo && a.Value <= hi
	word := "in"
	if !holds {
		word = "outside"
	}
	e.Says(holds, strings.TrimPrefix(fmt.Sprintf("%s: %s %s [%s, %s]", where, a.times(1), word, Number(lo), Number(hi)), ": "))
}

// compare adds the comparison that holds.
func (e *Evidence) compare(where string, a Figure, holds bool, sign, opposite, b string) {
	if !holds {
		sign = opposite
	}
	e.Says(holds, strings.TrimPrefix(fmt.Sprintf("%s: %s %s %s", where, a.times(1), sign, b), ": "))
}

// Figure is a number with its name, which may be empty.
type Figure struct {
	Name  string
	Value float64
}

// Of returns a figure with a name.
func Of(name string, value float64) Figure { return Figure{name, value} }

// times formats a figure times a factor, as a quotient if the factor is below 1.
func (f Figure) times(factor float64) string {
	text := strings.TrimSpace(f.Name + " " + Number(f.Value))
	switch {
	case factor < 1:
		return text + " / " + Number(1/factor)
	case factor > 1:
		return text + " · " + Number(factor)
	}
	return text
}

// Number formats a number with three digits, or all digits before the point.
func Number(v float64) string {
	if v >= 100 && v < 1e6 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
