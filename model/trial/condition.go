package trial

import (
	"fmt"

	"gramscope/model/formula"
)

// Condition is a bound on a figure of a run. Given as m, it stands for the least m found whose figure meets it. The
// zero value is no condition.
type Condition struct {
	Figure string // a column of results
	Sign   string // "<=" or ">="
	Bound  string // a formula of numbers and of columns of results, in their names
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return c == Condition{} }

// String returns the condition as it is typed, "" for none.
func (c Condition) String() string { return c.Figure + c.Sign + c.Bound }

// Formula returns the bound, which was checked.
func (c Condition) Formula() *formula.Formula {
	f, err := formula.Parse(c.Bound)
	if err != nil {
		panic(fmt.Sprintf("trial: the condition %s: %v", c, err))
	}
	return f
}
