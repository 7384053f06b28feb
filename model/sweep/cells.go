package sweep

import (
	"cmp"
	"fmt"
	"math"

	"gramscope/model"
)

// content is the set of values that are valid in the cells of a column. Empty cells are always valid.
type content struct {
	kind     cellKind
	min, max float64 // inclusive, for numbers
}

type cellKind int

const (
	otherCells   cellKind = iota // in unknown columns: any text but NaN and infinities
	numberCells                  // finite
	wholeCells                   // integers
	booleanCells                 // true or false
	textCells
)

func texts() content    { return content{kind: textCells} }
func booleans() content { return content{kind: booleanCells} }

// numbers returns the content of a column of finite numbers from min to max.
func numbers(min, max float64) content { return content{numberCells, min, max} }

// wholes returns the content of a column of integers from min to max.
func wholes(min, max float64) content { return content{wholeCells, min, max} }

func anyNumber() content   { return numbers(math.Inf(-1), math.Inf(1)) }
func nonNegative() content { return numbers(0, math.Inf(1)) }
func anyCount() content    { return wholes(0, math.Inf(1)) }

// valuesOf returns the content of a parameter's column.
func valuesOf(p model.Param) content {
	switch {
	case p.Choices != nil:
		return texts()
	case p.Integer:
		return wholes(p.Min, p.Max)
	}
	return numbers(p.Min, p.Max)
}

// rounding is the tolerance of an upper bound, relative to the bound.
const rounding = 1e-9

// allows reports whether a cell, which is not empty, is valid in the column. v and err are the
// results of strconv.ParseFloat for the cell.
func (c content) allows(cell string, v float64, err error) bool {
	finite := err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
	switch c.kind {
	case textCells:
		return true
	case booleanCells:
		return cell == "true" || cell == "false"
	case otherCells:
		return finite || err != nil
	}
	most := c.max + rounding*math.Abs(c.max)
	return finite && v >= c.min && v <= most && (c.kind != wholeCells || v == math.Trunc(v))
}

// String describes the valid cells, as in "a number of at least 0".
func (c content) String() string {
	what := map[cellKind]string{textCells: "text", booleanCells: "true or false", wholeCells: "a whole number"}[c.kind]
	what = cmp.Or(what, "a number")
	switch bounded := c.kind == numberCells || c.kind == wholeCells; {
	case bounded && !math.IsInf(c.min, 0) && !math.IsInf(c.max, 0):
		return fmt.Sprintf("%s from %g to %g", what, c.min, c.max)
	case bounded && !math.IsInf(c.min, 0):
		return fmt.Sprintf("%s of at least %g", what, c.min)
	case bounded && !math.IsInf(c.max, 0):
		return fmt.Sprintf("%s of at most %g", what, c.max)
	}
	return what
}
