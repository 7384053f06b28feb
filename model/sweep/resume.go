package sweep

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// Finished reads the results of an earlier run. For every cell of the plan it returns the row with the same settings,
// or nil if the file has none. It skips rows of failed runs, and all rows of a file that lacks columns of results. The
// file and its rows may use as much memory as Spec.MaxMemory leaves.
//
// Errors name the file and the line. It is an error if a cell is not valid in its column, or if a row of one of
// the plan's cells was computed with other settings.
// The error of an empty file wraps io.EOF. That of a plan in which m follows from a condition is a *SpecError.
func (p *Plan) Finished(file io.Reader, name string) (known []*Result, cut CutShort, err error) {
	known = make([]*Result, len(p.Cells))
	if slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return !c.Condition.IsZero() }) {
		return known, 0, &SpecError{"earlier rows do not say from which condition their m followed", remedy.Do("sweep again, or over values of m")}
	}
	columns, found := p.Columns(), map[uint64]*Result{}
	wanted := make([]uint64, len(p.Cells))
	for i, c := range p.Cells {
		row := p.EmptyRow(c)
		wanted[i] = trial.Hash(question(columns, &row))
		found[wanted[i]] = nil
	}
	complete, standardErrors := true, true // whether the file has all columns of results, and all standard errors
	limit := model.UsableMemory(p.Spec.MaxMemory)
	text, err := textOf(file, name, limit)
	if err != nil {
		return known, 0, err
	}
	memory, rows := int64(len(text)), 0
	cut, err = readRows(text, name, func(header *fileHeader, row Result) error {
		if row.cells == nil {
			for _, c := range columns {
				if _, there := header.at[c.Name]; !there && !c.Input {
					complete = complete && isStandardError(c.Name)
					standardErrors = standardErrors && !isStandardError(c.Name)
				}
			}
			return nil
		}
		asked := trial.Hash(question(columns, &row))
		// Earlier versions wrote fewer standard errors; rows of exact figures have none.
		usable := complete && (standardErrors || row.cell("exact") == "true")
		if before, isWanted := found[asked]; !isWanted || !usable || row.Failure != "" {
			return nil
		} else if before == nil {
			memory, rows = memory+rowMemory(row.cells), rows+1
		}
		if memory > limit {
			return tooManyRows(fmt.Sprintf("the first %d rows of the same settings", rows), p.Spec.MaxMemory)
		}
		found[asked] = &row
		return p.checkAnswer(columns, &row)
	})
	if err != nil {
		return known, 0, err
	}
	for i, c := range p.Cells {
		row, asked := found[wanted[i]], p.EmptyRow(c)
		if row != nil && question(columns, row) == question(columns, &asked) {
			known[i] = row
		}
	}
	return known, cut, nil
}

// checkAnswer checks a row with the settings of one of the plan's cells. It returns an error if the row's
// figures are not those that the plan computes.
func (p *Plan) checkAnswer(columns []Column, row *Result) error {
	refused := func(column, want string) error {
		return &cellError{row.file.at[column], column, row.cell(column), want}
	}
	exactly := row.N <= p.Spec.ExactLimit
	if exactly != (row.cell("exact") == "true") {
		return refused("exact", fmt.Sprintf("%t with the present settings", exactly))
	}
	for _, c := range columns {
		if c.Figure != "" && !c.Input && !p.wants(c.Figure) && row.cell(c.Name) != "" {
			return refused(c.Name, "an empty cell, because the present settings do not compute it")
		}
	}
	if p.wants(FigureError) && row.cell("error") == "" {
		return refused("error", "a number, because the present settings compute it")
	}
	return nil
}

// Verify computes the first of the known rows again, and the first of a method on given landmarks, and returns an error
// if a figure differs. Equal settings do not prove that the experiment is the same: the columns lack how the data were
// read and standardised, and which landmarks were given. known has one row for each cell, or nil.
func (p *Plan) Verify(ctx context.Context, known []*Result) error {
	compared, given := false, false // whether a row has been compared, and whether one on given landmarks has
	for i, row := range known {
		needs := p.Cells[i].Method.Needs.Landmarks
		if row == nil || compared && (given || !needs) {
			continue
		}
		compared, given = true, given || needs
		for fresh := range p.RunCells(ctx, p.Cells[i:i+1], 1) {
			for _, c := range p.Columns() {
				if was, is := c.Text(row), c.Text(&fresh); was != is && !c.Varies {
					return fmt.Errorf("the rows are of another experiment: %s of the first is %q, but %q with the present flags; give the flags and data of the earlier run", c.Name, was, is)
				}
			}
		}
	}
	return ctx.Err()
}

// Answers reports whether a row has the settings of the cell.
func (p *Plan) Answers(r *Result, c trial.Setting) bool {
	columns := p.Columns()
	if !c.Condition.IsZero() { // the cell has no m
		other := *r
		other.Params = maps.Clone(r.Params)
		delete(other.Params, model.BudgetName)
		r = &other
	}
	asked := p.EmptyRow(c)
	return question(columns, r) == question(columns, &asked)
}

// question returns the settings of a row as one text. It is equal for rows of the same cell.
func question(columns []Column, r *Result) string {
	var b []byte
	for _, c := range columns {
		if c.Input {
			b = append(strconv.AppendQuote(b, c.Text(r)), ',')
		}
	}
	return string(b)
}
