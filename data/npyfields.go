package data

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// npyField is a field of a structured type, or a column of an array of texts.
type npyField struct {
	name string
	npyHeader
	length int // of a text in bytes; 0 for a number
}

var (
	npyFields   = regexp.MustCompile(`(?s)'descr':\s*\[(.*)\]`)
	npyFieldOne = regexp.MustCompile(`\((?:'([^']*)'|"([^"]*)"), '([^']*)'\)`)
)

// parseFields returns the fields of a structured type, for instance [('a', '<f8'), ('b', '<U5')], nil if they are
// structured in turn.
func parseFields(text string) []npyField {
	list := npyFields.FindStringSubmatch(text)
	if list == nil || strings.Trim(npyFieldOne.ReplaceAllString(list[1], ""), ", ") != "" {
		return nil
	}
	var fields []npyField
	for _, m := range npyFieldOne.FindAllStringSubmatch(list[1], -1) {
		fields = append(fields, npyField{name: m[1] + m[2], npyHeader: npyHeader{descr: m[3]}})
	}
	return fields
}

// textLength returns the bytes of each text of an array of texts, such as <U5 or |S5, 0 for others.
func (h npyHeader) textLength() int {
	if len(h.descr) < 3 {
		return 0
	}
	length, err := strconv.Atoi(h.descr[2:])
	if err != nil || length < 0 || length > 1<<20 {
		return 0
	}
	return length * map[byte]int{'U': 4, 'S': 1}[h.descr[1]]
}

// wrongType is the error of an array that holds neither numbers nor texts.
func (h npyHeader) wrongType() *Error {
	e := &Error{Problem: "the array holds a structured type within another",
		Want:     "numbers (f2…f8, i1…i8, u1…u8), bool or texts",
		Remedies: remedy.Do("save its fields: numpy.savez(FILE, X=numpy.column_stack([a['NAME'], …]))")}
	if h.fields != nil {
		e.Problem, e.Want = "the array holds a structured type", "numbers"
	}
	if h.descr == "" {
		return e
	}
	e.Problem = fmt.Sprintf("the array holds type %q", clip(h.descr))
	do := "convert it: numpy.save(FILE, a.astype(float))"
	switch strings.TrimLeft(h.descr, "<>|=")[:min(1, len(strings.TrimLeft(h.descr, "<>|=")))] {
	case "O":
		e.Problem += ", Python objects, which are not read as they can run programs"
		do = "convert it: numpy.save(FILE, a.astype(float)), or a.astype(str) if these are labels"
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
// a structured type with the names of its fields.
func (h npyHeader) readTable(in io.Reader, memory *budget) (*Table, error) {
	fields := h.fields
	switch length := h.textLength(); {
	case fields == nil && length == 0:
		a, err := h.read(in, memory)
		if err != nil {
			return nil, err
		}
		return arrayTable(a, memory), nil
	case fields == nil:
		_, d, err := h.size()
		if err != nil {
			return nil, err
		}
		if h.fortran && d > 1 {
			return nil, &Error{Problem: "an array of texts in Fortran order", Want: "C order",
				Remedies: remedy.Do("save it again: numpy.save(FILE, numpy.ascontiguousarray(a))")}
		}
		if err := memory.takeFor(fmt.Sprintf("%d columns", d), columnBytes*min(d, math.MaxInt32)); err != nil {
			return nil, err
		}
		for j := range d {
			fields = append(fields, npyField{name: numberedName(int(j)), npyHeader: npyHeader{descr: h.descr}})
		}
	case len(h.shape) != 1:
		return nil, &Error{Problem: fmt.Sprintf("an array of a structured type with the shape %v", h.shape),
			Want: "one dimension", Remedies: remedy.Do("flatten it: numpy.save(FILE, a.ravel())")}
	}
	n, _, err := h.size()
	if err != nil {
		return nil, err
	}
	if err := memory.takeFor(fmt.Sprintf("%d rows", n), rowBytes*min(n, math.MaxInt64/rowBytes)); err != nil {
		return nil, err
	}
	t, err := readRecords(in, fields, int(n), memory)
	if err == nil {
		t.Named = h.fields != nil
		t.HasLine = t.Named
	}
	return t, err
}

// readRecords reads the fields of n records one after the other.
func readRecords(in io.Reader, fields []npyField, n int, memory *budget) (*Table, error) {
	names := namesOf(fields, func(f npyField) string { return f.name })
	b, err := newBuilder(names, numberFormat{}, memory)
	if err != nil {
		return nil, err
	}
	size := 0
	for j := range fields {
		f := &fields[j]
		number, _ := f.number()
		f.length = f.textLength()
		switch padding, isPadding := strings.CutPrefix(f.descr, "|V"); {
		case isPadding && f.name == "":
			f.length, _ = strconv.Atoi(padding)
		case f.length > 0:
			b.columns[j].Kind = Text
		case number.size == 0:
			e := f.wrongType()
			e.Problem = strings.Replace(e.Problem, "the array", fmt.Sprintf("the field %q", clip(f.name)), 1)
			return nil, e
		}
		size += number.size + f.length
	}
	if err := memory.takeFor("a record", int64(size)); err != nil {
		return nil, err
	}
	record := make([]byte, size)
	for row := range n {
		if _, err := io.ReadFull(in, record); err != nil {
			return nil, shortNPY(err)
		}
		rest := record
		for j, f := range fields {
			number, order := f.number()
			if number.size > 0 {
				b.columns[j].values.add(number.decode(order, rest), memory)
			} else if b.columns[j].Kind == Text {
				if err := b.addLabel(j, row, f.text(rest[:f.length])); err != nil {
					return nil, err
				}
			}
			rest = rest[number.size+f.length:]
		}
		if memory.refused != nil {
			return nil, memory.refused
		}
		b.rows++
	}
	t := b.typed()
	for j := range t.Columns {
		if t.Columns[j].Kind == Numeric && fields[j].length == 0 {
			t.Columns[j].checkNumbers(n, nil, memory)
		}
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool { return c.Name == "" })
	return t, ended(in, n)
}

// addLabel adds a text to a column of texts.
func (b *builder) addLabel(j, row int, text string) error {
	c := &b.columns[j]
	if isMissing(text) {
		c.faults.missing++
		(&place{row: row}).note(&c.faults.firstMissing, b.memory)
		c.texts.codes.add(missingCode, b.memory)
		return nil
	}
	if _, known := c.texts.known[text]; !known {
		clean, bad := cleanText(text)
		if bad != nil {
			bad.Problem = fmt.Sprintf("%s in row %d", bad.Problem, row+1)
			return bad
		}
		text = clean
	}
	c.texts.add(text, cellPlace{}, b.memory)
	return nil
}

// text decodes a text, which ends with zeros.
func (f npyField) text(b []byte) string {
	if f.descr[1] == 'S' {
		return strings.TrimSpace(string(bytes.TrimRight(b, "\x00")))
	}
	_, order := npyHeader{descr: f.descr[:1] + "u4"}.number()
	var text []byte
	for ; len(b) >= 4; b = b[4:] {
		text = utf8.AppendRune(text, rune(order.Uint32(b)))
	}
	return strings.TrimSpace(string(bytes.TrimRight(text, "\x00")))
}

// ended returns an error unless the stream ends after n rows. Reading to the end makes gzip and zip test their checksums.
func ended(in io.Reader, n int) error {
	var one [1]byte
	if extra, err := io.ReadFull(in, one[:]); extra == 0 {
		if err == io.EOF {
			return nil
		}
		return err
	}
	return &Error{Problem: fmt.Sprintf("more bytes than an array of %d rows has", n), Want: "the end of the file",
		Remedies: remedy.Do("save it again with numpy.save")}
}
