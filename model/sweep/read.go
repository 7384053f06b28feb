package sweep

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unsafe"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// CutShort is the number of the line at which a results file is cut off, 0 if its last line is complete. A
// run that was killed while it wrote leaves such a file. The row of that line is left out even if it
// could be read, because the end of its last cell may be missing.
type CutShort int

// Results are the rows of results files.
type Results struct {
	Header []string // the columns of all files, each once
	Places map[string]Place
	Rows   []Result

	memory int64 // bytes in use by the rows
}

// Place is where the name of a column stands: in the first of the files that have it.
type Place struct {
	File         string
	Line, Column int // from 1; the column in bytes
}

// Read adds the rows of a file in the csv format, or in the json format, one object per line. Errors name the file and the line. A
// cell that is not valid in its column is an error. The error is a *data.Error if all rows together need more than limit bytes of
// memory, and wraps io.EOF if the file is empty.
func (r *Results) Read(file io.Reader, name string, limit int64) (CutShort, error) {
	ahead := bufio.NewReader(file)
	if begin, err := ahead.Peek(1); err == nil && begin[0] == '{' {
		return r.readObjects(ahead, name, limit)
	}
	in, cut, err := openResults(ahead, name)
	if in == nil || err != nil {
		return cut, err
	}
	for i, column := range in.header.names {
		if !slices.Contains(r.Header, column) {
			if r.Header = append(r.Header, column); r.Places == nil {
				r.Places = map[string]Place{}
			}
			r.Places[column] = Place{name, in.header.places[i][0], in.header.places[i][1]}
		}
	}
	return in.each(func(cells []string) error { return r.add(in.header, cells, limit) })
}

// add adds a row with the columns of the header.
func (r *Results) add(header *fileHeader, cells []string, limit int64) error {
	row, err := header.result(cells)
	if err != nil {
		return err
	}
	if r.memory += resultMemory(cells); r.memory > limit {
		return tooManyRows(fmt.Sprintf("the first %d rows", len(r.Rows)+1), limit)
	}
	r.Rows = append(r.Rows, row)
	return nil
}

// resultMemory returns the memory of a row that charts show. It counts the spare capacity of a growing
// slice, the charts' copy of the row, and the charts' indices.
func resultMemory(cells []string) int64 {
	const fixed, each = 4*int64(unsafe.Sizeof(Result{})) + 256, int64(unsafe.Sizeof("")+2*unsafe.Sizeof(0.0)) + 16
	const note = int64(unsafe.Sizeof(remedy.Note{})+unsafe.Sizeof("")) + 8
	warnings := 0
	for _, cell := range cells {
		warnings += strings.Count(cell, "; ")
	}
	return fixed + each*int64(len(cells)) + note*int64(warnings) + textMemory(cells)
}

// recordMemory returns the memory of a row as a Record.
func recordMemory(cells []string) int64 {
	const fixed, each = 256, 4 * int64(unsafe.Sizeof(""))
	return fixed + each*int64(len(cells)) + textMemory(cells)
}

func textMemory(cells []string) (bytes int64) {
	for _, cell := range cells {
		bytes += int64(len(cell))
	}
	return bytes
}

// tooManyRows returns the error of rows that need more memory than limit.
func tooManyRows(what string, limit int64) error {
	return &data.Error{Problem: what + " need more than " + model.Bytes(limit) + " of memory", Want: "at most that",
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("split the file"))}
}

// resultsReader reads a results file row by row.
type resultsReader struct {
	name   string
	text   *rowText
	ahead  *bufio.Reader // reads from text
	csv    *csv.Reader   // reads whole lines from ahead
	header *fileHeader
}

// openResults reads the header line. The reader is nil if the file ends before the end of that line.
func openResults(file io.Reader, name string) (*resultsReader, CutShort, error) {
	text := &rowText{file: file}
	in := &resultsReader{name: name, text: text, ahead: bufio.NewReaderSize(text, 1<<16)}
	if begin, err := in.ahead.Peek(1 << 16); err == io.EOF && endsInHeader(begin) {
		return nil, 1, nil
	}
	in.csv = csv.NewReader(in.ahead)
	in.csv.FieldsPerRecord = -1
	names, err := in.csv.Read()
	switch {
	case text.long:
		return nil, 0, &data.Error{File: name, Line: 1, Problem: "the header line is longer than " + model.Bytes(longestRow), Want: "a results file",
			Remedies: remedy.By("write one as CSV", "format", "csv")}
	case err != nil:
		return nil, 0, fmt.Errorf("%s: a results file is CSV, not JSON, and begins with a header line: %w", name, err)
	}
	if err := checkHeader(names, name, 1); err != nil {
		return nil, 0, err
	}
	in.header = newFileHeader(names)
	for i := range names {
		line, column := in.csv.FieldPos(i)
		in.header.places = append(in.header.places, [2]int{line, column})
	}
	return in, 0, nil
}

// checkHeader returns an error if the names on a line are not those of the columns of results.
func checkHeader(names []string, file string, line int) error {
	for _, needed := range []string{"method", "error"} {
		if !slices.Contains(names, needed) {
			return &data.Error{File: file, Line: line, Problem: "these are not the columns of gramscope's results: " + needed + " is missing",
				Want: "a results file", Remedies: remedy.By("write one as CSV", "format", "csv")}
		}
	}
	return nil
}

// rowTooLong returns the error of a row that begins on a line and exceeds longestRow.
func rowTooLong(file string, line int) error {
	return &data.Error{File: file, Line: line, Problem: "the row that begins here is longer than " + model.Bytes(longestRow),
		Want: "a line of a results file", Remedies: remedy.Do("close the quote in it").Or(remedy.Do("remove the line"))}
}

// each calls take for every row. If take fails, each returns its error with the row's place.
func (in *resultsReader) each(take func(cells []string) error) (CutShort, error) {
	columns := len(in.header.names)
	for {
		in.text.forget(in.csv.InputOffset())
		cells, err := in.csv.Read()
		if err == io.EOF {
			return 0, nil
		}
		if in.text.long {
			return 0, rowTooLong(in.name, in.text.line())
		}
		if last := in.isLast(); last && in.isCut(cells, err) {
			line := in.text.line()
			if err == nil {
				line, _ = in.csv.FieldPos(0)
			}
			return CutShort(line), nil
		}
		if err != nil || len(cells) != columns {
			return 0, brokenRow(in.csv, in.name, len(cells), columns, err)
		}
		if err := take(cells); err != nil {
			return 0, in.placed(err)
		}
	}
}

// isLast reports whether nothing but white space follows the last row read.
func (in *resultsReader) isLast() bool {
	for n := 64; ; n = min(2*n, in.ahead.Size()) {
		rest, err := in.ahead.Peek(n)
		if len(bytes.TrimSpace(rest)) > 0 || err == nil && n == in.ahead.Size() {
			return false
		}
		if err != nil {
			return err == io.EOF
		}
	}
}

// isCut reports whether the file was cut off in its last row. cells and err are the results of
// reading that row.
func (in *resultsReader) isCut(cells []string, err error) bool {
	if err != nil {
		return !swallows(in.text.kept, len(in.header.names)) || !in.text.endsInNewline()
	}
	return len(cells) != len(in.header.names) || !in.text.endsInNewline()
}

// placed adds the place of the last row read to an error.
func (in *resultsReader) placed(err error) error {
	line, _ := in.csv.FieldPos(0)
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File, own.Line = in.name, line
		return own
	}
	place := fmt.Sprintf("%s:%d", in.name, line)
	if cell := (*cellError)(nil); errors.As(err, &cell) {
		line, column := in.csv.FieldPos(cell.at)
		place = fmt.Sprintf("%s:%d:%d", in.name, line, column)
	}
	return fmt.Errorf("%s: %w; mend it or remove the line", place, err)
}

// longestRow is the maximum length of a row of results, in bytes.
const longestRow = 1 << 19

// rowText reads a file and stores the text of the current row.
type rowText struct {
	file   io.Reader
	kept   []byte // from the current row on
	begins int64  // offset of kept in the file
	lines  int    // number of lines before kept
	long   bool   // whether reading has stopped because the row was too long
}

func (t *rowText) Read(p []byte) (int, error) {
	if len(t.kept) > longestRow+1<<16 { // the row, and the buffer of resultsReader.ahead
		t.long = true
		return 0, errors.New("the row is too long")
	}
	n, err := t.file.Read(p)
	t.kept = append(t.kept, p[:n]...)
	return n, err
}

// forget drops the text before an offset of the file.
func (t *rowText) forget(offset int64) {
	done := t.kept[:offset-t.begins]
	t.lines += bytes.Count(done, []byte("\n"))
	t.kept = append(t.kept[:0], t.kept[len(done):]...)
	t.begins = offset
}

// line returns the number, from 1, of the line on which the next row begins. It skips blank lines.
func (t *rowText) line() int {
	blank := t.kept[:len(t.kept)-len(bytes.TrimLeft(t.kept, "\r\n"))]
	return 1 + t.lines + bytes.Count(blank, []byte("\n"))
}

func (t *rowText) endsInNewline() bool { return bytes.HasSuffix(t.kept, []byte("\n")) }

// endsInHeader reports whether a file with this content was cut off in the header line of results.
func endsInHeader(content []byte) bool {
	if len(content) == 0 || bytes.ContainsAny(content, "\n") {
		return false
	}
	begin := strings.Join(namesOf(AllColumns()[:7]), ",")
	return strings.HasPrefix(begin, string(content)) || strings.HasPrefix(string(content), begin)
}

// swallows reports whether a complete row of that many cells follows the first line of the text. If a quote
// in the first line is never closed, such a row shows that the file was not cut off on that line.
func swallows(text []byte, cells int) bool {
	lines := bytes.Split(text, []byte("\n"))
	for _, line := range lines[1:] {
		alone := csv.NewReader(bytes.NewReader(line))
		if row, err := alone.Read(); err == nil && len(row) == cells {
			return true
		}
	}
	return false
}

// brokenRow returns the error, with its place, of the last row read, which can't be parsed or has the wrong
// number of cells.
func brokenRow(in *csv.Reader, name string, got, want int, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) && parse.Line > parse.StartLine {
		return fmt.Errorf("%s:%d: a quote in this row is not closed before line %d: %w; mend it or remove the line", name, parse.StartLine, parse.Line, parse.Err)
	}
	if parse != nil {
		return fmt.Errorf("%s:%d:%d: %w; remove the line", name, parse.Line, parse.Column, parse.Err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	line, _ := in.FieldPos(0)
	return fmt.Errorf("%s:%d: %d cells, expected %d as in the header; remove the line", name, line, got, want)
}
