package data

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// npyField is a field of a structured type.
type npyField struct {
	name string
	npyType
}

// textLength returns the bytes of each text of an array of texts, such as <U5 or |S5, 0 for others.
func (t npyType) textLength() int {
	if len(t) < 3 {
		return 0
	}
	length, err := strconv.Atoi(string(t[2:]))
	if err != nil || length < 0 || length > 1<<20 {
		return 0
	}
	return length * map[byte]int{'U': 4, 'S': 1}[t[1]]
}

// text decodes a text, which ends with zeros.
func (t npyType) text(b []byte) string {
	if t[1] == 'U' {
		number, _ := (t[:1] + "u4").number()
		var text []byte
		for ; len(b) >= 4; b = b[4:] {
			text = utf8.AppendRune(text, rune(number.decode(b)))
		}
		b = text
	}
	return strings.TrimSpace(string(bytes.TrimRight(b, "\x00")))
}

// fault is the error of a type that is not read.
func (t npyType) fault(what string) *Error {
	e := &Error{Problem: what + " holds a structured type", Want: "numbers (f2…f8, i1…i8, u1…u8), bool or texts",
		Remedies: remedy.Do("save its fields: numpy.savez(FILE, X=numpy.column_stack([a['NAME'], …]))")}
	if t == "" {
		return e
	}
	e.Problem = fmt.Sprintf("%s holds type %q", what, clip(string(t)))
	do := "convert it: numpy.save(FILE, a.astype(float))"
	switch kind := strings.TrimLeft(string(t), "<>|="); kind[:min(1, len(kind))] {
	case "O":
		e.Problem += ", Python objects, which are not read as they can run programs"
		do += ", or a.astype(str) if these are labels"
	case "c":
		do = "save the real and the imaginary part: numpy.save(FILE, numpy.column_stack([a.real, a.imag]))"
	case "M":
		do = "save days: numpy.save(FILE, (a - a.min()) / numpy.timedelta64(1, 'D'))"
	case "m":
		do = "save days: numpy.save(FILE, a / numpy.timedelta64(1, 'D'))"
	case "U", "S":
		e.Want, do = "numbers", "save numbers"
	}
	e.Remedies = remedy.Do(do)
	return e
}

// readTable reads an array behind its header as a table: of numbers or texts with the columns x1, x2, …, or of
// a structured type with the names of its fields. The texts of one column are labels, and those of several are
// cells, as of a text table.
func (h npyHeader) readTable(in io.Reader, memory *budget) (t *Table, err error) {
	if h.fields == nil && h.descr.textLength() == 0 {
		a, err := h.numbers(in, memory)
		if err != nil {
			return nil, err
		}
		return a.table(memory), nil
	}
	n, d, err := h.size()
	if err != nil {
		return nil, err
	}
	if h.fortran && d > 1 {
		return nil, &Error{Problem: "an array of texts in Fortran order", Want: "C order",
			Remedies: remedy.Do("save it again: numpy.save(FILE, numpy.ascontiguousarray(a))")}
	}
	if err := memory.takeFor(fmt.Sprintf("%d rows", n), rowBytes*min(n, math.MaxInt64/rowBytes)); err != nil {
		return nil, err
	}
	switch {
	case h.fields != nil:
		if t, err = readRecords(in, h.fields, int(n), memory); err == nil {
			t.Named, t.HasLine = true, true
		}
	case d == 1:
		t, err = readRecords(in, []npyField{{numberedName(0), h.descr}}, int(n), memory)
	default:
		t, err = h.readCells(in, int(n), d, memory)
	}
	if err != nil {
		return nil, err
	}
	return t, h.ended(in)
}

// readRecords reads the fields of n records one after the other.
func readRecords(in io.Reader, fields []npyField, n int, memory *budget) (*Table, error) {
	t := &Table{Rows: n, Columns: make([]Column, len(fields))}
	types, values := make([]numberType, len(fields)), make([]chunked[float64], len(fields))
	texts := make([]coder, len(fields))
	size := 0
	for j, f := range fields {
		t.Columns[j].Name = f.name
		length, err := f.textLength(), error(nil)
		if padding, isPadding := strings.CutPrefix(string(f.npyType), "|V"); isPadding && f.name == "" {
			length = npyType("|S" + padding).textLength()
		} else if length > 0 {
			t.Columns[j].Kind = Text
		} else if types[j], err = f.number(); err != nil {
			return nil, f.fault(fmt.Sprintf("the field %q", clip(f.name)))
		}
		types[j].size += length
		size += types[j].size
	}
	if err := memory.takeFor("a record", int64(size)+columnBytes*int64(len(fields))); err != nil {
		return nil, err
	}
	record := make([]byte, size)
	for row := range n {
		if _, err := io.ReadFull(in, record); err != nil {
			return nil, shortNPY(err)
		}
		rest := record
		for j := range fields {
			if types[j].decode != nil {
				values[j].add(types[j].decode(rest), memory)
			} else if t.Columns[j].Kind == Text {
				if err := t.Columns[j].addLabel(&texts[j], row, fields[j].text(rest[:types[j].size]), memory); err != nil {
					return nil, err
				}
			}
			rest = rest[types[j].size:]
		}
		if memory.refused != nil {
			return nil, memory.refused
		}
	}
	for j := range t.Columns {
		if c := &t.Columns[j]; c.Kind == Text {
			memory.give(mapBytes * int64(len(texts[j].texts)))
			c.cells = texts[j].coded
		} else if types[j].decode != nil {
			c.cells = strided{values[j], 0, 1}
			c.checkNumbers(n, nil, memory)
		}
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool { return c.cells == nil }) // padding
	return t, nil
}

// addLabel adds a text to a column of texts.
func (c *Column) addLabel(texts *coder, row int, text string, memory *budget) error {
	if isMissing(text) {
		c.faults.missing++
		(&place{row: row}).note(&c.faults.firstMissing, memory)
		texts.codes.add(missingCode, memory)
		return nil
	}
	if _, known := texts.known[text]; !known {
		clean, bad := cleanText(text)
		if bad != nil {
			bad.Problem = fmt.Sprintf("%s in row %d", bad.Problem, row+1)
			return bad
		}
		text = clean
	}
	texts.add(text, cellPlace{}, memory)
	return nil
}

// readCells reads an array of texts whose d columns may be numbers.
func (h npyHeader) readCells(in io.Reader, n int, d int64, memory *budget) (*Table, error) {
	size := h.descr.textLength()
	if err := memory.takeFor(fmt.Sprintf("%d columns", d), min(d, math.MaxInt32)*int64(columnBytes+size)); err != nil {
		return nil, err
	}
	cells, names, record := make([]string, d), make([]string, d), make([]byte, int(d)*size)
	for j := range names {
		names[j] = numberedName(j)
	}
	b, err := newBuilder(names, numberFormat{decimal: '.'}, memory)
	if err != nil {
		return nil, err
	}
	row := part{lines: records{columns: make([]int, d)}} // without places
	for range n {
		if _, err := io.ReadFull(in, record); err != nil {
			return nil, shortNPY(err)
		}
		for j := range cells {
			cells[j] = h.descr.text(record[j*size:][:size])
		}
		row.reset(b.numbers)
		row.add(cells)
		if err := b.addPart(&row); err != nil {
			return nil, err
		}
	}
	t := b.table(false)
	t.Layout.IsChanged = true
	return t, nil
}
