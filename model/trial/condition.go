package trial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/exact"
)

// Condition is an upper bound on a figure of K̃. In place of a value of m it stands for the smallest m
// that meets it, which [Trial.Smallest] finds. The zero value is no condition.
type Condition struct {
	Figure string  // one of ConditionFigures
	Most   float64 // in (0, 1), or for evidence_gap above 0, in nats
}

// bound is a figure that a condition can bound.
type bound struct {
	figure   string // its column of results
	of       func(*exact.Comparison, context.Context) (exact.Estimate, error)
	diagonal bool // it follows from the diagonals of K and K̃, so that it is exact for any n at O(n·m)

	// floor returns the least value that K̃ of a rank can have, and whether it is known.
	floor func(r *exact.Reference, ctx context.Context, rank int) (exact.Estimate, bool, error)
}

var bounds = []bound{
	{figure: "error", of: (*exact.Comparison).Error, floor: (*exact.Reference).Floor},
	{figure: "error_trace", of: (*exact.Comparison).Trace, diagonal: true, floor: (*exact.Reference).TraceFloor},
	{figure: gapFigure},
}

// ConditionFigures returns the figures that a condition can bound, by their columns of results.
func ConditionFigures() (names []string) {
	for _, b := range bounds {
		names = append(names, b.figure)
	}
	return names
}

func (c Condition) bound() bound {
	for _, b := range bounds {
		if b.figure == c.Figure {
			return b
		}
	}
	panic(fmt.Sprintf("trial: a condition on %q", c.Figure))
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return c == Condition{} }

// OfRegression reports whether m depends on the target and on the ridge μ.
func (c Condition) OfRegression() bool { return c.Figure == gapFigure }

// String returns the condition as ParseCondition reads it, "" for none.
func (c Condition) String() string {
	if c.IsZero() {
		return ""
	}
	return c.Figure + "<=" + strconv.FormatFloat(c.Most, 'g', -1, 64)
}

// LooksConditional reports whether a text for a parameter is meant as a condition, correct or not.
func LooksConditional(text string) bool { return strings.ContainsAny(text, "<>≤≥") }

// ConditionError is the error of a text that is no condition.
type ConditionError struct {
	Text     string
	Column   int // where the problem is, in characters from 1
	Problem  string
	Remedies remedy.List
}

func (e *ConditionError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem with its place, and the remedies.
func (e *ConditionError) Parts() (string, remedy.List) {
	return fmt.Sprintf("%q, column %d: %s", e.Text, e.Column, e.Problem), e.Remedies
}

// ParseCondition parses a condition such as error<=0.01. The error is a *ConditionError.
func ParseCondition(text string) (Condition, error) {
	example := "write it as in error<=0.01"
	bad := func(at int, problem, instead string) (Condition, error) {
		return Condition{}, &ConditionError{text, 1 + utf8.RuneCountInString(text[:at]), problem, remedy.Do(instead)}
	}
	at := strings.IndexAny(text, "<>=≤≥")
	if at < 0 {
		return bad(0, "this is no condition", example)
	}
	figure := strings.TrimSpace(text[:at])
	if names := ConditionFigures(); !slices.Contains(names, figure) {
		instead := "give one of " + strings.Join(names, ", ")
		if near := data.Nearest(figure, names); near != "" {
			instead = "did you mean " + near + "?"
		}
		return bad(0, fmt.Sprintf("m can't follow from %q", figure), instead)
	}
	absolute := figure == gapFigure
	some := "0.01"
	if absolute {
		some, example = "10", "write it as in "+figure+"<=10"
	}
	value, ok := strings.CutPrefix(text[at:], "<=")
	if !ok {
		value, ok = strings.CutPrefix(text[at:], "≤")
	}
	if !ok {
		return bad(at, "a figure is bounded from above, by <=", example)
	}
	from := len(text) - len(strings.TrimLeft(value, " "))
	most, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	switch {
	case err != nil || math.IsNaN(most):
		return bad(from, fmt.Sprintf("%q is not a number", strings.TrimSpace(value)), example)
	case !(most > 0):
		return bad(from, fmt.Sprintf("only K itself has %s <= %v", figure, most), "give a number above 0, such as "+some)
	case absolute && math.IsInf(most, 1):
		return bad(from, "no number is above it", example)
	case most >= 1 && !absolute:
		return bad(from, fmt.Sprintf("%v asks for nothing: K̃ = 0 has %s = 1", most, figure), "give a number below 1, such as 0.01")
	}
	return Condition{figure, most}, nil
}

// MarshalText writes the condition as String does.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes. The error is a *ConditionError.
func (c *Condition) UnmarshalText(text []byte) (err error) {
	*c = Condition{}
	if len(text) > 0 {
		*c, err = ParseCondition(string(text))
	}
	return err
}

// UnreachableError is the error of a condition that no m meets.
type UnreachableError struct {
	Condition Condition
	Method    string
	M         int            // the largest m
	Limited   bool           // whether memory does not allow a larger one
	Reached   exact.Estimate // the figure at M
	Rank      int            // of K̃ at M
	Floor     float64        // the least figure of that rank, by the truncated SVD; NaN if unknown
}

func (e *UnreachableError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem, and the remedies.
func (e *UnreachableError) Parts() (string, remedy.List) {
	c := e.Condition
	largest := "the largest m there is"
	if e.Limited {
		largest = "the largest m that memory allows"
	}
	text := fmt.Sprintf("no m meets %s with %s: at m = %d, %s, %s is %.3g", c, e.Method, e.M, largest, c.Figure, e.Reached.Value)
	if e.Reached.SE > 0 {
		text += fmt.Sprintf(" ± %.1g", e.Reached.SE)
	}
	remedies, floor := remedy.List{}, "the error of the truncated SVD,"
	if c.Figure == gapFigure {
		floor = "tr(K−K̃)/2μ of the truncated SVD,"
	}
	if e.Reached.Value < 1/1.05 || c.Figure == gapFigure {
		remedies = remedy.By("allow more", "m", Condition{c.Figure, roundedUp(1.05 * e.Reached.Value)}.String())
	}
	switch {
	case math.IsNaN(e.Floor):
	case e.Floor > c.Most:
		text += fmt.Sprintf(", and the floor of rank %d, %s is %.3g", e.Rank, floor, e.Floor)
	default:
		text += fmt.Sprintf("; the floor of rank %d, %s is %.3g", e.Rank, floor, e.Floor)
		remedies = remedies.Or(remedy.Do("take another method"))
	}
	if e.Limited {
		remedies = remedies.Or(remedy.Change(remedy.Raise, "max-memory"))
	}
	return text, remedies
}

// roundedUp rounds v > 0 up to two digits.
func roundedUp(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	up, _ := strconv.ParseFloat(strconv.FormatFloat(math.Ceil(v/unit)*unit, 'g', 2, 64), 64)
	return up
}
