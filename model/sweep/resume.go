package sweep

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// Resumes returns whether Finished can find the cells' rows: their columns lack the condition from which m follows.
func (p *Plan) Resumes() bool {
	return !slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return !c.Condition.IsZero() })
}

// Finished reads the results of an earlier run. For every cell of the plan it returns the row with the same settings,
// or nil if the file has none. It skips rows of failed runs, and rows whose figures are estimates where those of the
// plan are exact or the other way round. The file and its rows may use as much memory as Spec.MaxMemory leaves.
//
// Errors are those of [Results.Read], and a *SpecError where m follows from a condition or the file lacks columns.
func (p *Plan) Finished(file io.Reader, name string) (known []*Result, cut CutShort, err error) {
	known = make([]*Result, len(p.Cells))
	if !p.Resumes() {
		return known, 0, &SpecError{"earlier rows do not say from which condition their m followed",
			remedy.Do("sweep again, or over values of m")}
	}
	var all Results
	if cut, err = all.Read(file, name, model.UsableMemory(p.Spec.MaxMemory)); err != nil {
		return known, 0, err
	}
	columns, at := p.Columns(), map[string]int{}
	for _, c := range columns {
		if !c.Input && len(all.Rows) > 0 && !slices.Contains(all.Header, c.Name) {
			return known, cut, &SpecError{fmt.Sprintf("%s: the rows have no %s", name, c.Name),
				remedy.By("ask for the figures of the earlier run", "figures", "").Or(remedy.Change(remedy.Omit, "resume"))}
		}
	}
	for i, c := range p.Cells {
		asked := p.EmptyRow(c)
		at[cellKey(columns, &asked)+strconv.FormatBool(p.ExactFigures(c))] = i
	}
	for i := range all.Rows {
		row := &all.Rows[i]
		usable := row.Failure == "" && (row.cell("error") != "" || !p.wants(FigureError))
		if cell, asked := at[cellKey(columns, row)+row.cell("exact")]; asked && usable {
			known[cell] = row
		}
	}
	return known, cut, nil
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
		compared, given = true, needs
		for fresh := range p.RunCells(ctx, p.Cells[i:i+1], 1) {
			if fresh.Failure != "" {
				return fmt.Errorf("a row of %s can't be compared with the present experiment: %s", row.Method, fresh.Failure)
			}
			for _, c := range p.Columns() {
				if was, is := c.Text(row), c.Text(&fresh); was != is && !c.Varies {
					return fmt.Errorf("the rows are of another experiment or have other figures: %s of %s is %q, but %q with "+
						"the present flags; give the flags and data of the earlier run", c.Name, row.Method, was, is)
				}
			}
		}
	}
	return ctx.Err()
}

// cellKey returns the settings of a row as one text. It is equal for rows of the same cell.
func cellKey(columns []Column, r *Result) string {
	var b []byte
	for _, c := range columns {
		if c.Input {
			b = append(strconv.AppendQuote(b, c.Text(r)), ',')
		}
	}
	return string(b)
}
