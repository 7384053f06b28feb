package data

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"gramscope/data/remedy"
)

// npyField is a field of a structured type, or a column of texts.
type npyField struct {
	name string
	npyType
	number numberType // of numbers
	at     int        // its first byte in a record
	fault  *Error     // why it can't be used; its cells are missing
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

func (t npyType) text(b []byte) string {
	if t[1] == 'U' {
		number, _ := (t[:1] + "u4").number()
		var text []byte
		for ; len(b) >= 4; b = b[4:] {
			text = utf8.AppendRune(text, rune(number.decode(b)))
		}
		b = text
	}
	text := string(bytes.TrimRight(b, "\x00"))
	if !utf8.ValidString(text) {
		text, _ = charmap.Windows1252.NewDecoder().String(text)
	}
	return strings.TrimSpace(text)
}

// fault is the error of a type that is not read.
func (t npyType) fault(what string) *Error {
	e := &Error{Problem: what + " holds a structured type", Want: "numbers (f2…f8, i1…i8, u1…u8), bool or texts",
		Remedies: remedy.Do("save its fields: numpy.savez(FILE, X=numpy.column_stack([a['NAME'], …]))")}
	if t == "" {
		return e
	}
	e.Problem = fmt.Sprintf("%s holds type %q", what, clip(string(t)))
	kind := strings.TrimLeft(string(t), "<>|=")
	if kind = kind[:min(1, len(kind))]; kind == "O" {
		e.Problem += ", Python objects, which are not read as they can run programs"
	}
	const convert = "convert it: numpy.save(FILE, a.astype(float))"
	e.Remedies = remedy.Do(cmp.Or(map[string]string{
		"O": convert + ", or a.astype(str) if these are labels",
		"c": "save the real and the imaginary part: numpy.save(FILE, numpy.column_stack([a.real, a.imag]))",
		"M": "save days: numpy.save(FILE, (a - a.min()) / numpy.timedelta64(1, 'D'))",
		"m": "save days: numpy.save(FILE, a / numpy.timedelta64(1, 'D'))",
	}[kind], convert))
	return e
}

// readTable reads an array behind its header as a table: of numbers or texts with the columns x1, x2, …, or of
// a structured type with the names of its fields. The texts of one column are labels, and texts of several are
// cells, as of a text table.
func (h npyHeader) readTable(in io.Reader, memory *budget) *Table {
	size := h.descr.textLength()
	if h.fields == nil && size == 0 {
		return h.readNumbers(in, memory)
	}
	n, d := h.size()
	if h.fortran && d > 1 {
		check(&Error{Problem: "an array of texts in Fortran order", Want: "C order",
			Remedies: remedy.Do("save it again: numpy.save(FILE, numpy.ascontiguousarray(a))")})
	}
	need := float64(n)*rowBytes + float64(d)*float64(columnBytes+size)
	memory.takeFor(fmt.Sprintf("%d rows and %d columns", n, d), int64(min(need, math.MaxInt64/2)))
	fields := h.fields
	for j := 0; h.fields == nil && j < int(d); j++ {
		fields = append(fields, npyField{name: numberedName(j), npyType: h.descr})
	}
	t := readRecords(in, fields, int(n), d > 1, memory)
	t.Named, t.HasLine = h.fields != nil, h.fields != nil
	h.end(in)
	return t
}

// readRecords reads the fields of n records one after the other. If areCells is set, texts may be numbers.
func readRecords(in io.Reader, all []npyField, n int, areCells bool, memory *budget) *Table {
	var fields []npyField // without padding
	size := 0
	for _, f := range all {
		padding, isPadding := strings.CutPrefix(string(f.npyType), "|V")
		if isPadding && f.name == "" {
			size += npyType("|S" + padding).textLength()
			continue
		}
		if f.at = size; f.textLength() == 0 {
			var err error
			if f.number, err = f.npyType.number(); err != nil {
				f.fault = f.npyType.fault(fmt.Sprintf("the field %q", clip(f.name)))
				length, _, _ := strings.Cut(strings.TrimLeft(string(f.npyType), "<>|=Mmc"), "[")
				if f.number.size, err = strconv.Atoi(length); err != nil || f.number.size != 8 && f.number.size != 16 {
					check(f.fault)
				}
				f.number.decode = func([]byte) float64 { return math.NaN() }
			}
		}
		size += f.textLength() + f.number.size
		fields = append(fields, f)
	}
	names := namesOf(fields, func(f npyField) string { return f.name })
	b := newBuilder(names, numberFormat{decimal: '.', isNamed: true}, memory)
	memory.takeFor("a record", int64(size))
	for j, f := range fields {
		if why := f.fault; why != nil {
			b.columns[j].faults = faults{notation: &cellFault{why.Problem, why.Want, why.Remedies}, text: &place{}}
		}
	}
	record := make([]byte, size)
	for ; b.rows < n; b.rows++ {
		readNPY(in, record)
		for j, f := range fields {
			here := place{row: b.rows}
			if f.number.size == 0 {
				here.text = f.text(record[f.at:][:f.textLength()])
			} else if v := f.number.decode(record[f.at:]); isFinite(v) {
				b.addNumber(j, v, 0)
				continue
			} else {
				here.text = shortest(v)
			}
			switch {
			case areCells || f.number.size > 0:
				b.add(j, here)
			case b.numbers.isMissing(here.text):
				b.addMissing(j, here)
			default:
				b.addText(j, here)
			}
		}
	}
	if !areCells {
		return b.typed()
	}
	t := b.table(false)
	t.Layout.IsChanged = true
	return t
}
