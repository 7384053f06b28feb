package data

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// Rows reads a CSV table row by row without keeping them, for tables larger than memory. Separator, header, comments,
// quotes, decimal sign and compression are recognised as in [ReadTable], which reads in parallel what fits in memory.
type Rows struct {
	Names []string // of the columns; nil for an empty file
	Named bool     // the names come from a header; otherwise they are x1, x2, …
	Cells []string // of the current row, perhaps among blanks; for a bad row, the cells that could be split

	name    string
	records *records
	numbers numberFormat
}

// NewRows reads up to the first row. name appears in errors, which are *Error. An empty file has no rows and is not an
// error.
func NewRows(r io.Reader, name string, d Dialect) (rows *Rows, err error) {
	defer func() {
		if err != nil {
			err = asError(name, err)
		}
	}()
	defer caught(&err)
	memory := &budget{limit: DefaultMaxBytes}
	in, head, _ := unpacked(r, memory)
	t, lines := begin(asText(in, head, memory), d)
	return &Rows{Names: t.names, Named: t.isNamed, name: name, records: lines, numbers: t.numbers}, nil
}

// Next advances to the next row with data. bad describes a row that can't be split into as many cells as there are
// columns: its cells must not be used, and further rows may follow. Its cause is a *csv.ParseError if a quote is at
// fault. err is io.EOF at the end, or an error after which nothing more can be read.
func (r *Rows) Next() (bad *Error, err error) {
	r.Cells, err = r.records.row(len(r.Names))
	if err == nil || err == io.EOF {
		return nil, err
	}
	bad = asError(r.name, err)
	var split *csv.ParseError
	if bad.Err == nil && len(r.Cells) > 0 || errors.As(err, &split) {
		return bad, nil
	}
	return nil, bad
}

// Place returns the line and the byte column, from 1, where cell j of the current row begins.
func (r *Rows) Place(j int) (line, column int) { return r.records.place(j) }

// Number returns cell j as a number, which may be infinite. ok is false for a text, and for a missing value.
func (r *Rows) Number(j int) (v float64, ok bool) {
	cell := strings.TrimSpace(r.Cells[j])
	v, ok = r.numbers.parse(cell)
	return v, ok && !r.numbers.isCode(cell)
}

// Text returns cell j as a table has it in a column of texts: a number in its shortest form, "" for a missing value.
func (r *Rows) Text(j int) string {
	cell := strings.TrimSpace(r.Cells[j])
	if r.numbers.isMissing(cell) {
		return ""
	}
	if v, isNumber := r.numbers.parse(cell); isNumber {
		return shortest(v)
	}
	return cleanText(cell)
}

// Outline returns the file of a table of which only the number of rows and the different texts are known: texts[j] for
// column j, nil for numbers. Roles and coding of the file are as all rows would give them; it has no rows to draw.
func Outline(
	path string, names []string, isNamed bool, rows int, texts [][]string, choice Choice,
) (f *File, err error) {
	defer caught(&err)
	t := &Table{Rows: rows, Named: isNamed, Path: path, memory: budget{limit: DefaultMaxBytes, file: path}}
	for j, name := range names {
		var list coder
		for _, text := range texts[j] {
			list.add(text, cellPlace{}, &t.memory)
		}
		t.columns = append(t.columns, numbers(name, sparse{}))
		if texts[j] != nil {
			t.columns[j] = Column{name, Text, list.coded, noMarks}
		}
	}
	c, err := t.choose(choice)
	check(err)
	return t.file(c) // a report would walk through rows that are not here
}
