package data

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// builder collects a table cell by cell within the limit of its memory.
type builder struct {
	columns []columnBuilder
	numbers numberFormat
	rows    int
	gaps    map[string]bool // see Layout
	memory  *budget
}

// builderBytes is the memory that a column takes while it is read, in addition to columnBytes. It includes the column's
// cell in a line that is being split.
const builderBytes = 320

// columnBuilder is a column while it is read. It holds numbers until its first text.
type columnBuilder struct {
	Column // its cells are set at the end
	values chunked[float64]
	texts  coder
}

func newBuilder(names []string, numbers numberFormat, memory *budget) *builder {
	b := &builder{numbers: numbers, gaps: map[string]bool{}, memory: memory}
	need := int64(len(names)) * (columnBytes + builderBytes)
	for _, name := range names {
		need += int64(len(name))
	}
	memory.takeFor(fmt.Sprintf("%d columns", len(names)), need)
	b.columns = make([]columnBuilder, len(names))
	for j, name := range names {
		b.columns[j].Column = Column{Name: name, marks: new(marks)}
	}
	return b
}

func (b *builder) addPart(p *part) {
	if p.numbers.decimal != 0 {
		b.numbers.decimal = p.numbers.decimal
	}
	b.numbers.otherMarks = b.numbers.otherMarks || p.numbers.otherMarks
	next, d := 0, len(b.columns) // next of the others
	for row, line := range p.rowLine {
		b.memory.line = int(line)
		b.memory.take(rowBytes)
		for j, v := range p.values[row*d:][:d] {
			if !math.IsNaN(v) {
				b.addNumber(j, v, line)
				continue
			}
			here := place{p.places[next], b.rows, p.others[next]}
			next++
			b.add(j, here)
		}
		b.rows++
	}
	if bad, ok := p.err.(*Error); ok && b.rows < 3 { // what was read may be a title, or a second header
		bad.Remedies = bad.Remedies.Or(remedy.By("leave out the lines above it", "skip-lines", strconv.Itoa(bad.Line-1)))
	}
	check(p.err)
}

// addNumber adds a number. Among texts it has no byte column.
func (b *builder) addNumber(j int, v float64, line int32) {
	c := &b.columns[j]
	if c.Kind == Numeric {
		c.values.add(v, b.memory)
		return
	}
	c.Kind = Mixed
	c.texts.add(shortest(v), cellPlace{line: line}, b.memory)
}

func (b *builder) add(j int, here place) {
	c := &b.columns[j]
	if c.Kind == Text {
		if code, known := c.texts.known[here.text]; known {
			c.texts.codes.add(code, b.memory)
			return
		}
	}
	v, isNumber := b.numbers.parse(here.text)
	switch {
	case b.numbers.isMissing(here.text):
		b.addMissing(j, here)
	case isNumber:
		if math.IsInf(v, 0) {
			here.note(&c.faults.infinite, b.memory)
		}
		b.addNumber(j, v, here.line)
	default:
		b.addText(j, here)
	}
}

func (b *builder) addMissing(j int, here place) {
	if !b.gaps[here.text] {
		b.memory.take(textBytes + int64(len(here.text)))
		b.gaps[strings.Clone(here.text)] = true
	}
	c := &b.columns[j]
	c.faults.missing++
	here.note(&c.faults.firstMissing, b.memory)
	if c.Kind == Numeric {
		c.values.add(math.NaN(), b.memory)
	} else {
		c.texts.codes.add(missingCode, b.memory)
	}
}

// addText adds a cell of text. Its column may have had numbers only.
func (b *builder) addText(j int, here place) {
	text := cleanText(here.text)
	c := &b.columns[j]
	if c.Kind == Numeric {
		c.faults.text = &place{here.cellPlace, here.row, clip(here.text)}
		c.turnToText(b.memory)
	}
	c.HasBreaks = c.HasBreaks || text != here.text
	c.texts.add(text, here.cellPlace, b.memory)
}

// turnToText converts the column to texts. It becomes Mixed if it has numbers already.
func (c *columnBuilder) turnToText(memory *budget) {
	c.texts = toText(&strided{c.values, 0, 1}, c.values.len(), memory)
	memory.give(c.values.bytes())
	c.values = nil
	c.Kind = Text
	if len(c.texts.texts) > 0 {
		c.Kind = Mixed
	}
}

// table finishes the table. Rows and unnamed columns at its end are left out if all their cells are missing.
func (b *builder) table(isNamed bool) *Table {
	columns, notes := b.dropEmptyColumns(isNamed), b.dropEmptyRows()
	isChanged := notes != nil || b.numbers.otherMarks
	for j := range b.columns {
		c := &b.columns[j]
		more := c.readNotation(b.numbers, b.memory)
		notes, isChanged = append(notes, more...), isChanged || more != nil && c.Affix == ""
	}
	t := b.typed()
	t.Notes, t.Layout.IsChanged, t.Layout.Gaps = append(columns, notes...), isChanged, slices.Sorted(maps.Keys(b.gaps))
	return t
}

// typed finishes a table of a format that says what is a number.
func (b *builder) typed() *Table {
	t := &Table{Rows: b.rows, columns: make([]Column, len(b.columns))}
	for j := range b.columns {
		c := &b.columns[j]
		b.memory.give(mapBytes * int64(len(c.texts.texts)))
		c.cells = c.texts.coded
		if c.Kind == Numeric {
			c.cells = &strided{c.values, 0, 1}
		}
		t.columns[j] = c.Column
	}
	b.memory.give(builderBytes * int64(len(b.columns)))
	return t
}

// dropEmptyColumns leaves out unnamed columns without a value at the end of the lines.
func (b *builder) dropEmptyColumns(isNamed bool) []remedy.Note {
	all := len(b.columns)
	for k := all - 1; k > 0 && b.rows > 0; k-- {
		if c := &b.columns[k]; c.faults.missing < b.rows || isNamed && c.Name != numberedName(k) {
			break
		}
		b.columns = b.columns[:k]
	}
	return leftOut("columns", all, len(b.columns))
}

func leftOut(what string, all, kept int) []remedy.Note {
	if all == kept {
		return nil
	}
	return remedy.Notes(fmt.Sprintf("empty %s at the end are left out: %d of %d", what, all-kept, all))
}

// dropEmptyRows leaves out rows without a value at the end of the table.
func (b *builder) dropEmptyRows() []remedy.Note {
	all := b.rows
	hasValue := func(c columnBuilder) bool {
		if c.Kind == Numeric {
			return !math.IsNaN(c.values.at(b.rows - 1))
		}
		return c.texts.codes.at(b.rows-1) != missingCode
	}
	for len(b.columns) > 1 && b.rows > 0 && !slices.ContainsFunc(b.columns, hasValue) {
		b.rows--
		for j := range b.columns {
			f := &b.columns[j].faults
			if f.missing--; f.missing == 0 {
				f.firstMissing = nil
			}
		}
	}
	return leftOut("rows", all, b.rows)
}

// cleanText replaces tabs, line breaks and other white space that is a control character by blanks. Other control
// characters stay; they are escaped when the text is shown.
func cleanText(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, text)
}

// clip returns a copy of a cell for messages, of at most 40 bytes and without cutting a character.
func clip(cell string) string {
	end := 40
	if len(cell) <= end {
		return strings.Clone(cell)
	}
	for end > 40-utf8.UTFMax && !utf8.RuneStart(cell[end]) {
		end--
	}
	return cell[:end] + "…"
}
