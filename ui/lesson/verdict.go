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
// of the claims stand in their texts and were measured over 20 seeds; a claim
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

// figure is a number with its name.
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

// atMost is the claim small ≤ factor·large. where says of which rows, if not
// of all: "at γ = 10", say.
func (e *evidence) atMost(where string, small figure, factor float64, large figure) {
	sign := "≤"
	holds := small.value <= factor*large.value
	if !holds {
		sign = ">"
	}
	e.says(holds, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", small.times(1), sign, large.times(factor), where)))
}

// goes is the claim that the mean of a column rises, or falls, or stays, with
// every step of the swept parameter. What speaks for it is said in one word.
func (e *evidence) goes(method, column string, upwards bool) {
	word, before, grid := "falls", math.NaN(), e.swept()
	if upwards {
		word = "rises"
	}
	for i, value := range grid {
		now := e.mean(method, column, value)
		if i > 0 && (upwards && now < before || !upwards && now > before) {
			e.says(false, fmt.Sprintf("%s %s → %s %s", method, number(before), number(now), e.where(value)))
			return
		}
		before = now
	}
	e.says(true, method+" "+word+" between")
}

// where names a value of the swept parameter.
func (e *evidence) where(value float64) string {
	return fmt.Sprintf("at %s = %s", symbol(e.lesson.Spec.Over[0].Name), number(value))
}

// says notes figures for the claim, or against it.
func (e *evidence) says(holds bool, figures string) {
	if holds {
		e.supporting = append(e.supporting, figures)
	} else {
		e.against = append(e.against, figures)
	}
}
