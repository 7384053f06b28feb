package sweep

import (
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

// Place is where the name of a column stands: in the first of the CSV files that have it.
type Place struct {
	File         string
	Line, Column int // from 1; the column in bytes
}

// Read adds the rows of a file in the csv format, or in the json format, one object per line. Errors name the file and
// the line. A cell that is not valid in its column is an error. The error is a *data.Error if the text and all rows
// together need more than limit bytes of memory, and wraps io.EOF if the file is empty.
func (r *Results) Read(file io.Reader, name string, limit int64) (CutShort, error) {
	text, err := textOf(file, name, limit-r.memory)
	if err != nil {
		return 0, err
	}
	return readRows(text, name, func(header *fileHeader, row Result) error {
		for i, column := range header.names {
			if slices.Contains(r.Header, column) {
				continue
			}
			if r.Header = append(r.Header, column); r.Places == nil {
				r.Places = map[string]Place{}
			}
			if header.places != nil {
				r.Places[column] = Place{name, header.places[i][0], header.places[i][1]}
			}
		}
		if row.cells == nil {
			return nil
		}
		if r.memory += rowMemory(row.cells); r.memory+int64(len(text)) > limit {
			return tooManyRows(fmt.Sprintf("the first %d rows", len(r.Rows)+1), limit)
		}
		r.Rows = append(r.Rows, row)
		return nil
	})
}

// rowMemory returns the memory of a row that charts show. It counts the spare capacity of a growing slice, the charts'
// copy of the row, and the charts' indices.
func rowMemory(cells []string) int64 {
	const fixed, each = 4*int64(unsafe.Sizeof(Result{})) + 256, int64(unsafe.Sizeof("")+2*unsafe.Sizeof(0.0)) + 16
	const note = int64(unsafe.Sizeof(remedy.Note{})+unsafe.Sizeof("")) + 8
	bytes := fixed + each*int64(len(cells))
	for _, cell := range cells {
		bytes += note*int64(strings.Count(cell, "; ")) + int64(len(cell))
	}
	return bytes
}

// tooManyRows returns the error of rows that need more memory than limit.
func tooManyRows(what string, limit int64) error {
	return &data.Error{Problem: what + " need more than " + model.Bytes(limit) + " of memory", Want: "at most that",
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("split the file"))}
}

// textOf returns the text of a results file. The error is a *data.Error if it and its rows need more memory than limit.
func textOf(file io.Reader, name string, limit int64) ([]byte, error) {
	most := max(0, limit) / 2 // the rows take at least as much as the text
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, data.Cause(err))
	}
	if int64(len(text)) > most {
		return nil, placed(name, [2]int{}, tooManyRows("the rows", limit))
	}
	return text, nil
}

// readRows calls take for the header of a results file, with a Result without cells, and for each row. Its errors have
// the row's place.
func readRows(text []byte, name string, take func(*fileHeader, Result) error) (CutShort, error) {
	if bytes.HasPrefix(text, []byte("{")) {
		return readObjects(text, name, take)
	}
	return readTable(text, name, take)
}

// readTable is readRows for the csv format.
func readTable(text []byte, name string, take func(*fileHeader, Result) error) (CutShort, error) {
	if endsInHeader(text) {
		return 1, nil
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord = -1
	names, err := in.Read()
	if err != nil {
		return 0, fmt.Errorf("%s: a results file is CSV, not JSON, and begins with a header line: %w", name, err)
	}
	header, err := newFileHeader(names, name, 1)
	if err != nil {
		return 0, err
	}
	for i := range names {
		line, column := in.FieldPos(i)
		header.places = append(header.places, [2]int{line, column})
	}
	if err := take(header, Result{}); err != nil {
		return 0, err
	}
	for {
		rest := text[in.InputOffset():]
		cells, err := in.Read()
		if err == io.EOF {
			return 0, nil
		}
		if isLast := len(bytes.TrimSpace(text[in.InputOffset():])) == 0; isLast && isCut(rest, cells, err, len(names)) {
			blank := len(rest) - len(bytes.TrimLeft(rest, "\r\n"))
			return CutShort(1 + bytes.Count(text[:len(text)-len(rest)+blank], []byte("\n"))), nil
		}
		if err != nil || len(cells) != len(names) {
			return 0, brokenRow(in, name, len(cells), len(names), err)
		}
		row, err := header.result(cells)
		if err == nil {
			err = take(header, row)
		}
		if err != nil {
			var at [2]int
			if cell := (*cellError)(nil); errors.As(err, &cell) {
				at[0], at[1] = in.FieldPos(cell.at)
			} else {
				at[0], _ = in.FieldPos(0)
			}
			return 0, placed(name, at, err)
		}
	}
}

// isCut reports whether a file was cut off in its last row, whose text is rest. cells and err are the results of
// reading the row, which should have that many cells.
func isCut(rest []byte, cells []string, err error, columns int) bool {
	if err != nil && swallows(rest, columns) || err == nil && len(cells) == columns {
		return !bytes.HasSuffix(rest, []byte("\n"))
	}
	return true
}

// placed adds a place, a line and a column that may be 0, to an error.
func placed(name string, at [2]int, err error) error {
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File, own.Line = name, at[0]
		return own
	}
	place := fmt.Sprintf("%s:%d", name, at[0])
	if at[1] > 0 {
		place = fmt.Sprintf("%s:%d", place, at[1])
	}
	return fmt.Errorf("%s: %w; mend it or remove the line", place, err)
}

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
	for line := range bytes.SplitSeq(text[bytes.IndexByte(text, '\n')+1:], []byte("\n")) {
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
	switch errors.As(err, &parse); {
	case parse != nil && parse.Line > parse.StartLine:
		return fmt.Errorf("%s:%d: a quote in this row is not closed before line %d: %w; mend it or remove the line", name, parse.StartLine, parse.Line, parse.Err)
	case parse != nil:
		return fmt.Errorf("%s:%d:%d: %w; remove the line", name, parse.Line, parse.Column, parse.Err)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	line, _ := in.FieldPos(0)
	return fmt.Errorf("%s:%d: %d cells, expected %d as in the header; remove the line", name, line, got, want)
}
