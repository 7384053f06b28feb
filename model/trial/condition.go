package trial

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/formula"
)

// Condition is a bound on a figure of a run. In place of a value of m it stands for one that meets it. The zero value
// is no condition.
type Condition struct {
	Figure string // a column of results
	Sign   string // "<=" or ">="
	Bound  string // a formula of numbers and of columns of results, in their names
}

// ErrorWithin returns the condition that the error of K̃ is at most a number.
func ErrorWithin(most float64) Condition {
	return Condition{"error", "<=", strconv.FormatFloat(most, 'g', -1, 64)}
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return c == Condition{} }

// String returns the condition as ParseCondition reads it, "" for none.
func (c Condition) String() string {
	if c.IsZero() {
		return ""
	}
	return c.Figure + c.Sign + c.Bound
}

// Formula returns the bound, which ParseCondition has checked.
func (c Condition) Formula() *formula.Formula {
	f, err := formula.Parse(c.Bound)
	if err != nil {
		panic(fmt.Sprintf("trial: the condition %s: %v", c, err))
	}
	return f
}

// LooksConditional reports whether a text for a parameter is meant as a condition, correct or not.
func LooksConditional(text string) bool { return strings.ContainsAny(text, "<>≤≥") }

// BadCondition is the error of a text that is no condition because of what stands at a byte of it.
func BadCondition(text string, at int, problem, instead string) error {
	column := 1 + utf8.RuneCountInString(text[:at])
	return &data.Error{Column: column, Remedies: remedy.Do(instead),
		Problem: fmt.Sprintf("%q, column %d: %s", text, column, problem)}
}

// ParseCondition parses a condition such as error<=0.01 or rmse_test<=1.02*rmse_test_exact. It does not know the
// columns. The error is a *data.Error with a column, in characters.
func ParseCondition(text string) (Condition, error) {
	bad := func(at int, problem string) (Condition, error) {
		return Condition{}, BadCondition(text, at, problem, "write it as in error<=0.01")
	}
	at := strings.IndexAny(text, "<>=≤≥")
	if at < 0 {
		return bad(0, "this is no condition")
	}
	plain := strings.NewReplacer("≤", "<=", "≥", ">=").Replace(text[at:])
	if !strings.HasPrefix(plain, "<=") && !strings.HasPrefix(plain, ">=") {
		return bad(at, "a figure is bounded by <= or >=")
	}
	c, bound := Condition{strings.TrimSpace(text[:at]), plain[:2], strings.TrimSpace(plain[2:])}, plain[2:]
	if _, err := formula.Parse(c.Bound); err != nil {
		column, wrong := 1, (*formula.SyntaxError)(nil)
		if errors.As(err, &wrong) {
			column, err = wrong.Column, errors.New(wrong.Problem)
		}
		from, before := len(text)-len(strings.TrimLeft(bound, " ")), []rune(c.Bound)
		at := from + len(string(before[:min(column-1, len(before))]))
		return bad(min(len(text), at), fmt.Sprintf("%q is no bound: %v", c.Bound, err))
	}
	return c, nil
}

// MarshalText writes the condition as String does.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes. The error is that of ParseCondition.
func (c *Condition) UnmarshalText(text []byte) (err error) {
	*c = Condition{}
	if len(text) > 0 {
		*c, err = ParseCondition(string(text))
	}
	return err
}
