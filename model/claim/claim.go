// Package claim weighs figures for and against a claim: of a lesson, or of a paper.
package claim

import (
	"fmt"
	"strings"
)

// State is what is known of a claim.
type State int

const (
	Waiting State = iota // figures that it is about are not there
	Holds
	Differs // what is found is not what is claimed, for a reason that is known and said
	Fails
)

// Verdict is a claim weighed.
type Verdict struct {
	State   State
	Figures string // one line: the figures for or against it, or what is waited for
}

// String is the verdict in one line: "✓ rls 0.0021 ≤ nystrom 0.017 / 3", say.
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

// Evidence is collected for a verdict. The zero value has none.
type Evidence struct {
	missing                        []string // what is waited for
	supporting, differing, against []string // figures
}

// Verdict is that of all figures together. What is missing makes it wait, and what
// speaks against the claim outweighs what speaks for it.
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

// Needs notes what is waited for.
func (e *Evidence) Needs(what string) { e.missing = append(e.missing, "needs "+what) }

// Says notes figures for the claim, or against it.
func (e *Evidence) Says(holds bool, figures string) {
	if holds {
		e.supporting = append(e.supporting, figures)
	} else {
		e.against = append(e.against, figures)
	}
}

// Differs notes figures that are not those of the claim, as is known and explained; or,
// where they are not as explained either, against it.
func (e *Evidence) Differs(asExplained bool, figures string) {
	if asExplained {
		e.differing = append(e.differing, figures)
	} else {
		e.against = append(e.against, figures)
	}
}

// AtMost is the claim a ≤ factor·b. where says of what, if that is not plain:
// "at γ = 10", say.
func (e *Evidence) AtMost(where string, a Figure, factor float64, b Figure) {
	e.compare(where, a, a.Value <= factor*b.Value, "≤", ">", b.times(factor))
}

// AtLeast is the claim a ≥ factor·b.
func (e *Evidence) AtLeast(where string, a Figure, factor float64, b Figure) {
	e.compare(where, a, a.Value >= factor*b.Value, "≥", "<", b.times(factor))
}

// Between is the claim lo ≤ a ≤ hi.
func (e *Evidence) Between(where string, a Figure, lo, hi float64) {
	holds := a.Value >= lo && a.Value <= hi
	word := "in"
	if !holds {
		word = "outside"
	}
	e.Says(holds, strings.TrimPrefix(fmt.Sprintf("%s: %s %s [%s, %s]", where, a.times(1), word, Number(lo), Number(hi)), ": "))
}

// compare says what is the case.
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

// Of is a figure with its name.
func Of(name string, value float64) Figure { return Figure{name, value} }

// times writes a figure times a factor, as a quotient where the factor is
// below 1.
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

// Number writes three digits, and those before the point in full.
func Number(v float64) string {
	if v >= 100 && v < 1e6 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
