package data

import "slices"

// cellFault is why a cell does not fit a coding.
type cellFault struct{ problem, want, remedy string }

var (
	missingCell  = cellFault{"missing value", "a value", "fill it in, or remove the row"}
	textCell     = cellFault{"text", "a number as in training", "correct it"}
	infiniteCell = cellFault{"infinite or too large for 64 bits", "a finite number", "correct it"}
)

// unknownCell is the fault of a text that a column did not have.
func unknownCell(texts []string) cellFault {
	return cellFault{"unknown value", "one of " + shortList(texts, listedColumns) + " as in training", "correct it, or train again on rows that have it"}
}

// badCell is the first cell, by row, that stands in the way.
type badCell struct {
	at     place
	column *Column
	cellFault
}

func (b *badCell) found(at *place, column *Column, fault cellFault) {
	if at != nil && (b.column == nil || at.row < b.at.row) {
		*b = badCell{*at, column, fault}
	}
}

// coded gives the cells of column j as a coding has them; j < 0: all 0.
func (f *File) coded(j int, as CodedColumn, bad *badCell) (cells, error) {
	t := f.table
	column := &Column{Name: as.Name, cells: sparse{}}
	if j >= 0 {
		column = &t.Columns[j]
	}
	var sound faults
	wrong := &sound
	if column.faults != nil {
		wrong = column.faults
	}
	bad.found(wrong.firstMissing, column, missingCell)
	if as.Texts != nil {
		return f.recoded(column, as.Texts, bad)
	}
	if column.Kind != Numeric {
		bad.found(column.firstText(), column, textCell)
	}
	bad.found(wrong.infinite, column, infiniteCell)
	return column.cells, nil
}

// recoded numbers the column's texts as they stand in texts; numbers count as
// texts in their shortest form.
func (f *File) recoded(column *Column, texts []string, bad *badCell) (coded, error) {
	own, isText := column.cells.(coded)
	if !isText {
		made, err := toText(column.cells, f.table.Rows, &f.memory)
		if err != nil {
			return coded{}, err
		}
		own = made.coded
	}
	if err := f.memory.take(4 * int64(len(own.texts))); err != nil {
		return coded{}, err
	}
	code := make([]int32, len(own.texts)) // in texts
	for k, text := range own.texts {
		code[k] = int32(slices.Index(texts, text)) // missingCode if it is none of them
	}
	for row := range own.codes.len() {
		if k := own.codes.at(row); k != missingCode && code[k] == missingCode {
			at := column.firstOf(own, k, row)
			bad.found(&at, column, unknownCell(texts))
			break
		}
	}
	return coded{own.codes, code, texts}, nil
}

// firstOf is the place of text k, whose first row is given.
func (c *Column) firstOf(own coded, k int32, row int) place {
	at := place{row: row, text: clip(own.texts[k])}
	if c.firsts != nil {
		at.line, at.column = int(c.firsts[k].line), int(c.firsts[k].column)
	}
	return at
}

// firstText is the place of the first text in a column that is not numeric.
func (c *Column) firstText() *place {
	if c.Kind == Mixed {
		return c.faults.mixed
	}
	own := c.cells.(coded)
	at := c.firstOf(own, 0, own.firstRow(0))
	return &at
}
