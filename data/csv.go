package data

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// records are the lines of a text table, split into cells.
type records interface {
	// next gives the cells of the next line, io.EOF at the end. They are valid
	// until the following call.
	next() ([]string, error)
	// place gives line and byte column, from 1, of cell j of the last line.
	place(j int) (line, column int)
}

// readCSV reads separated values: RFC 4180 with the separator found by itself,
// comment lines before the data, and a header or none.
func readCSV(in *bufio.Reader, mode Header, memory *budget) (*Table, error) {
	skipped, err := skipComments(in, memory.longestLine())
	if err != nil {
		return nil, err
	}
	head, err := peek(in)
	if err != nil {
		return nil, err
	}
	separator := findSeparator(head)
	lines := newRecords(in, separator, skipped, memory)
	numbers := numberFormat{commaPossible: separator != ','}

	first, err := lines.next()
	for err == nil && isBlankLine(first) {
		first, err = lines.next()
	}
	if err == io.EOF {
		return nil, &Error{Problem: "no data: only comments or blank lines", Want: "a table of numbers"}
	}
	if err != nil {
		return nil, err
	}
	names, notes, err := header(first, mode, numbers, lines)
	if err != nil {
		return nil, err
	}
	isData := names == nil
	if isData {
		names = numberedNames(len(first))
	}
	b, err := newBuilder(names, numbers, memory)
	if err != nil {
		return nil, err
	}
	if isData {
		if err := b.addRow(first, lines.place); err != nil {
			return nil, err
		}
	}
	if err := addRecords(b, lines); err != nil {
		return nil, err
	}
	table, err := b.table("CSV")
	if err != nil {
		return nil, err
	}
	if separator != ',' {
		notes = append(notes, "separator: "+separatorName(separator))
	}
	if b.numbers.decimal == ',' {
		notes = append(notes, "decimal comma: 1,5 is read as 1.5")
	}
	table.Notes, table.Named = notes, !isData
	return table, nil
}

// addRecords takes all remaining lines; they must be as long as the first.
func addRecords(b *builder, lines records) error {
	want := len(b.columns)
	for {
		cells, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if want > 1 && isBlankLine(cells) {
			continue
		}
		if len(cells) != want {
			line, _ := lines.place(0)
			return &Error{Line: line, Problem: fmt.Sprintf("%d cells in this line", len(cells)),
				Want:   fmt.Sprintf("%d as in the first", want),
				Remedy: "complete or remove the line; a cell that holds the separator needs quotes"}
		}
		if err := b.addRow(cells, lines.place); err != nil {
			return err
		}
	}
}

func isBlankLine(cells []string) bool { return len(cells) == 1 && strings.TrimSpace(cells[0]) == "" }

// header gives the column names of the first line, nil if it holds data.
func header(first []string, mode Header, numbers numberFormat, lines records) (names, notes []string, err error) {
	numeric, missing := 0, 0
	for _, cell := range first {
		cell = strings.TrimSpace(cell)
		if _, ok := numbers.parse(cell); ok {
			numeric++
		} else if isMissing(cell) {
			missing++
		}
	}
	switch mode {
	case HeaderNo:
		return nil, nil, nil
	case HeaderAuto, "":
		if numeric > 0 && numeric+missing == len(first) {
			return nil, []string{"no header line: the columns are called x1, x2, …"}, nil
		}
		if numeric > 0 {
			line, _ := lines.place(0)
			notes = append(notes, fmt.Sprintf("line %d is taken as the header although %d of its %d cells are numbers; if it is data, use --header no",
				line, numeric, len(first)))
		}
	case HeaderYes:
	default:
		panic(fmt.Sprintf("data: Options.Header is %q", mode))
	}
	names = make([]string, len(first))
	for j, cell := range first {
		name, bad := cleanText(strings.TrimSpace(cell))
		if bad != nil {
			bad.Line, bad.Column = lines.place(j)
			return nil, nil, bad
		}
		if name == "" {
			name = numberedName(j)
		}
		names[j] = strings.Clone(name)
	}
	return names, notes, nil
}

// numberedNames are x1, x2, … for columns without names.
func numberedNames(n int) []string {
	names := make([]string, n)
	for j := range names {
		names[j] = numberedName(j)
	}
	return names
}

// numberedName is that of column j from 0.
func numberedName(j int) string { return "x" + strconv.Itoa(j+1) }

// skipComments reads past blank lines and lines that begin with #, limit bytes at
// most, and counts them.
func skipComments(in *bufio.Reader, limit int64) (lines int, err error) {
	var skipped int64
	for {
		first, err := in.Peek(1)
		if err == io.EOF || err == nil && first[0] != '#' && first[0] != '\n' && first[0] != '\r' {
			return lines, nil
		}
		for more := true; more && err == nil; {
			var part []byte
			part, more, err = in.ReadLine()
			if skipped += int64(len(part)) + 1; skipped > limit {
				return lines, withoutData(lines+1, limit)
			}
		}
		if err != nil && err != io.EOF {
			return lines, err
		}
		lines++
	}
}

// csvRecords splits lines by a separator, with quotes.
type csvRecords struct {
	reader  *csv.Reader
	guard   *lineGuard
	skipped int // lines before the first that reader saw
	offset  int64
}

func (c *csvRecords) next() ([]string, error) {
	c.guard.begin()
	cells, err := c.reader.Read()
	offset := c.reader.InputOffset()
	c.guard.memory.drop(offset - c.offset) // the cells are slices of one string
	c.offset = offset
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		e := &Error{Line: bad.Line + c.skipped, Column: bad.Column, Problem: "a quote inside a cell without quotes",
			Want: "quotes around the whole cell", Remedy: `write a " within a quoted cell twice`}
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

// blankRecords splits lines at runs of blanks.
type blankRecords struct {
	lines *bufio.Scanner
	guard *lineGuard
	line  int
	text  string
	cells []string
}

func (b *blankRecords) next() ([]string, error) {
	for b.lines.Scan() {
		b.line++
		b.text = b.lines.Text()
		b.guard.memory.drop(int64(len(b.text)) + 1)
		if b.cells = strings.Fields(b.text); len(b.cells) > 0 {
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

func (b *blankRecords) place(j int) (line, column int) {
	text, column := b.text, 1
	for k := range j + 1 {
		skip := len(text) - len(strings.TrimLeft(text, " \t"))
		column, text = column+skip, text[skip:]
		if k < j {
			column, text = column+len(b.cells[k]), text[len(b.cells[k]):]
		}
	}
	return b.line, column
}

func newRecords(in *bufio.Reader, separator byte, skipped int, memory *budget) records {
	guard := newLineGuard(in, separator, memory)
	if separator == ' ' {
		return &blankRecords{lines: guard.scanner(), guard: guard, line: skipped}
	}
	reader := csv.NewReader(guard)
	reader.Comma = rune(separator)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	reader.TrimLeadingSpace = separator != '\t' // with tabs it would swallow empty cells
	return &csvRecords{reader: reader, guard: guard, skipped: skipped}
}
