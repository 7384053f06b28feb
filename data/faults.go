package data

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// cellFault is the reason why a cell can't be used.
type cellFault struct {
	problem, want string
	remedies      remedy.List
}

var (
	missingCell  = cellFault{problem: "missing value", want: "a value"} // its remedy counts others
	infiniteCell = cellFault{"infinite or too large for 64 bits", "a finite number", remedy.Do("correct it")}
)

// badCell is the first cell, by row, that can't be used. Its zero value means none.
type badCell struct {
	at     place
	column *Column
	cellFault
}

// found replaces b if the cell is in an earlier row. at is nil if the column has no such cell.
func (b *badCell) found(at *place, column *Column, fault cellFault) {
	if at != nil && (b.column == nil || at.row < b.at.row) {
		*b = badCell{*at, column, fault}
	}
}

// failIn fails if there is such a cell. The error names line and column if the format has them, and else the row.
func (b *badCell) failIn(t *Table) {
	if b.column == nil {
		return
	}
	problem, where := b.problem, ""
	if b.at.text != "" {
		problem += fmt.Sprintf(" (%q)", b.at.text)
	}
	if b.at.line == 0 {
		where = fmt.Sprintf("row %d of ", b.at.row+1)
	}
	check(&Error{File: t.Path, Line: int(b.at.line), Column: int(b.at.column), Want: b.want, Remedies: b.remedies,
		Problem: fmt.Sprintf("%s in %scolumn %q", problem, where, b.column.Name)})
}

// fault returns the first cell that prevents the use of the column, nil if there is none.
func (c *Column) fault() (at *place, why cellFault) {
	switch {
	case c.faults.notation != nil:
		return c.faults.text, *c.faults.notation
	case c.Kind == Mixed:
		return c.faults.text, cellFault{"text beside numbers", "a number",
			remedy.Do("correct it").Or(remedy.By("take the whole column as text", "categorical", c.Name))}
	}
	return c.faults.infinite, infiniteCell
}

// checkFaults fails at the first cell, by row, of the given columns that can't be used: an infinity, or a text among
// numbers.
func (t *Table) checkFaults(columns []int, categorical map[int]bool) {
	var bad badCell
	for _, j := range columns {
		if categorical[j] || t.marks(j) == noMarks { // all cells of a categorical column are texts
			continue
		}
		c := t.Column(j)
		at, why := c.fault()
		if bad.found(at, c, why); bad.column == c {
			bad.remedies = bad.remedies.Or(remedy.By("drop the column", "columns", "-"+t.listed(j)[0]))
		}
	}
	bad.failIn(t)
}

// leaveOut returns the remedy that takes codes as missing values, beside those known; nil if a list can't hold them.
func leaveOut(condition string, known, codes []string) remedy.List {
	codes = slices.Compact(slices.Sorted(slices.Values(codes)))
	if list := strings.Join(codes, ""); list == "" || strings.Contains(list, ",") || len(codes) > 3 {
		return nil
	}
	return remedy.List{{Text: condition + ", leave such rows out", With: remedy.List{{Setting: "drop-missing"}},
		Setting: "missing", Value: strings.Join(slices.Concat(known, codes), ",")}}
}

// complete returns the rows without a missing value in the given columns, nil if all rows are complete, and counts
// their memory. It fails at a missing value unless drop is set.
func (t *Table) complete(columns []int, drop bool, memory *budget) (rows []int32) {
	var first badCell
	missing := 0
	for _, j := range columns {
		if m := t.marks(j); m.faults.missing > 0 {
			missing += m.faults.missing
			first.found(m.faults.firstMissing, t.Column(j), cellFault{})
		}
	}
	if missing == 0 {
		return nil
	}
	if !drop {
		first.cellFault = cellFault{fmt.Sprintf("missing value (one of %d)", missing), "a value",
			remedy.By("leave out such rows", "drop-missing", "")}
		first.failIn(t)
	}
	memory.take(5 * int64(t.Rows))
	isGap := make([]bool, t.Rows)
	for _, j := range columns {
		if t.marks(j).faults.missing > 0 {
			each(t.cells(j), 0, t.Rows, func(row int, v float64) { isGap[row] = isGap[row] || v != v })
		}
	}
	rows = make([]int32, 0, t.Rows)
	for row, is := range isGap {
		if !is {
			rows = append(rows, int32(row))
		}
	}
	return rows
}
