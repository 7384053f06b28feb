package lesson

import (
	"fmt"
	"math"
	"strings"

	"gramscope/model/sweep"
)

// State is what is known of a claim.
type State int

const (
	Waiting State = iota // rows that it is about are not there
	Holds
	Fails
)

// Verdict is a claim checked on rows.
type Verdict struct {
	State   State
	Figures string // one line: the figures for or against it, or what is waited for
}

// String is the verdict in one line: "✓ rls 0.0021 ≤ nystrom 0.017 / 3", say.
func (v Verdict) String() string {
	switch v.State {
	case Holds:
		return "✓ " + v.Figures
	case Fails:
		return "✗ " + v.Figures
	}
	return "not yet: " + v.Figures
}

// Check says whether the lesson's claim holds on rows: in any order, those of
// its grid and any others, of which it takes no notice. Where rows of several
// seeds fit, those of the last row's seed count, so that rows of a new draw may
// follow on old ones. What is missing makes the verdict wait, be it that a run
// is not done, that it failed, that its method was left out, that a knob is
// elsewhere than in the preset, or that a column was not computed. The margins
// of the claims stand in their texts and were measured over 40 seeds; a claim
// about random draws may still fail at another one.
func (l Lesson) Check(rows []sweep.Result) Verdict {
	e := gather(l, rows)
	l.claim(e)
	switch {
	case len(e.missing) > 0:
		return Verdict{Waiting, e.missing[0]}
	case len(e.against) > 0:
		return Verdict{Fails, strings.Join(e.against, "; ")}
	}
	return Verdict{Holds, strings.Join(e.supporting, "; ")}
}

// figure is a number with its name, which may be empty.
type figure struct {
	name  string
	value float64
}

// times writes a figure times a factor, as a quotient where the factor is
// below 1.
func (f figure) times(factor float64) string {
	text := strings.TrimSpace(f.name + " " + number(f.value))
	switch {
	case factor < 1:
		return text + " / " + number(1/factor)
	case factor > 1:
		return text + " · " + number(factor)
	}
	return text
}

// number writes three digits, and those before the point in full.
func number(v float64) string {
	if v >= 100 && v < 1e6 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// atMost is the claim a ≤ factor·b. where says of what, if that is not plain:
// "at γ = 10", say.
func (e *evidence) atMost(where string, a figure, factor float64, b figure) {
	e.compare(where, a, a.value <= factor*b.value, "≤", ">", b.times(factor))
}

// atLeast is the claim a ≥ factor·b.
func (e *evidence) atLeast(where string, a figure, factor float64, b figure) {
	e.compare(where, a, a.value >= factor*b.value, "≥", "<", b.times(factor))
}

// compare says what is the case.
func (e *evidence) compare(where string, a figure, holds bool, sign, opposite, b string) {
	if !holds {
		sign = opposite
	}
	e.says(holds, strings.TrimPrefix(fmt.Sprintf("%s: %s %s %s", where, a.times(1), sign, b), ": "))
}

// goes is the claim that the mean of a column rises, or falls, or stays, with
// every step of the swept parameter. What speaks for it is said in a word.
func (e *evidence) goes(what, method, column string, upwards bool) {
	word, before := "falls", math.NaN()
	if upwards {
		word = "rises"
	}
	for i, value := range e.swept() {
		now := e.mean(method, column, value)
		if i > 0 && (upwards && now < before || !upwards && now > before) {
			e.says(false, fmt.Sprintf("%s: %s goes from %s to %s", e.where(value), what, number(before), number(now)))
			return
		}
		before = now
	}
	e.says(true, what+" "+word+" at every step")
}

// where names a value of the swept parameter.
func (e *evidence) where(value float64) string {
	return "at " + setting(e.lesson.Spec.Over[0].Name, value)
}

// says notes figures for the claim, or against it.
func (e *evidence) says(holds bool, figures string) {
	if holds {
		e.supporting = append(e.supporting, figures)
	} else {
		e.against = append(e.against, figures)
	}
}
