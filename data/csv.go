package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"gramscope/data/remedy"
)

// records are the lines of a text table, split into cells.
type records interface {
	// next gives the cells of the next line, io.EOF at the end. They are valid
	// until the following call.
	next() ([]string, error)
	// place gives line and byte column, from 1, of cell j of the last line.
	place(j int) (line, column int)
	// offset is how many bytes these lines have, with those before them.
	offset() int64
}

// readCSV reads separated values: RFC 4180 with the separator found by itself,
// comment lines before the data, and a header or none, which may be a comment. Parts of at most that size
// are parsed at the same time, with 0 it is line after line.
func readCSV(in *bufio.Reader, mode Header, partSize int, memory *budget) (*Table, error) {
	above, err := skipComments(in, memory.longestLine())
	if err != nil {
		return nil, err
	}
	skipped := above.lines
	head, err := peek(in)
	if err != nil {
		return nil, err
	}
	separator := findSeparator(head)
	numbers := numberFormat{commaPossible: separator != ','}
	lines := newRecords(bytes.NewReader(head), separator, skipped, memory)
	first, err := firstRow(lines)
	byParts := partSize > 0 && err == nil && lines.offset() < int64(len(head))
	if !byParts { // it may go on
		lines = newRecords(in, separator, skipped, memory)
		first, err = firstRow(lines)
	}
	if err == io.EOF {
		return nil, &Error{Problem: "no data: only comments or blank lines", Want: "a table of numbers"}
	}
	if err != nil {
		return nil, err
	}
	h, err := findHeader(first, lines, above, separator, mode, numbers, memory)
	if err != nil {
		return nil, err
	}
	isNamed := h.names != nil
	if !isNamed {
		h.names = numberedNames(len(first))
	}
	b, err := newBuilder(h.names, numbers, memory)
	if err != nil {
		return nil, err
	}
	if !h.isFirst {
		if err := b.addRow(first, lines.place); err != nil {
			return nil, err
		}
	}
	if byParts {
		length := int(lines.offset())
		before := skipped + bytes.Count(head[:length], []byte{'\n'})
		in.Discard(length)
		rest, before, err := addParts(b, &cutter{in: in, size: partSize, quoted: separator != ' '}, separator, before)
		if err != nil {
			return nil, err
		}
		lines = newRecords(rest, separator, before, memory)
	}
	if err := addRecords(b, lines); err != nil {
		return nil, err
	}
	table, err := b.table("CSV")
	if err != nil {
		return nil, err
	}
	if separator != ',' {
		h.notes = append(h.notes, remedy.Note{Text: "separator: " + separatorName(separator)})
	}
	if b.numbers.decimal == ',' {
		h.notes = append(h.notes, remedy.Note{Text: "decimal comma: 1,5 is read as 1.5"})
	}
	table.Notes, table.Named, table.HasLine = h.notes, isNamed, h.isFirst
	return table, nil
}

// firstRow gives the cells of the first line that is not blank.
func firstRow(lines records) ([]string, error) {
	cells, err := lines.next()
	for err == nil && isBlankLine(cells) {
		cells, err = lines.next()
	}
	return cells, err
}

// addRecords takes all remaining lines; they must be as long as the first.
func addRecords(b *builder, lines records) error {
	for {
		cells, err := nextRow(lines, len(b.columns))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.addRow(cells, lines.place); err != nil {
			return err
		}
	}
}

// nextRow gives the cells of the next line with data, so many; those of a line with others beside the error.
func nextRow(lines records, columns int) ([]string, error) {
	cells, err := lines.next()
	for err == nil && columns > 1 && isBlankLine(cells) {
		cells, err = lines.next()
	}
	if err == nil && len(cells) != columns {
		line, _ := lines.place(0)
		return cells, &Error{Line: line, Problem: fmt.Sprintf("%d cells in this line", len(cells)),
			Want:     fmt.Sprintf("%d as in the first", columns),
			Remedies: remedy.Do("complete or remove the line; a cell that holds the separator needs quotes")}
	}
	return cells, err
}

func isBlankLine(cells []string) bool { return len(cells) == 1 && strings.TrimSpace(cells[0]) == "" }

// csvRecords splits lines by a separator, with quotes.
type csvRecords struct {
	reader  *csv.Reader
	guard   *lineGuard
	skipped int // lines before the first that reader saw
	end     int64
}

func (c *csvRecords) next() ([]string, error) {
	c.guard.begin()
	cells, err := c.reader.Read()
	c.guard.memory.drop(c.reader.InputOffset() - c.end) // the cells are slices of one string
	c.end = c.reader.InputOffset()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		e := &Error{Line: bad.Line + c.skipped, Column: bad.Column, Problem: "a quote inside a cell without quotes",
			Want: "quotes around the whole cell", Remedies: remedy.Do(`write a " within a quoted cell twice`), Err: bad}
		if errors.Is(bad, csv.ErrQuote) {
			e.Problem, e.Want = "a quoted cell is not closed properly", `a closing " before the separator`
		}
		if bad.Line > bad.StartLine { // where the reader gave up; the quote is further up
			e.Line, e.Column = bad.StartLine+c.skipped, 0
		}
		return nil, e
	}
	return cells, err
}

func (c *csvRecords) place(j int) (line, column int) {
	line, column = c.reader.FieldPos(j)
	return line + c.skipped, column
}

func (c *csvRecords) offset() int64 { return c.end }

// blankRecords splits lines at runs of blanks.
type blankRecords struct {
	lines   *bufio.Scanner
	guard   *lineGuard
	line    int
	text    string
	cells   []string
	columns []int // of the cells
	end     int64
}

func (b *blankRecords) next() ([]string, error) {
	for b.lines.Scan() {
		b.line++
		b.text = b.lines.Text()
		b.guard.memory.drop(int64(len(b.text)) + 1)
		if b.split(); len(b.cells) > 0 {
			b.guard.begin()
			b.guard.memory.drop(16 * int64(len(b.cells)))
			return b.cells, nil
		}
		if err := b.guard.skip(len(b.text), b.line); err != nil {
			return nil, err
		}
	}
	if err := b.lines.Err(); err != nil {
		return nil, b.guard.tooLong(err, b.line+1)
	}
	return nil, io.EOF
}

// split finds the cells of the line.
func (b *blankRecords) split() {
	b.cells, b.columns = b.cells[:0], b.columns[:0]
	for from := 0; ; {
		rest := strings.TrimLeftFunc(b.text[from:], unicode.IsSpace)
		if rest == "" {
			return
		}
		from = len(b.text) - len(rest)
		length := strings.IndexFunc(rest, unicode.IsSpace)
		if length < 0 {
			length = len(rest)
		}
		b.cells, b.columns = append(b.cells, rest[:length]), append(b.columns, from+1)
		from += length
	}
}

func (b *blankRecords) place(j int) (line, column int) { return b.line, b.columns[j] }

func (b *blankRecords) offset() int64 { return b.end }

func newRecords(in io.Reader, separator byte, skipped int, memory *budget) records {
	guard := newLineGuard(in, separator, memory)
	if separator == ' ' {
		b := &blankRecords{lines: guard.scanner(), guard: guard, line: skipped}
		b.lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
			advance, line, err := bufio.ScanLines(data, atEOF)
			b.end += int64(advance)
			return advance, line, err
		})
		return b
	}
	reader := csv.NewReader(guard)
	reader.Comma = rune(separator)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	reader.TrimLeadingSpace = trimsCells(separator)
	return &csvRecords{reader: reader, guard: guard, skipped: skipped}
}

// trimsCells tells whether blanks in front of a cell do not count, so that a quote
// may follow. With tabs that would swallow empty cells.
func trimsCells(separator byte) bool { return separator != '\t' }
