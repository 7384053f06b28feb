package data

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// builder collects a table cell by cell and refuses to grow beyond maxBytes.
type builder struct {
	columns  []columnBuilder
	numbers  numberFormat
	rows     int
	bytes    int64
	maxBytes int64
}

// columnBuilder is a column so far. It holds numbers until its first text.
type columnBuilder struct {
	name     string
	kind     Kind
	hasValue bool // some cell is not missing: kind is settled
	values   []float64
	texts    coder
	firsts   []cellPlace // where each text stands first
	place    place       // of the first text, while kind is Text
	faults   *faults
}

func newBuilder(names []string, numbers numberFormat, maxBytes int64) (*builder, error) {
	b := &builder{numbers: numbers, maxBytes: maxBytes, bytes: int64(len(names)) * columnBytes}
	if b.bytes > maxBytes {
		return nil, tooMuchMemory("", 0, b.bytes, maxBytes)
	}
	b.columns = make([]columnBuilder, len(names))
	for j, name := range names {
		b.columns[j].name = name
	}
	return b, nil
}

// addRow takes as many cells as there are columns; at gives the place of cell j.
func (b *builder) addRow(cells []string, at func(j int) (line, column int)) error {
	line, _ := at(0)
	b.bytes += 8 * int64(len(cells))
	for j, cell := range cells {
		if err := b.add(j, strings.TrimSpace(cell), at); err != nil {
			return err
		}
	}
	if b.bytes > b.maxBytes {
		return tooMuchMemory("", line, b.bytes, b.maxBytes)
	}
	b.rows++
	return nil
}

func (b *builder) add(j int, cell string, at func(j int) (line, column int)) error {
	c := &b.columns[j]
	if c.kind == Text {
		if code, known := c.texts.number[cell]; known {
			c.texts.codes = append(c.texts.codes, code)
			return nil
		}
	}
	v, isNumber := b.numbers.parse(cell)
	if isNumber && c.kind == Numeric && !math.IsInf(v, 0) {
		c.values, c.hasValue = append(c.values, v), true
		return nil
	}

	here := place{row: b.rows, text: cell}
	here.line, here.column = at(j)
	switch {
	case isNumber:
		if math.IsInf(v, 0) && c.fault().infinite == nil {
			here.text = clip(cell)
			c.fault().infinite = &here
		}
		b.bytes += c.addNumber(v, here)
	case isMissing(cell):
		here.text = clip(cell)
		c.fault().addMissing(&here)
		c.addMissing()
	default:
		text, err := cleanText(cell)
		if err != nil {
			err.Line, err.Column = here.line, here.column
			return err
		}
		here.text = clip(text)
		b.bytes += c.addText(text, here)
	}
	return nil
}

func (c *columnBuilder) fault() *faults {
	if c.faults == nil {
		c.faults = &faults{}
	}
	return c.faults
}

func (c *columnBuilder) addMissing() {
	if c.kind == Numeric {
		c.values = append(c.values, math.NaN())
	} else {
		c.texts.addMissing()
	}
}

// addNumber to a column of texts makes it mixed; its first text is at fault.
// It gives the bytes that a new text takes.
func (c *columnBuilder) addNumber(v float64, here place) int64 {
	if c.kind == Numeric {
		c.values, c.hasValue = append(c.values, v), true
		return 0
	}
	if c.kind == Text {
		c.kind = Mixed
		at := c.place
		c.fault().mixed = &at
	}
	return c.addCode(shortest(v), here)
}

// addText to a column of numbers makes it mixed and its numbers texts. It
// gives the bytes that the new texts take.
func (c *columnBuilder) addText(text string, at place) int64 {
	var recoded int64
	if c.kind == Numeric {
		c.texts = toText(ownColumn(c.values), len(c.values))
		c.firsts = make([]cellPlace, len(c.texts.texts))
		recoded = columnBytes * int64(len(c.texts.texts))
		c.kind, c.place = Text, at
		if c.hasValue {
			c.kind = Mixed
			c.fault().mixed = &at
		}
		c.values = nil
	}
	return recoded + c.addCode(text, at)
}

func (c *columnBuilder) addCode(text string, here place) int64 {
	if c.texts.add(text) {
		c.firsts = append(c.firsts, cellPlace{int32(min(here.line, math.MaxInt32)), int32(min(here.column, math.MaxInt32))})
		return int64(len(text)) + columnBytes
	}
	return 0
}

// table is the finished table; no rows are an error.
func (b *builder) table(format string) (*Table, error) {
	t := &Table{Format: format, Rows: b.rows, Columns: make([]Column, len(b.columns))}
	for j := range b.columns {
		c := &b.columns[j]
		t.Columns[j] = Column{Name: c.name, Kind: c.kind, faults: c.faults, cells: c.texts.coded, firsts: c.firsts}
		if c.kind == Numeric {
			t.Columns[j].cells = ownColumn(c.values)
		}
	}
	return t, t.checkRows()
}

// ownColumn are the cells of a column stored by itself.
func ownColumn(values []float64) strided { return strided{values, 0, 1, len(values)} }

// checkRows refuses tables without rows, or with more than row numbers can count.
func (t *Table) checkRows() error {
	if t.Rows == 0 {
		return &Error{Problem: "no data rows, at most a header", Want: "at least 2 rows"}
	}
	if t.Rows > math.MaxInt32 {
		return &Error{Problem: fmt.Sprintf("%d data rows", t.Rows), Want: fmt.Sprintf("at most %d", math.MaxInt32)}
	}
	return nil
}

// cleanText makes a text fit to be shown in a terminal: control characters
// become blanks. A zero byte or invalid UTF-8 is an error.
func cleanText(text string) (string, *Error) {
	if strings.IndexByte(text, 0) >= 0 {
		return "", &Error{Problem: "binary data (a zero byte)", Want: "text", Remedy: "export the data as CSV"}
	}
	if !utf8.ValidString(text) {
		return "", &Error{Problem: fmt.Sprintf("a text that is not in UTF-8 (%q)", clip(text)), Want: "UTF-8",
			Remedy: "convert the file, for instance: iconv -f latin1 -t utf-8 FILE"}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text), nil
}

// clip shortens a cell for messages and copies it out of its line.
func clip(cell string) string {
	const limit = 40
	if len(cell) > limit {
		return cell[:limit] + "…"
	}
	return strings.Clone(cell)
}
