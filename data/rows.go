package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Rows reads a CSV table row by row without keeping them, for tables larger than memory. Separator, header, comments,
// quotes, decimal sign and gzip are recognised as in [ReadTable]. Rows is the wrong choice for a table that fits in
// memory, which ReadTable reads in parallel.
type Rows struct {
	Names []string // of the columns; nil for an empty file
	Named bool     // the names come from a header; otherwise they are x1, x2, …

	name    string
	records *records
	numbers numberFormat
	first   []string // the first row, until Next has returned it
	cells   []string // of the current row; if it is bad, those that could be split
	bad     *Error   // what is wrong with the current row; nil for a good one
}

// NewRows reads up to the first row. name appears in errors, which are *Error. An empty file has no rows and is not an
// error.
func NewRows(r io.Reader, name string, d Dialect) (*Rows, error) {
	rows := &Rows{name: name}
	if err := rows.open(r, d); err != nil {
		return nil, asError(name, err)
	}
	return rows, nil
}

func (r *Rows) open(source io.Reader, d Dialect) error {
	memory := &budget{limit: DefaultMaxBytes}
	in, head, _, err := unpacked(source, memory)
	if err != nil || len(head) == 0 {
		return err
	}
	text, err := asText(in, head)
	if err != nil {
		return err
	}
	t, lines, err := begin(newLineStream(text, sniffBytes, memory), d)
	if err == io.EOF {
		return nil
	}
	r.numbers, r.records, r.Names, r.Named = t.numbers, lines, t.header.names, t.header.isNamed
	if !t.header.isFirst {
		r.first = slices.Clone(t.first)
	}
	return err
}

// Next advances to the next row with data. bad describes a row that can't be split into as many cells as there are
// columns: its cells must not be used, and further rows may follow. err is io.EOF at the end, or an error after which
// nothing more can be read.
func (r *Rows) Next() (bad *Error, err error) {
	switch {
	case r.Names == nil:
		return nil, io.EOF
	case r.first != nil:
		r.cells, r.first = r.first, nil
		return nil, nil
	}
	r.bad = nil
	r.cells, err = r.records.row(len(r.Names))
	if err == nil || err == io.EOF {
		return nil, err
	}
	var split *csv.ParseError
	if errors.As(err, &bad) && (bad.Err == nil && len(r.cells) > 0 || errors.As(err, &split)) {
		bad.File, r.bad = r.name, bad
		return bad, nil
	}
	return nil, asError(r.name, err)
}

// Line returns the number, from 1, of the first line of the current row in its file, also if the row is bad.
func (r *Rows) Line() int {
	if r.bad != nil {
		return r.bad.Line
	}
	line, _ := r.records.place(0)
	return line
}

// Lines returns the number of lines of the current row: more than one if a quoted cell contains line breaks. A bad row
// with a quote that is not closed extends to the next quote or the end of the file.
func (r *Rows) Lines() int {
	if split := (*csv.ParseError)(nil); r.bad != nil && errors.As(r.bad, &split) {
		return split.Line - split.StartLine + 1
	}
	lines := 1
	for _, cell := range r.cells {
		lines += strings.Count(cell, "\n")
	}
	return lines
}

// Cell returns cell j of the current row without surrounding blanks.
func (r *Rows) Cell(j int) string { return strings.TrimSpace(r.cells[j]) }

// Coded codes the current row. It writes the features to x, which has the length of Coding.Features, and returns the
// target, 0 if there is none. Columns are found by number. The error names the first cell that can't be used, as in
// [Table.Match]. A number with an absolute value above [LargestSquared] can't be used, since [Moments] would overflow.
func (r *Rows) Coded(c Coding, x []float64) (y float64, bad *Error) {
	at := 0
	for _, column := range c.Columns {
		v, bad := r.coded(column)
		if bad != nil {
			return 0, bad
		}
		if column.Texts == nil {
			x[at] = v
			at++
			continue
		}
		for code := range column.Texts {
			x[at] = indicator(v == float64(code))
			at++
		}
	}
	if c.Target.Name == "" {
		return 0, nil
	}
	return r.coded(c.Target)
}

// Misses reports whether the current row has a missing value in a column that the coding uses.
func (r *Rows) Misses(c Coding) bool {
	return c.Target.Name != "" && r.misses(c.Target.Number-1) ||
		slices.ContainsFunc(c.Columns, func(column CodedColumn) bool { return r.misses(column.Number - 1) })
}

func (r *Rows) misses(j int) bool { return isMissing(r.Cell(j)) }

// coded returns the number in a column, or the index of its text.
func (r *Rows) coded(c CodedColumn) (float64, *Error) {
	cell := r.Cell(c.Number - 1)
	v, isNumber := r.numbers.parse(cell)
	switch {
	case isMissing(cell):
		return 0, r.cellError(c, missingCell)
	case c.Texts == nil && !isNumber:
		return 0, r.cellError(c, textCell)
	case c.Texts == nil && math.IsInf(v, 0):
		return 0, r.cellError(c, infiniteCell)
	case c.Texts == nil && math.Abs(v) > LargestSquared:
		return 0, r.cellError(c, largeCell)
	case c.Texts == nil:
		return v, nil
	}
	text := shortest(v)
	if !isNumber {
		clean, bad := cleanText(cell)
		if bad != nil {
			bad.File, bad.Line = r.name, r.Line()
			return 0, bad
		}
		text = clean
	}
	code := slices.Index(c.Texts, text)
	if code < 0 {
		return 0, r.cellError(c, unknownCell(c.Texts))
	}
	return float64(code), nil
}

func (r *Rows) cellError(c CodedColumn, f cellFault) *Error {
	line, column := r.records.place(c.Number - 1)
	return &Error{File: r.name, Line: line, Column: column, Want: f.want, Remedies: f.remedies,
		Problem: fmt.Sprintf("%s (%q) in column %q", f.problem, clip(r.Cell(c.Number-1)), c.Name)}
}
