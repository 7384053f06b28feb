package data

import (
	"fmt"

	"gramscope/data/remedy"
)

// checkFaults gives the error of the first cell (by row) among the columns
// that can not be used: a mix of numbers and texts, or an infinity.
func (t *Table) checkFaults(columns []int, categorical map[int]bool) error {
	var first *place
	var column *Column
	for _, j := range columns {
		c := &t.Columns[j]
		if c.faults == nil {
			continue
		}
		if categorical[j] {
			continue // its cells are texts, whatever they hold
		}
		for _, at := range []*place{c.faults.infinite, c.faults.mixed} {
			if at != nil && (first == nil || at.row < first.row) {
				first, column = at, c
			}
		}
	}
	if first == nil {
		return nil
	}
	if first == column.faults.infinite {
		return t.cellError(first, column, "infinite or too large for 64 bits", "a finite number",
			remedy.Do("correct the file").Or(remedy.By("drop the column", "columns", "-"+column.Name)))
	}
	return t.cellError(first, column, "text in a column of numbers", "a number",
		remedy.Do("correct it").Or(remedy.By("take the whole column as text", "categorical", column.Name)))
}

// complete gives the rows in which none of the columns is missing, nil if that
// is all rows. Without drop a missing value is an error, as are fewer than two
// rows left.
// What it holds is counted in memory.
func (t *Table) complete(columns []int, drop bool, memory *budget) ([]int32, error) {
	var first *place
	var column *Column
	missing := 0
	for _, j := range columns {
		if c := &t.Columns[j]; c.Missing() > 0 {
			missing += c.Missing()
			if at := c.faults.firstMissing; first == nil || at.row < first.row {
				first, column = at, c
			}
		}
	}
	if first == nil {
		return nil, nil
	}
	if !drop {
		return nil, t.cellError(first, column, fmt.Sprintf("missing value (one of %d)", missing), "a value",
			remedy.By("leave out such rows", "drop-missing", ""))
	}

	if err := memory.take(6 * int64(t.Rows)); err != nil { // with the marks of Describe
		return nil, err
	}
	gap := make([]bool, t.Rows)
	for _, j := range columns {
		if c := &t.Columns[j]; c.Missing() > 0 {
			c.cells.each(func(row int, v float64) { gap[row] = gap[row] || v != v })
		}
	}
	kept := 0
	for _, isGap := range gap {
		if !isGap {
			kept++
		}
	}
	rows := make([]int32, 0, kept)
	for row := range gap {
		if !gap[row] {
			rows = append(rows, int32(row))
		}
	}
	if len(rows) < 2 {
		return nil, &Error{File: t.path, Problem: fmt.Sprintf("%d of %d rows are without missing values", len(rows), t.Rows),
			Want: "at least 2", Remedies: remedy.By("drop the columns with gaps", "columns", someColumn)}
	}
	return rows, nil
}

// cellError points at a cell, by line and column where the format has them,
// else by row.
func (t *Table) cellError(at *place, column *Column, problem, want string, remedies remedy.List) *Error {
	where := fmt.Sprintf("in column %q", column.Name)
	if at.line == 0 {
		where = fmt.Sprintf("in row %d of column %q", at.row+1, column.Name)
	}
	if at.text != "" {
		problem += fmt.Sprintf(" (%q)", at.text)
	}
	return &Error{File: t.path, Line: at.line, Column: at.column, Problem: problem + " " + where, Want: want, Remedies: remedies}
}
