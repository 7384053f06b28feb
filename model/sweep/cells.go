package sweep

import (
	"fmt"
	"math"
	"sync"

	"gramscope/model"
)

// content is what the cells of a column hold that are not empty.
type content struct {
	kind     cellKind
	min, max float64 // inclusive, of numbers
}

type cellKind int

const (
	otherCells  cellKind = iota // of a column that this program does not know: anything but NaN and infinities
	numberCells                 // finite
	wholeCells                  // numbers without a fraction
	truthCells                  // true or false
	textCells
)

func texts() content  { return content{kind: textCells} }
func truths() content { return content{kind: truthCells} }

// numbers are finite numbers from min to max.
func numbers(min, max float64) content { return content{numberCells, min, max} }

// wholes are whole numbers from min to max.
func wholes(min, max float64) content { return content{wholeCells, min, max} }

func anyNumber() content   { return numbers(math.Inf(-1), math.Inf(1)) }
func nonNegative() content { return numbers(0, math.Inf(1)) }

// valuesOf is what the column of a parameter holds.
func valuesOf(p model.Param) content {
	switch {
	case p.Choices != nil:
		return texts()
	case p.Integer:
		return wholes(p.Min, p.Max)
	}
	return numbers(p.Min, p.Max)
}

// rounding is by how much a figure may lie outside its range, relative to the bound.
const rounding = 1e-9

// allows tells whether a cell that is not empty is one of the column's; v is what it reads
// as, with err of strconv.ParseFloat.
func (c content) allows(cell string, v float64, err error) bool {
	finite := err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
	switch {
	case c.kind == textCells:
		return true
	case c.kind == truthCells:
		return cell == "true" || cell == "false"
	case c.kind == otherCells:
		return finite || err != nil
	}
	return finite && c.includes(v)
}

// includes tells whether a number is one of the column's.
func (c content) includes(v float64) bool {
	slack := rounding * math.Abs(c.max)
	if math.IsInf(c.max, 0) {
		slack = 0
	}
	return v >= c.min && v <= c.max+slack && (c.kind != wholeCells || v == math.Trunc(v))
}

// String is what a cell should hold, in words.
func (c content) String() string {
	what := "a number"
	switch c.kind {
	case textCells:
		return "text"
	case truthCells:
		return "true or false"
	case otherCells:
		return what
	case wholeCells:
		what = "a whole number"
	}
	switch low, high := math.IsInf(c.min, 0), math.IsInf(c.max, 0); {
	case low && high:
		return what
	case math.IsInf(c.min, 0):
		return fmt.Sprintf("%s of at most %g", what, c.max)
	case high:
		return fmt.Sprintf("%s of at least %g", what, c.min)
	}
	return fmt.Sprintf("%s from %g to %g", what, c.min, c.max)
}

// contents are those of the columns that all results have, by name. Columns of further
// parameters are not among them.
var contents = sync.OnceValue(func() map[string]content {
	all := map[string]content{}
	for _, c := range AllColumns() {
		all[c.Name] = c.content
	}
	return all
})
