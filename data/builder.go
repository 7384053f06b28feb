package data

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// builder collects a table cell by cell and refuses to grow beyond its memory.
type builder struct {
	columns []columnBuilder
	numbers numberFormat
	rows    int
	memory  *budget
}

// builderBytes is what a column costs besides columnBytes until the table is
// finished, and its cell in a line that is being split.
const builderBytes = 320

// columnBuilder is a column so far. It holds numbers until its first text.
type columnBuilder struct {
	name     string
	kind     Kind
	hasValue bool // some cell is not missing: kind is settled
	values   chunked[float64]
	texts    coder
	firsts   []cellPlace // where each text stands first
	place    place       // of the first text, while kind is Text
	faults   *faults
	memory   *budget
}

func newBuilder(names []string, numbers numberFormat, memory *budget) (*builder, error) {
	b := &builder{numbers: numbers, memory: memory}
	need := int64(len(names)) * (columnBytes + builderBytes)
	for _, name := range names {
		need += int64(len(name))
	}
	if err := memory.takeFor(fmt.Sprintf("%d columns", len(names)), need); err != nil {
		return nil, err
	}
	b.columns = make([]columnBuilder, len(names))
	for j, name := range names {
		b.columns[j].name, b.columns[j].memory = name, memory
	}
	return b, nil
}

// addRow takes as many cells as there are columns; at gives the place of cell j.
func (b *builder) addRow(cells []string, at func(j int) (line, column int)) error {
	if err := b.beginRow(at); err != nil {
		return err
	}
	for j, cell := range cells {
		if err := b.add(j, strings.TrimSpace(cell), at); err != nil {
			return err
		}
	}
	b.rows++
	return nil
}

// beginRow counts a row, whose cells are where at says.
func (b *builder) beginRow(at func(j int) (line, column int)) error {
	b.memory.line, _ = at(0)
	return b.memory.take(rowBytes)
}

// addNumber is add for a cell that is a finite number.
func (b *builder) addNumber(j int, v float64, at func(j int) (line, column int)) error {
	c := &b.columns[j]
	if c.kind == Numeric {
		c.hasValue = true
		return c.values.add(v, b.memory)
	}
	here := place{row: b.rows}
	here.line, here.column = at(j)
	return c.addNumber(v, here)
}

func (b *builder) add(j int, cell string, at func(j int) (line, column int)) error {
	c := &b.columns[j]
	if c.kind == Text {
		if code, known := c.texts.known[cell]; known {
			return c.texts.codes.add(code, b.memory)
		}
	}
	v, isNumber := b.numbers.parse(cell)
	if isNumber && !math.IsInf(v, 0) {
		return b.addNumber(j, v, at)
	}
	here := place{row: b.rows, text: cell}
	here.line, here.column = at(j)
	switch {
	case isNumber:
		fault, err := c.fault()
		if err != nil {
			return err
		}
		if fault.infinite == nil {
			here.text = clip(cell)
			fault.infinite = &here
		}
		return c.addNumber(v, here)
	case isMissing(cell):
		fault, err := c.fault()
		if err != nil {
			return err
		}
		here.text = clip(cell)
		fault.addMissing(&here)
		if c.kind == Numeric {
			return c.values.add(math.NaN(), b.memory)
		}
		return c.texts.addMissing(b.memory)
	}
	text, bad := cleanText(cell)
	if bad != nil {
		bad.Line, bad.Column = here.line, here.column
		return bad
	}
	here.text = clip(text)
	return c.addText(text, here)
}

func (c *columnBuilder) fault() (*faults, error) {
	if c.faults == nil {
		c.faults = &faults{}
		return c.faults, c.memory.take(faultBytes)
	}
	return c.faults, nil
}

// addNumber to a column of texts makes it mixed; its first text is at fault.
func (c *columnBuilder) addNumber(v float64, here place) error {
	if c.kind == Numeric {
		c.hasValue = true
		return c.values.add(v, c.memory)
	}
	if c.kind == Text {
		c.kind = Mixed
		if err := c.mixed(c.place); err != nil {
			return err
		}
	}
	return c.addCode(shortest(v), here)
}

func (c *columnBuilder) mixed(at place) error {
	fault, err := c.fault()
	fault.mixed = &at
	return err
}

// addText to a column of numbers makes it mixed and its numbers texts.
func (c *columnBuilder) addText(text string, at place) error {
	if c.kind == Numeric {
		texts, err := toText(ownColumn(c.values), c.values.len(), c.memory)
		if err != nil {
			return err
		}
		c.memory.give(c.values.bytes())
		c.memory.drop(c.values.bytes())
		c.texts, c.values = texts, nil
		c.firsts = make([]cellPlace, len(c.texts.texts))
		c.kind, c.place = Text, at
		if c.hasValue {
			c.kind = Mixed
			if err := c.mixed(at); err != nil {
				return err
			}
		}
	}
	return c.addCode(text, at)
}

func (c *columnBuilder) addCode(text string, here place) error {
	isNew, err := c.texts.add(text, c.memory)
	if isNew {
		c.firsts = append(c.firsts, cellPlace{int32(min(here.line, math.MaxInt32)), int32(min(here.column, math.MaxInt32))})
	}
	return err
}

// table is the finished table; no rows are an error.
func (b *builder) table(format string) (*Table, error) {
	t := &Table{Format: format, Rows: b.rows, Columns: make([]Column, len(b.columns))}
	for j := range b.columns {
		c := &b.columns[j]
		b.memory.give(mapBytes * int64(len(c.texts.texts)))
		c.texts.known = nil
		t.Columns[j] = Column{Name: c.name, Kind: c.kind, faults: c.faults, cells: c.texts.coded, firsts: c.firsts}
		if c.kind == Numeric {
			t.Columns[j].cells = ownColumn(c.values)
		}
	}
	b.memory.give(builderBytes * int64(len(b.columns)))
	return t, t.checkRows()
}

// ownColumn are the cells of a column stored by itself.
func ownColumn(values chunked[float64]) strided { return strided{values, 0, 1, values.len()} }

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
		return "", &Error{Problem: "binary data (a zero byte)", Want: "text", Remedies: remedy.Do("export the data as CSV")}
	}
	if !utf8.ValidString(text) {
		return "", &Error{Problem: fmt.Sprintf("a text that is not in UTF-8 (%q)", clip(text)), Want: "UTF-8",
			Remedies: remedy.Do("convert the file, for instance: iconv -f latin1 -t utf-8 FILE")}
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
