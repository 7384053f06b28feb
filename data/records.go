package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// records splits the lines of a text table into cells.
type records interface {
	// next returns the cells of the next line, or io.EOF at the end. They are valid
	// until the following call.
	next() ([]string, error)
	// place returns line and byte column, from 1, of cell j of the last line.
	place(j int) (line, column int)
	// offset returns the position in the stream after the last line.
	offset() int64
}

// newRecords splits a stream that follows a number of skipped lines.
func newRecords(in io.Reader, separator byte, skipped int, memory *budget) records {
	if separator == ' ' {
		return plainStream(in, separator, skipped, memory)
	}
	guard := newLineGuard(in, separator, memory)
	reader := csv.NewReader(guard)
	reader.Comma = rune(separator)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	reader.TrimLeadingSpace = separator != '\t' // so that a quote may follow blanks; tabs are blanks, too, and must stay
	return &csvRecords{reader: reader, guard: guard, skipped: skipped}
}

// csvRecords splits lines at a separator and understands quotes.
type csvRecords struct {
	reader  *csv.Reader
	guard   *lineGuard
	skipped int // lines before the first line of reader
}

func (c *csvRecords) next() ([]string, error) {
	c.guard.begin()
	cells, err := c.reader.Read()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		e := &Error{Line: bad.Line + c.skipped, Column: bad.Column, Problem: "a quote inside a cell without quotes",
			Want: "quotes around the whole cell", Remedies: remedy.Do(`write a " within a quoted cell twice`), Err: bad}
		if errors.Is(bad, csv.ErrQuote) {
			e.Problem, e.Want = "a quoted cell is not closed properly", `a closing " before the separator`
		}
		if bad.Line > bad.StartLine { // bad.Line is where the reader gave up; the quote is above it
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

func (c *csvRecords) offset() int64 { return c.reader.InputOffset() }

// plainRecords splits lines without quotes, at runs of blanks or at a separator. For a separator
// it returns the same cells as csvRecords, in less time.
type plainRecords struct {
	read      func() (line string, err error) // returns the next line without its end
	separator byte
	comments  bool // the rest of a line after a # is a comment
	commented bool // there was such a comment
	guard     *lineGuard
	line      int
	end       int64
	cells     []string
	columns   []int // of the cells
}

// textRecords returns records that split a text in memory.
func textRecords(text string, separator byte) records {
	if separator == ' ' || strings.IndexByte(text, '"') < 0 {
		return plainText(text, separator)
	}
	return newRecords(strings.NewReader(text), separator, 0, &budget{limit: math.MaxInt64})
}

// plainText returns records that split a text without quotes.
func plainText(text string, separator byte) *plainRecords {
	read := func() (line string, err error) {
		if text == "" {
			return "", io.EOF
		}
		line, text, _ = strings.Cut(text, "\n")
		return strings.TrimSuffix(line, "\r"), nil
	}
	return &plainRecords{read: read, separator: separator, guard: &lineGuard{limit: math.MaxInt64}}
}

// plainStream returns records that split a stream. skipped is the number of lines before the stream.
func plainStream(in io.Reader, separator byte, skipped int, memory *budget) *plainRecords {
	p := &plainRecords{separator: separator, guard: newLineGuard(in, separator, memory), line: skipped}
	lines := bufio.NewScanner(p.guard)
	lines.Buffer(nil, int(p.guard.limit))
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		advance, line, err := bufio.ScanLines(data, atEOF)
		p.end += int64(advance)
		return advance, line, err
	})
	p.read = func() (string, error) {
		if !lines.Scan() {
			if err := lines.Err(); err != nil {
				return "", p.guard.tooLong(err, p.line+1)
			}
			return "", io.EOF
		}
		return lines.Text(), nil
	}
	return p
}

func (p *plainRecords) next() ([]string, error) {
	for {
		line, err := p.read()
		if err != nil {
			return nil, err
		}
		p.line++
		data := line
		if p.comments {
			var found bool
			data, _, found = strings.Cut(line, "#")
			p.commented = p.commented || found
		}
		if p.split(data); len(p.cells) > 0 {
			p.guard.begin()
			return p.cells, nil
		}
		if err := p.guard.skip(len(line), p.line); err != nil {
			return nil, err
		}
	}
}

// split finds the cells of the line. If blanks separate them, no cell is empty.
func (p *plainRecords) split(line string) {
	p.cells, p.columns = p.cells[:0], p.columns[:0]
	if line == "" {
		return
	}
	trims, atBlanks := p.separator != '\t', p.separator == ' '
	if cap(p.cells) == 0 && !atBlanks {
		count := 1 + strings.Count(line, string(p.separator))
		p.cells, p.columns = make([]string, 0, count), make([]int, 0, count)
	}
	for from := 0; ; {
		if trims && from < len(line) && (line[from] <= ' ' || line[from] >= utf8.RuneSelf) {
			from = len(line) - len(strings.TrimLeftFunc(line[from:], unicode.IsSpace))
		}
		if atBlanks && from == len(line) {
			return
		}
		length := 0
		if atBlanks {
			if end := quotedEnd(line[from:]); end > 0 {
				p.cells, p.columns = append(p.cells, line[from+1:from+end]), append(p.columns, from+1)
				from += end + 1
				continue
			}
			length = indexBlank(line[from:])
		} else {
			length = strings.IndexByte(line[from:], p.separator)
		}
		isLast := length < 0
		if isLast {
			length = len(line) - from
		}
		p.cells, p.columns = append(p.cells, line[from:from+length]), append(p.columns, from+1)
		if isLast {
			return
		}
		if from += length; line[from] < utf8.RuneSelf {
			from++
		} // a blank of several bytes is trimmed later
	}
}

// quotedEnd returns the index of the closing quote if a text begins with a quoted cell, which a blank or the end of
// the text follows, and else 0.
func quotedEnd(text string) int {
	if text[0] != '"' {
		return 0
	}
	for end := 1; end < len(text); end++ {
		if text[end] == '"' && (end+1 == len(text) || indexBlank(text[end+1:]) == 0) {
			return end
		}
	}
	return 0
}

// indexBlank returns the index of the first blank, −1 if there is none.
func indexBlank(text string) int {
	for i, r := range text {
		if (r <= ' ' || r >= utf8.RuneSelf) && unicode.IsSpace(r) {
			return i
		}
	}
	return -1
}

func (p *plainRecords) place(j int) (line, column int) { return p.line, p.columns[j] }

func (p *plainRecords) offset() int64 { return p.end }

// scratchBytes is the memory for each byte of a line while it is split: buffers, which grow by doubling,
// and a copy.
const scratchBytes = 6

// lineGuard refuses endless lines, as after a quote that is never closed, and counts the memory of long
// lines and their cells while they are split.
type lineGuard struct {
	r         io.Reader
	memory    *budget
	separator byte // 0 if the caller counts the cells
	limit     int64
	line      int64 // bytes read since the beginning of the line, or slightly more
	cells     int64 // separators among them
	skipped   int64 // bytes since the last line with data
	longest   int64 // the length that has been counted; lines up to sniffBytes are not
}

func newLineGuard(r io.Reader, separator byte, memory *budget) *lineGuard {
	return &lineGuard{r: r, memory: memory, separator: separator, limit: memory.longestLine(), longest: sniffBytes}
}

// begin marks the beginning or the end of a line with data.
func (g *lineGuard) begin() { g.line, g.cells, g.skipped = 0, 0, 0 }

// skip marks the end of a line without data. Too many of them are an error.
func (g *lineGuard) skip(length, line int) error {
	g.line, g.cells = 0, 0
	if g.skipped += int64(length) + 1; g.skipped > g.limit {
		return withoutData(line, g.limit)
	}
	return nil
}

// withoutData returns the error of a file with too many bytes of comments and blank lines, as a small
// compressed file may have.
func withoutData(line int, limit int64) *Error {
	return &Error{Line: line, Problem: fmt.Sprintf("more than %s of comments and blank lines", megabytes(limit)), Want: "data", Remedies: remedy.Do("remove them")}
}

func (g *lineGuard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	g.memory.drop(2 * int64(n)) // the lines and their cells
	g.line += int64(n)
	if g.line > g.limit {
		return 0, g.tooLong(bufio.ErrTooLong, 0)
	}
	if g.separator != 0 {
		g.cells += int64(bytes.Count(p[:n], []byte{g.separator}))
	}
	if g.line <= g.longest {
		return n, err
	}
	more := scratchBytes * (g.line - g.longest)
	g.longest = g.line
	if refused := g.memory.take(more); refused != nil {
		return 0, refused
	}
	if need := g.cells * (columnBytes + builderBytes); need > g.memory.limit {
		return 0, tooMuchMemory(fmt.Sprintf("a line of more than %d cells", g.cells), 0, need, g.memory.limit)
	}
	return n, err
}

// tooLong turns bufio.ErrTooLong into the error of a line that is too long. Other errors are
// returned unchanged, except that an *Error without a line gets one.
func (g *lineGuard) tooLong(err error, line int) error {
	var bad *Error
	if errors.As(err, &bad) && bad.Line == 0 {
		bad.Line = line
	}
	if !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return &Error{Line: line, Problem: "a line longer than " + megabytes(g.limit), Want: "line breaks",
		Remedies: remedy.Do("look for a quote that is never closed").Or(remedy.Change(remedy.Raise, "max-memory"))}
}
