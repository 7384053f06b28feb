package sweep

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"gramscope/model"
	"gramscope/model/trial"
)

// Finished reads the results of an earlier run, in the csv format, and finds for every cell
// of the plan the row that answers it: all columns of the question agree, those of the answer
// are there, and the run did not fail. It is nil for a cell without one. Other rows are passed
// over; what stays takes at most what Spec.MaxMemory leaves. Errors name the file and the line: a cell
// that is not what its column is for or out of its range, a row that answers a cell and has
// been computed with other settings, or that contradicts itself. Of an empty file io.EOF is
// among them.
func (p *Plan) Finished(file io.Reader, name string) (known []Record, cut CutShort, err error) {
	known = make([]Record, len(p.Cells))
	in, cut, err := openResults(file, name)
	if in == nil || err != nil {
		return known, cut, err
	}
	columns := p.Columns()
	complete, standardErrors := true, true // whether the file has these columns
	for _, c := range columns {
		if _, there := in.header.at[c.Name]; !there && !c.Asked {
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
			return tooManyRows(fmt.Sprintf("the first %d rows that are to be taken over", len(found)+1), p.Spec.MaxMemory)
		}
		found[asked] = row.record()
		return nil
	})
	if err != nil {
		return known, 0, err
	}
	for i, c := range p.Cells {
		asked := question(columns, record(columns, p.Asked(c)).text)
		if row := found[trial.Hash(asked)]; row != nil && question(columns, row.text) == asked {
			known[i] = row
		}
	}
	return known, cut, nil
}

// questions are those of the plan's cells, by their hash.
func (p *Plan) questions(columns []Column) map[uint64]bool {
	all := make(map[uint64]bool, len(p.Cells))
	for _, c := range p.Cells {
		all[trial.Hash(question(columns, record(columns, p.Asked(c)).text))] = true
	}
	return all
}

// checkAnswer refuses a row whose question is one of the plan's and whose answer can't be:
// what it holds is not what the plan computes there, or contradicts itself.
func (p *Plan) checkAnswer(columns []Column, row *fileRow) error {
	exactly := row.number("n") <= float64(p.Spec.ExactLimit)
	if exactly != (row.text("exact") == "true") {
		return row.refused("exact", fmt.Sprintf("%t, as the present settings have it", exactly))
	}
	for _, c := range columns {
		if c.Figure != "" && !c.Asked && !p.wants(c.Figure) && row.text(c.Name) != "" {
			return row.refused(c.Name, "nothing, as the present settings do not compute it")
		}
	}
	if p.wants(FigureError) && row.text("error") == "" {
		return row.refused("error", "a number, as the present settings compute it")
	}
	if exactly {
		return row.contradiction()
	}
	return nil
}

// inaccuracy is how far an iterated norm may be off, relative to itself, with room to spare.
const inaccuracy = 0.1

// contradiction is the error of a row of exact figures that no K̃ can have: with E = K − K̃,
// ‖E‖₂ ≤ ‖E‖_F ≤ √n·‖E‖₂, and ‖K‖_F² = stable_rank·‖K‖₂²; and ‖E‖_F is at least that of
// the best approximation of the same rank (Eckart and Young).
func (r *fileRow) contradiction() error {
	errorF, rank, best := r.number("error"), r.number("stable_rank"), r.number("error_best")
	spectral := r.number("error_spectral") / math.Sqrt(rank) // ‖E‖₂/‖K‖_F
	low, high := spectral*(1-inaccuracy)-1e-6, spectral*math.Sqrt(r.number("n"))*(1+inaccuracy)+1e-6
	switch { // NaN of what is not there compares as false
	case errorF < low || errorF > high:
		return r.refused("error", fmt.Sprintf("a number from %.3g to %.3g, as error_spectral and stable_rank of the row tell", max(0, low), high))
	case errorF < best*(1-inaccuracy)-1e-6:
		return r.refused("error", fmt.Sprintf("at least error_best = %.3g", best))
	}
	return nil
}

// refused is the error of a cell that can't be, with what was expected of it.
func (r *fileRow) refused(column, want string) error {
	return &cellError{r.in.at[column], column, r.text(column), want}
}

// record is the row as text by column.
func (r *fileRow) record() Record {
	rec := make(Record, len(r.cells))
	for i, name := range r.in.names {
		rec[name] = r.cells[i]
	}
	return rec
}

func (r Record) text(column string) string { return r[column] }

// Verify computes one of the known rows anew, one of a cell each, and compares
// it: what a row says of its question leaves out how the data were read and
// standardised. It leaves out landmarks that were given, too, so that one on such is
// computed as well. A difference is an error.
func (p *Plan) Verify(ctx context.Context, known []Record) error {
	compared, given := false, false // any row, and one on such landmarks
	for i, row := range known {
		needs := p.Cells[i].Method.Needs.Landmarks
		if row == nil || compared && (given || !needs) {
			continue
		}
		compared, given = true, given || needs
		for fresh := range p.RunCells(ctx, p.Cells[i:i+1], 1) {
			for _, c := range p.Columns() {
				if was, is := row[c.Name], text(c.value(&fresh)); was != is && !c.Varies {
					return fmt.Errorf("the rows are of another experiment: %s of the first is %q, and %q with the present flags; give the flags and data of the earlier run", c.Name, was, is)
				}
			}
		}
	}
	return ctx.Err()
}

// Answers reports whether a row is that of the cell.
func (p *Plan) Answers(r *Result, c trial.Setting) bool {
	columns := p.Columns()
	return question(columns, record(columns, *r).text) == question(columns, record(columns, p.Asked(c)).text)
}

// question is the part of a row that was asked, as one text. cell is what the row has in a
// column.
func question(columns []Column, cell func(column string) string) string {
	var b []byte
	for _, c := range columns {
		if c.Asked {
			b = append(strconv.AppendQuote(b, cell(c.Name)), ',')
		}
	}
	return string(b)
}
