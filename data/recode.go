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
func (t *Table) coded(j int, as CodedColumn, bad *badCell) cells {
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
		return t.recoded(column, as.Texts, bad)
	}
	if column.Kind != Numeric {
		bad.found(column.firstText(), column, "text", "a number as in training", "correct it")
	}
	bad.found(wrong.infinite, column, "infinite or too large for 64 bits", "a finite number", "correct it")
	return column.cells
}

// recoded numbers the column's texts as they stand in texts; numbers count as
// texts in their shortest form.
func (t *Table) recoded(column *Column, texts []string, bad *badCell) coded {
	own, isText := column.cells.(coded)
	if !isText {
		own = toText(column.cells, t.Rows).coded
	}
	code := make([]int32, len(own.texts)) // in texts
	for k, text := range own.texts {
		code[k] = int32(slices.Index(texts, text)) // missingCode if it is none of them
	}
	codes := make([]int32, len(own.codes))
	for row, k := range own.codes {
		codes[row] = missingCode
		if k == missingCode {
			continue
		}
		if codes[row] = code[k]; code[k] == missingCode {
			at := column.firstOf(own, k, row)
			bad.found(&at, column, "unknown value", "one of "+shortList(texts, listedColumns)+" as in training",
				"correct it, or train again on rows that have it")
			break
		}
	}
	return coded{codes, texts}
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
	at := c.firstOf(own, 0, slices.Index(own.codes, 0))
	return &at
}
