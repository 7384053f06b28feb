package data

import "slices"

// badCell is the first cell, by row, that stands in the way.
type badCell struct {
	at                    place
	column                *Column
	problem, want, remedy string
}

func (b *badCell) found(at *place, column *Column, problem, want, remedy string) {
	if at != nil && (b.column == nil || at.row < b.at.row) {
		*b = badCell{*at, column, problem, want, remedy}
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
	bad.found(wrong.firstMissing, column, "missing value", "a value", "fill it in, or remove the row")
	if as.Texts != nil {
		return f.recoded(column, as.Texts, bad)
	}
	if column.Kind != Numeric {
		bad.found(column.firstText(), column, "text", "a number as in training", "correct it")
	}
	bad.found(wrong.infinite, column, "infinite or too large for 64 bits", "a finite number", "correct it")
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
			bad.found(&at, column, "unknown value", "one of "+shortList(texts, listedColumns)+" as in training",
				"correct it, or train again on rows that have it")
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
