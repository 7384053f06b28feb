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

// CutShort is the number of the line at which a results file ends without a newline, 0 if its last line is complete. A
// run that was killed while it wrote leaves such a file. That line is left out even if it could be read, because the end
// of its last cell may be missing.
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

// Read adds the rows of a file in the csv format. Errors name the file and the line. A cell that is not valid in its
// column is an error. The error is a *data.Error if the text and all rows together need more than limit bytes of
// memory, and wraps io.EOF if the file is empty.
func (r *Results) Read(file io.Reader, name string, limit int64) (CutShort, error) {
	text, err := textOf(file, name, limit-r.memory)
	if err != nil {
		return 0, err
	}
	if len(text) == 0 {
		return 0, fmt.Errorf("%s: a results file begins with the names of columns: %w", name, io.EOF)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	cut := CutShort(0)
	if len(whole) < len(text) {
		cut = CutShort(1 + bytes.Count(whole, []byte("\n")))
	}
	r.memory += int64(len(text))
	defer func() { r.memory -= int64(len(text)) }()
	if len(whole) == 0 {
		return cut, nil
	}
	return cut, r.readTable(whole, name, limit)
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

// readTable is Read for whole lines.
func (r *Results) readTable(text []byte, name string, limit int64) error {
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord = -1
	names, err := in.Read()
	if err != nil {
		return notResults(name, "this is no header line of CSV: "+err.Error())
	}
	header, err := newFileHeader(names, name)
	if err != nil {
		return err
	}
	if r.Places == nil {
		r.Places = map[string]Place{}
	}
	for i, column := range names {
		if !slices.Contains(r.Header, column) {
			line, at := in.FieldPos(i)
			r.Header, r.Places[column] = append(r.Header, column), Place{name, line, at}
		}
	}
	for {
		var row Result
		cells, err := in.Read()
		switch {
		case err == io.EOF:
			return nil
		case err == nil && len(cells) != len(names):
			err = fmt.Errorf("%d cells, expected %d as in the header", len(cells), len(names))
		case err == nil:
			row, err = header.result(cells)
		}
		if r.memory += rowMemory(cells); err == nil && r.memory > limit {
			err = tooManyRows(fmt.Sprintf("the first %d rows", len(r.Rows)+1), limit)
		}
		if err == nil {
			r.Rows = append(r.Rows, row)
			continue
		}
		at, parse, cell := [2]int{}, (*csv.ParseError)(nil), (*cellError)(nil)
		switch {
		case errors.As(err, &parse) && parse.Line > parse.StartLine:
			at[0], err = parse.StartLine, fmt.Errorf("a quote in this row is not closed before line %d: %w", parse.Line, parse.Err)
		case parse != nil:
			at, err = [2]int{parse.Line, parse.Column}, parse.Err
		case errors.As(err, &cell):
			at[0], at[1] = in.FieldPos(cell.at)
		default:
			at[0], _ = in.FieldPos(0)
		}
		return placed(name, at, err)
	}
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
