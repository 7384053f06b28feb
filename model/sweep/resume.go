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

// Finished reads the results of an earlier run, in the csv format. For every cell of the plan it returns
// the row with the same settings, or nil if the file has none. It skips rows of failed runs, and all rows
// of a file that lacks columns of results. The rows may use as much memory as Spec.MaxMemory leaves.
//
// Errors name the file and the line. It is an error if a cell is not valid in its column, if a row of one of
// the plan's cells was computed with other settings.
// The error of an empty file wraps io.EOF. That of a plan in which m follows from a condition is a *SpecError.
func (p *Plan) Finished(file io.Reader, name string) (known []Record, cut CutShort, err error) {
	known = make([]Record, len(p.Cells))
	if slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return !c.Condition.IsZero() }) {
		return known, 0, &SpecError{"earlier rows do not say from which condition their m followed", remedy.Do("sweep again, or over values of m")}
	}
	in, cut, err := openResults(file, name)
	if in == nil || err != nil {
		return known, cut, err
	}
	columns := p.Columns()
	complete, standardErrors := true, true // whether the file has all columns of results, and all standard errors
	for _, c := range columns {
		if _, there := in.header.at[c.Name]; !there && !c.Input {
			complete = complete && isStandardError(c.Name)
			standardErrors = standardErrors && !isStandardError(c.Name)
		}
	}
	wanted := p.questions(columns)
	found := map[uint64]Record{}
	memory := int64(0)
	cut, err = in.each(func(cells []string) error {
		row := &fileRow{in: in.header, cells: cells}
		if row.numbers, err = in.header.numbers(cells); err != nil {
			return err
		}
		asked := trial.Hash(question(columns, row.text))
		// Earlier versions wrote fewer standard errors; rows of exact figures have none.
		usable := complete && (standardErrors || row.text("exact") == "true")
		if !wanted[asked] || !usable || row.text("failure") != "" {
			return nil
		}
		if err := p.checkAnswer(columns, row); err != nil {
			return err
		}
		if found[asked] == nil {
			memory += recordMemory(cells)
		}
		if memory > model.UsableMemory(p.Spec.MaxMemory) {
			return tooManyRows(fmt.Sprintf("the first %d rows of the same settings", len(found)+1), p.Spec.MaxMemory)
		}
		found[asked] = row.record()
		return nil
	})
	if err != nil {
		return known, 0, err
	}
	for i, c := range p.Cells {
		asked := question(columns, record(columns, p.EmptyRow(c)).text)
		if row := found[trial.Hash(asked)]; row != nil && question(columns, row.text) == asked {
			known[i] = row
		}
	}
	return known, cut, nil
}

// questions returns the hashes of the settings of the plan's cells, as [question] writes them.
func (p *Plan) questions(columns []Column) map[uint64]bool {
	all := make(map[uint64]bool, len(p.Cells))
	for _, c := range p.Cells {
		all[trial.Hash(question(columns, record(columns, p.EmptyRow(c)).text))] = true
	}
	return all
}

// checkAnswer checks a row with the settings of one of the plan's cells. It returns an error if the row's
// figures are not those that the plan computes.
func (p *Plan) checkAnswer(columns []Column, row *fileRow) error {
	exactly := row.number("n") <= float64(p.Spec.ExactLimit)
	if exactly != (row.text("exact") == "true") {
		return row.refused("exact", fmt.Sprintf("%t with the present settings", exactly))
	}
	for _, c := range columns {
		if c.Figure != "" && !c.Input && !p.wants(c.Figure) && row.text(c.Name) != "" {
			return row.refused(c.Name, "an empty cell, because the present settings do not compute it")
		}
	}
	if p.wants(FigureError) && row.text("error") == "" {
		return row.refused("error", "a number, because the present settings compute it")
	}
	return nil
}

// refused returns the error of a cell in the column, with the expected content.
func (r *fileRow) refused(column, want string) error {
	return &cellError{r.in.at[column], column, r.text(column), want}
}

// record returns the row as text by column.
func (r *fileRow) record() Record {
	rec := make(Record, len(r.cells))
	for i, name := range r.in.names {
		rec[name] = r.cells[i]
	}
	return rec
}

func (r Record) text(column string) string { return r[column] }

// Verify computes the first of the known rows again, and the first of a method on given landmarks, and returns
// an error if a figure differs. Equal settings do not prove that the experiment is the same: the columns lack
// how the data were read and standardised, and which landmarks were given. known has one row for each cell,
// or nil.
func (p *Plan) Verify(ctx context.Context, known []Record) error {
	compared, given := false, false // whether a row has been compared, and whether one on given landmarks has
	for i, row := range known {
		needs := p.Cells[i].Method.Needs.Landmarks
		if row == nil || compared && (given || !needs) {
			continue
		}
		compared, given = true, given || needs
		for fresh := range p.RunCells(ctx, p.Cells[i:i+1], 1) {
			for _, c := range p.Columns() {
				if was, is := row[c.Name], text(c.value(&fresh)); was != is && !c.Varies {
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
	return question(columns, record(columns, *r).text) == question(columns, record(columns, p.EmptyRow(c)).text)
}

// question returns the settings of a row as one text. It is equal for rows of the same cell. cell
// returns the row's text in a column.
func question(columns []Column, cell func(column string) string) string {
	var b []byte
	for _, c := range columns {
		if c.Input {
			b = append(strconv.AppendQuote(b, cell(c.Name)), ',')
		}
	}
	return string(b)
}
