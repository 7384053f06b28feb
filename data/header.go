package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gramscope/data/remedy"
)

// beginning describes the lines above a text table, and the separator of its cells.
type beginning struct {
	above     int    // number of lines above the table; they are blank or begin with #
	comment   int    // number of the last of them that begins with #, 0 if none
	text      []byte // of that line, with its #
	head      []byte // beginning of the table, which is not consumed
	separator byte
}

// begin reads past comments and blank lines. More bytes than a line may have are an error.
func begin(in *bufio.Reader, memory *budget) (t beginning, err error) {
	limit, skipped := memory.longestLine(), int64(0)
	for {
		first, err := in.Peek(1)
		if err == io.EOF || err == nil && !bytes.ContainsAny(first, "#\r\n") {
			t.head, err = peek(in)
			t.separator = findSeparator(t.head)
			return t, err
		}
		isComment := err == nil && first[0] == '#'
		if isComment {
			t.comment, t.text = t.above+1, t.text[:0]
		}
		for more := true; more && err == nil; {
			var part []byte
			part, more, err = in.ReadLine()
			if skipped += int64(len(part)) + 1; skipped > limit {
				return t, withoutData(t.above+1, limit)
			}
			if isComment {
				t.text = append(t.text, part...)
			}
		}
		if err != nil && err != io.EOF {
			return t, err
		}
		t.above++
	}
}

// numbers returns the format of numbers with this separator.
func (t beginning) numbers() numberFormat { return numberFormat{commaPossible: t.separator != ','} }

// commented returns the cells after the # of the last comment if they can be the names of the columns, as
// numpy.savetxt writes them, and else nil. There must be as many cells as columns. If the user says that
// the file has a header, nothing else is required. Otherwise no cell may be a number, and one must have a
// letter. If the separator is a blank, the comment may be a sentence: then no cell may be a word such as
// "of".
func (t beginning) commented(columns int, mode Header, memory budget) []string {
	text := bytes.TrimLeft(t.text, "# ")
	if s := findSeparator(text); t.separator == ' ' && bytes.IndexByte(text, s) >= 0 { // a, b, y above 1 2 3
		t.separator = s
	}
	cells, err := newRecords(bytes.NewReader(text), t.separator, 0, &memory).next()
	if err != nil || len(cells) != columns {
		return nil
	}
	if mode == HeaderYes {
		return cells
	}
	hasLetter := false
	numbers := t.numbers()
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		if _, isNumber := numbers.parse(cell); isNumber || t.separator == ' ' && slices.Contains(sentenceWords, strings.ToLower(cell)) {
			return nil
		}
		hasLetter = hasLetter || !isMissing(cell) && strings.ContainsFunc(cell, unicode.IsLetter)
	}
	if !hasLetter {
		return nil
	}
	return cells
}

// sentenceWords are English words that hardly ever name a column. (From, to, in and on
// sometimes do.)
var sentenceWords = []string{"the", "of", "by", "with", "and", "is", "are", "was", "were", "this"}

// header has the names of the columns and where they come from.
type header struct {
	names   []string
	isNamed bool // the file has names; otherwise they are x1, x2, …
	isFirst bool // the names are the first row, not a comment
	notes   []remedy.Note
}

// header finds the names. A first row without numbers is a header, and one with only numbers is
// not. A mixed row is a header unless the comment above it holds the names.
func (t beginning) header(first []string, lines records, mode Header, memory *budget) (h header, err error) {
	numeric, missing := 0, 0
	numbers := t.numbers()
	for _, cell := range first {
		cell = strings.TrimSpace(cell)
		if _, ok := numbers.parse(cell); ok {
			numeric++
		} else if isMissing(cell) {
			missing++
		}
	}
	var none header // for columns without names
	none.names, _ = columnNames(make([]string, len(first)), nil)
	switch mode {
	case HeaderNo:
		return none, nil
	case HeaderAuto, HeaderYes, headerOfEntries, "":
	default:
		panic(fmt.Sprintf("data: Options.Header is %q", mode))
	}
	h.isNamed = true
	if numeric > 0 && t.comment > 0 {
		if cells := t.commented(len(first), mode, *memory); cells != nil {
			h.notes = []remedy.Note{{Text: fmt.Sprintf("line %d, a comment, is used as the header", t.comment), Remedies: noHeader("if it is not one, say so")}}
			h.names, err = columnNames(cells, func(int) (line, column int) { return t.comment, 0 })
			return h, err
		}
	}
	line, _ := lines.place(0)
	switch {
	case numeric == 0:
	case mode == HeaderYes && t.comment > 0:
		h.notes = remedy.Notes(fmt.Sprintf("line %d is used as the header, and line %d is skipped as a comment", line, t.comment))
	case mode == HeaderYes:
	case numeric+missing == len(first) && mode == headerOfEntries:
		return none, nil
	case numeric+missing == len(first):
		note := "no header line: the columns are called x1, x2, …"
		if t.comment > 0 {
			note += fmt.Sprintf("; line %d is skipped as a comment", t.comment)
		}
		none.notes = remedy.Notes(note)
		return none, nil
	default:
		h.notes = []remedy.Note{{Text: fmt.Sprintf("line %d is used as the header although %d of its %d cells are numbers", line, numeric, len(first)),
			Remedies: noHeader("if it is data, say so")}}
	}
	h.isFirst = true
	h.names, err = columnNames(first, lines.place)
	return h, err
}

// noHeader returns the remedy of saying that a line is not a header.
func noHeader(text string) remedy.List { return remedy.By(text, "header", string(HeaderNo)) }

// columnNames returns the cells of a header as names; at returns their places.
func columnNames(cells []string, at func(j int) (line, column int)) ([]string, error) {
	names := make([]string, len(cells))
	for j, cell := range cells {
		name, bad := cleanText(strings.TrimSpace(cell))
		if bad != nil {
			bad.Line, bad.Column = at(j)
			return nil, bad
		}
		if name == "" {
			name = numberedName(j)
		}
		names[j] = strings.Clone(name)
	}
	return names, nil
}

// numberedName returns the name of column j, from 0, of a file without names.
func numberedName(j int) string { return "x" + strconv.Itoa(j+1) }
