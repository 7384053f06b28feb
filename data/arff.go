package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var arffFormat = Format{
	Name:    "ARFF",
	Endings: []string{".arff"},
	begins: func(head []byte) bool {
		for line := range bytes.Lines(head) {
			if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
				return len(line) > 9 && bytes.EqualFold(line[:9], []byte("@relation"))
			}
		}
		return false
	},
	read: func(c content) (*Table, error) { return readARFF(c.in, c.memory) },
}

// attribute is a column of an ARFF file.
type attribute struct {
	name   string
	isText bool
	isDate bool     // in ISO 8601; becomes a number of days
	values []string // of a nominal attribute; nil for other texts
}

// arff reads the format of Weka: a header with the attributes, @data, and rows of values, or, if sparse, of
// {index value, …} with indices from 0, where a number that is left out is 0 and a nominal value the first.
type arff struct {
	lines      *plainRecords // one cell a line
	memory     *budget
	attributes []attribute
	b          *builder
	entries    entries // of sparse rows; a nominal value is its index
	isSparse   bool
	hasRuns    bool        // of commas in dense rows
	tokens     []arffToken // of the current row
}

// arffToken is a value, at a byte of its line.
type arffToken struct {
	text     string
	at       int
	isQuoted bool
}

func readARFF(in *bufio.Reader, memory *budget) (*Table, error) {
	lines := plainStream(in, '\n', 0, memory)
	lines.guard.separator = 0 // the builder counts the memory of the cells
	a := &arff{lines: lines, memory: memory}
	if err := a.header(); err != nil {
		return nil, err
	}
	names := namesOf(a.attributes, func(c attribute) string { return c.name })
	var err error
	if a.b, err = newBuilder(names, numberFormat{}, memory); err != nil {
		return nil, err
	}
	for j, c := range a.attributes {
		if c.isText {
			a.b.columns[j].Kind = Text
		}
	}
	a.entries.memory = memory
	for {
		line, err := a.next()
		if err == io.EOF {
			return a.table(), nil
		}
		if err != nil {
			return nil, err
		}
		if err := a.addRow(line); err != nil {
			return nil, err
		}
	}
}

// next returns the next line that is neither blank nor a comment.
func (a *arff) next() (string, error) {
	for {
		cells, err := a.lines.next()
		if err != nil {
			return "", err
		}
		a.memory.line = a.lines.line
		if line := strings.TrimRight(cells[0], " \t"); line != "" && line[0] != '%' {
			return line, nil
		}
	}
}

func (a *arff) fault(at int, problem, want string, how remedy.List) *Error {
	return &Error{Line: a.lines.line, Column: at + a.lines.columns[0], Problem: problem, Want: want, Remedies: how}
}

// header reads up to @data.
func (a *arff) header() error {
	for {
		line, err := a.next()
		if err == io.EOF {
			return &Error{Problem: "no line @data", Want: "@attribute lines, @data and rows"}
		}
		if err != nil {
			return err
		}
		word, rest := line, ""
		if k := strings.IndexAny(line, " \t"); k >= 0 {
			word, rest = line[:k], line[k:]
		}
		switch strings.ToLower(word) {
		case "@relation":
		case "@attribute":
			if err := a.attribute(rest, len(word)); err != nil {
				return err
			}
		case "@data":
			if len(a.attributes) == 0 {
				return a.fault(0, "@data without an @attribute above it", "@attribute lines", nil)
			}
			return nil
		default:
			return a.fault(0, fmt.Sprintf("%q in the header", clip(word)), "@attribute or @data", nil)
		}
	}
}

// attribute reads the name and the type of an attribute, which are at a byte of the line.
func (a *arff) attribute(text string, at int) error {
	name, rest, ok := arffWord(text, " \t{")
	kind := strings.TrimSpace(rest)
	if !ok || kind == "" {
		return a.fault(at, fmt.Sprintf("attribute %q", clip(strings.TrimSpace(text))), "a name and a type", nil)
	}
	clean, bad := cleanText(name.text)
	if bad != nil {
		bad.Line = a.lines.line
		return bad
	}
	c := attribute{name: clean, isText: true}
	word, _, _ := strings.Cut(strings.ReplaceAll(kind, "\t", " "), " ")
	switch strings.ToLower(word) {
	case "numeric", "real", "integer":
		c.isText = false
	case "string":
	case "date":
		c.isDate = true
		if pattern := strings.Trim(kind[len(word):], " \t'\""); pattern != "" && !strings.HasPrefix(pattern, "yyyy-MM-dd") {
			return a.fault(at, fmt.Sprintf("dates of the form %q in attribute %q", clip(pattern), c.name),
				"dates of ISO 8601, yyyy-MM-dd or yyyy-MM-dd HH:mm:ss",
				remedy.Do("write them in this form, or declare the attribute as numeric if they are numbers"))
		}
	default:
		if kind[0] != '{' {
			return a.fault(len(at2(text, kind))+at, fmt.Sprintf("type %q of attribute %q", clip(word), c.name),
				"numeric, real, integer, string, date, or the values in {}",
				remedy.Do("take the attribute out of the file, in Weka with the filter Remove"))
		}
		end := strings.LastIndexByte(kind, '}')
		if end < 0 || !a.split(kind[1:end], 0) {
			return a.fault(at, fmt.Sprintf("the values of attribute %q", c.name),
				"{ and }, commas between, and quotes that are closed", nil)
		}
		c.values = namesOf(a.tokens, func(t arffToken) string { return t.text })
		if err := a.memory.take(int64(len(kind)) + textBytes*int64(len(c.values))); err != nil {
			return err
		}
	}
	a.attributes = append(a.attributes, c)
	return a.memory.take(columnBytes)
}

// at2 returns the part of text before its suffix.
func at2(text, suffix string) string { return text[:strings.LastIndex(text, suffix)] }

// arffWord returns the first word of a text, which may be in quotes, and the rest, which begins with one of the
// bytes in ends. ok is false if a quote is not closed.
func arffWord(text, ends string) (word arffToken, rest string, ok bool) {
	trimmed := strings.TrimLeft(text, " \t")
	word.at = len(text) - len(trimmed)
	if trimmed == "" || trimmed[0] != '\'' && trimmed[0] != '"' {
		end := strings.IndexAny(trimmed, ends)
		if end < 0 {
			end = len(trimmed)
		}
		word.text = strings.TrimRight(trimmed[:end], " \t")
		return word, trimmed[end:], true
	}
	var b strings.Builder
	for i := 1; i < len(trimmed); i++ {
		switch c := trimmed[i]; {
		case c == trimmed[0]:
			word.text, word.isQuoted = b.String(), true
			return word, strings.TrimLeft(trimmed[i+1:], " \t"), true
		case c == '\\' && i+1 < len(trimmed):
			i++
			if k := strings.IndexByte("ntr", trimmed[i]); k >= 0 {
				b.WriteByte("\n\t\r"[k])
			} else {
				b.WriteByte(trimmed[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return word, "", false
}

// split finds the values of a row, which begins at a byte of its line: with commas between them or, if there are
// none, blanks. It returns false if a quote is not closed, or if a text follows one.
func (a *arff) split(row string, at int) bool {
	ends := ","
	if !strings.Contains(row, ",") {
		ends = " \t"
	}
	a.tokens = a.tokens[:0]
	for from := 0; ; {
		word, rest, ok := arffWord(row[from:], ends)
		if !ok || ends == "," && rest != "" && rest[0] != ',' {
			return false
		}
		word.at += at + from
		a.tokens = append(a.tokens, word)
		if ends != "," {
			rest = strings.TrimLeft(rest, " \t")
		}
		if rest == "" {
			return true
		}
		from = len(row) - len(rest)
		if ends == "," {
			from++
		}
	}
}

// addRow adds a row, dense or sparse as the first.
func (a *arff) addRow(line string) error {
	isSparse := line[0] == '{'
	if a.b.rows == 0 {
		a.isSparse = isSparse
		if err := a.entries.widen(len(a.attributes)); isSparse && err != nil {
			return err
		}
	}
	if isSparse != a.isSparse {
		return a.fault(0, "rows with { } and rows without", "one way to write all rows", nil)
	}
	quotes := func() *Error {
		return a.fault(0, "a quote in this row is not closed, or text follows it", "values with commas between them",
			remedy.Do(`write a quote within quotes as \'`))
	}
	var err error
	if isSparse {
		end := strings.LastIndexByte(line, '}')
		if end < 0 {
			return a.fault(0, "a row without }", "{index value, …}", nil)
		}
		err = a.addSparse(line[1:end], quotes)
	} else {
		if !a.split(line, 0) {
			return quotes()
		}
		if len(a.tokens) > len(a.attributes) { // Weka reads a run of commas as one
			a.tokens = slices.DeleteFunc(a.tokens, func(t arffToken) bool { return t.text == "" && !t.isQuoted })
			a.hasRuns = true
		}
		if len(a.tokens) != len(a.attributes) {
			return a.fault(0, fmt.Sprintf("%d values in this row", len(a.tokens)),
				fmt.Sprintf("%d, one for each @attribute", len(a.attributes)),
				remedy.Do("complete or remove the row; a value that holds a comma needs quotes"))
		}
		for j, token := range a.tokens {
			if err = a.addValue(j, token); err != nil {
				break
			}
		}
	}
	a.b.rows++
	if err != nil {
		return err
	}
	return a.memory.take(rowBytes)
}

// addValue adds the value of attribute j to its column.
func (a *arff) addValue(j int, token arffToken) error {
	c := &a.attributes[j]
	here := place{cellPlace{int32(a.lines.line), int32(token.at + a.lines.columns[0])}, a.b.rows, token.text}
	isGap := !token.isQuoted && token.text == "?"
	switch {
	case !c.isText:
		if _, ok := parseNumber(token.text); !ok && !isMissing(token.text) {
			return a.fault(token.at, fmt.Sprintf("value %q of the numeric attribute %q", clip(token.text), c.name),
				"a number or ?", nil)
		}
	case isGap:
		column := &a.b.columns[j]
		column.faults.missing++
		here.note(&column.faults.firstMissing, a.memory)
		column.texts.codes.add(missingCode, a.memory)
		return a.memory.refused
	case c.values != nil && !slices.Contains(c.values, token.text):
		return a.unknown(j, token)
	default:
		text, bad := cleanText(token.text)
		if bad != nil {
			bad.Line, bad.Column = int(here.line), int(here.column)
			return bad
		}
		a.b.columns[j].texts.add(text, here.cellPlace, a.memory)
		return a.memory.refused
	}
	if v, ok := parseNumber(token.text); ok && isFinite(v) {
		a.b.addNumber(j, v, here)
	} else if bad := a.b.add(j, here); bad != nil {
		return bad
	}
	return a.memory.refused
}

func (a *arff) unknown(j int, token arffToken) *Error {
	c := &a.attributes[j]
	return a.fault(token.at, fmt.Sprintf("value %q of attribute %q%s", clip(token.text), c.name,
		DidYouMean(token.text, c.values)),
		"one of "+shortList(c.values, 12), remedy.Do("correct it, or add it to the values of the @attribute"))
}

// addSparse adds the entries of a row to a.entries.
func (a *arff) addSparse(row string, quotes func() *Error) error {
	last := -1
	for from := 0; strings.TrimSpace(row[from:]) != ""; {
		index, rest, _ := arffWord(row[from:], " \t,")
		j, err := strconv.Atoi(index.text)
		index.at += from + 1
		if err != nil || j <= last || j >= len(a.attributes) {
			return a.fault(index.at, fmt.Sprintf("index %q", clip(index.text)),
				fmt.Sprintf("ascending whole numbers below %d, the number of attributes", len(a.attributes)), nil)
		}
		last = j
		begin := len(row) - len(rest)
		token, rest, ok := arffWord(rest, ",")
		if !ok || rest != "" && rest[0] != ',' {
			return quotes()
		}
		token.at += begin + 1
		c := &a.attributes[j]
		v, isNumber := parseNumber(token.text)
		switch {
		case !token.isQuoted && token.text == "?":
			v = math.NaN()
		case c.isText && c.values == nil:
			return a.fault(token.at, fmt.Sprintf("the attribute %q of texts in a sparse row", c.name),
				"numbers and nominal values",
				remedy.Do("take the attribute out of the file, in Weka with the filter Remove"))
		case c.isText:
			if v = float64(slices.Index(c.values, token.text)); v < 0 {
				return a.unknown(j, token)
			}
		case !isNumber:
			return a.fault(token.at, fmt.Sprintf("value %q of the numeric attribute %q", clip(token.text), c.name),
				"a number or ?", nil)
		}
		if a.entries.add(a.b.rows, j, v); a.memory.refused != nil {
			return a.memory.refused
		}
		from = min(len(row)-len(rest)+1, len(row))
	}
	return nil
}

// table finishes the table.
func (a *arff) table() *Table {
	a.memory.line = 0
	var notes []remedy.Note
	if a.hasRuns {
		notes = append(notes, remedy.Note{
			Text: "a run of commas is read as one, as Weka reads it, in rows with more values than attributes"})
	}
	for j, c := range a.attributes {
		if c.isDate && !a.isSparse {
			notes = append(notes, a.b.columns[j].readNotation(a.b.numbers, a.memory)...)
		}
	}
	t := a.b.typed()
	t.Notes = notes
	if a.isSparse {
		for j, cells := range a.entries.cells(t.Rows) {
			c := &t.Columns[j]
			c.cells = cells
			c.checkNumbers(t.Rows, nil, a.memory)
			if c.Kind == Text {
				c.cells = a.nominal(cells, t.Rows, a.attributes[j].values)
			}
		}
	}
	t.Named = true
	return t
}

// nominal returns a sparse column of indices of values as texts.
func (a *arff) nominal(indices sparse, rows int, values []string) cells {
	var c coder
	for row := range rows {
		if k := indices.at(row); k != k {
			c.codes.add(missingCode, a.memory)
		} else if len(values) > 0 {
			c.add(values[int(k)], cellPlace{}, a.memory)
		}
	}
	return c.coded
}
