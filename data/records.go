package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"gramscope/data/remedy"
)

// records splits the lines of a text into cells, at a separator or, if that is ' ', at runs of blanks.
type records struct {
	separator byte
	comments  bool        // the rest of a line after a # is a comment
	commented bool        // there was such a comment
	stream    *lineStream // of the texts after this one; nil if it is the only one

	text    string      // what is left of a text without quotes, or with blanks between cells
	quoted  *csv.Reader // of another text
	line    int         // number of the last line; for a text with quotes that of the line before it
	cells   []string
	columns []int // the byte columns of the cells, from 1
	isAhead bool  // the next row is the last once more
}

func (r *records) setText(text string, before int) {
	r.text, r.quoted, r.line = text, nil, before
	if isBlank(r.separator) || strings.IndexByte(text, '"') < 0 {
		return
	}
	r.quoted = csv.NewReader(strings.NewReader(text))
	r.quoted.Comma = rune(r.separator)
	r.quoted.FieldsPerRecord = -1
	r.quoted.ReuseRecord = true
	r.quoted.TrimLeadingSpace = r.separator != '\t' // so that a quote may follow blanks; tabs are blanks and must stay
}

// next returns the cells of the next line, or io.EOF at the end. They are valid until the following call.
func (r *records) next() ([]string, error) {
	for {
		if r.quoted != nil {
			var err error
			if r.cells, err = r.nextQuoted(); err != io.EOF {
				return r.cells, err
			}
		}
		for r.quoted == nil && r.text != "" {
			var line string
			line, r.text, _ = strings.Cut(r.text, "\n")
			line = strings.TrimSuffix(line, "\r")
			r.line++
			if r.comments {
				var found bool
				line, _, found = strings.Cut(line, "#")
				r.commented = r.commented || found
			}
			if r.split(line); len(r.cells) > 0 {
				return r.cells, nil
			}
		}
		if r.stream == nil {
			return nil, io.EOF
		}
		text, before, err := r.stream.cut(r.separator)
		if err != nil {
			return nil, err
		}
		r.setText(text, before)
	}
}

func (r *records) nextQuoted() ([]string, error) {
	cells, err := r.quoted.Read()
	if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
		e := &Error{Line: bad.Line + r.line, Column: bad.Column, Problem: "a quote inside a cell without quotes",
			Want: "quotes around the whole cell", Remedies: remedy.Do(`write a " within a quoted cell twice`), Err: bad}
		if errors.Is(bad, csv.ErrQuote) {
			e.Problem, e.Want = "a quoted cell is not closed properly", `a closing " before the separator`
		}
		if bad.Line > bad.StartLine { // bad.Line is where the reader gave up; the quote is above it
			e.Line, e.Column = bad.StartLine+r.line, 0
		}
		return nil, e
	}
	return cells, err
}

// row returns the cells of the next line that is not blank. If columns is not 0, a line with another number of cells
// is an error, and row returns its cells too.
func (r *records) row(columns int) ([]string, error) {
	cells, err := r.cells, error(nil)
	if !r.isAhead {
		cells, err = r.next()
	}
	r.isAhead = false
	for err == nil && columns != 1 && len(cells) == 1 && strings.TrimSpace(cells[0]) == "" {
		cells, err = r.next()
	}
	if err == nil && columns > 0 && len(cells) != columns {
		line, _ := r.place(0)
		action := "complete or remove the line; a cell that holds the separator needs quotes"
		if strings.HasPrefix(cells[0], "#") {
			action = "remove the line; it looks like a comment, which can only stand above the table"
		}
		cell := english.PluralWord(len(cells), "cell", "")
		err = &Error{Line: line, Problem: fmt.Sprintf("%d %s in this line", len(cells), cell),
			Want: fmt.Sprintf("%d as in the first", columns), Remedies: remedy.Do(action)}
	}
	return cells, err
}

// place returns line and byte column, from 1, of cell j of the last line.
func (r *records) place(j int) (line, column int) {
	if r.quoted == nil {
		return r.line, r.columns[j]
	}
	line, column = r.quoted.FieldPos(j)
	return line + r.line, column
}

// split finds the cells of a line without quotes, or with blanks between cells: then no cell is empty.
func (r *records) split(line string) {
	r.cells, r.columns = r.cells[:0], r.columns[:0]
	trims, atBlanks := r.separator != '\t', r.separator == ' '
	if cap(r.cells) == 0 && !atBlanks {
		count := 1 + strings.Count(line, string(r.separator))
		r.cells, r.columns = make([]string, 0, count), make([]int, 0, count)
	}
	for from := 0; line != ""; {
		if trims && from < len(line) && (line[from] <= ' ' || line[from] >= utf8.RuneSelf) {
			from = len(line) - len(strings.TrimLeftFunc(line[from:], unicode.IsSpace))
		}
		if atBlanks && from == len(line) {
			return
		}
		begin, length, next := from, 0, 0
		switch {
		case !atBlanks:
			length = strings.IndexByte(line[from:], r.separator)
			next = from + length + 1
		case line[from] == '"' && quotedEnd(line[from:]) > 0:
			begin, length = from+1, quotedEnd(line[from:])-1
			next = begin + length + 1
		default:
			length = indexBlank(line[from:])
			next = from + length
		}
		isLast := length < 0
		if isLast {
			length = len(line) - from
		}
		r.cells, r.columns = append(r.cells, line[begin:begin+length]), append(r.columns, from+1)
		if isLast {
			return
		}
		from = next
	}
}

// quotedEnd returns the index of the closing quote of a text that begins with a quoted cell, which a blank or the end
// of the text follows, and else 0.
func quotedEnd(text string) int {
	for end := 1; end < len(text); end++ {
		if text[end] == '"' && (end+1 == len(text) || indexBlank(text[end+1:]) == 0) {
			return end
		}
	}
	return 0
}

func indexBlank(text string) int {
	for i, r := range text {
		if (r <= ' ' || r >= utf8.RuneSelf) && unicode.IsSpace(r) {
			return i
		}
	}
	return -1
}
