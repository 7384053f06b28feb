package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// CutShort is the number of the line at which a results file ends without a newline, 0 if the last line is complete. A
// run that was killed while it wrote leaves such a file. The line is left out even if it could be read, because the end
// of its last cell may be missing.
type CutShort int

// Results are the rows of results files.
type Results struct {
	Header    []string // the columns of all files, each once
	Positions map[string]Position
	Rows      []Result

	memory int64 // bytes in use by the rows
}

// Position is where the name of a column stands: in the first of the files that have it.
type Position struct {
	File         string
	Line, Column int // from 1; the column in bytes
}

// Read adds the rows of a file in the csv format. Errors name the file and the line. A cell that is not valid in its
// column is an error. The error is a *data.Error if the text and all rows together need more than limit bytes of
// memory, and wraps io.EOF if the file is empty.
func (r *Results) Read(file io.Reader, name string, limit int64) (CutShort, error) {
	most := max(0, limit-r.memory) / 2 // the rows take at least as much as the text
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: %s", name, data.Cause(err))
	case int64(len(text)) > most:
		return 0, tooManyRows(name, "the rows", limit-r.memory)
	case len(text) == 0:
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
func tooManyRows(file, what string, limit int64) error {
	problem := what + " need more than " + model.Bytes(limit) + " of memory"
	return &data.Error{File: file, Problem: problem, Want: "at most that",
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("split the file"))}
}

// readTable is Read for whole lines.
func (r *Results) readTable(text []byte, name string, limit int64) error {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))) // Excel's mark of UTF-8
	in.FieldsPerRecord = -1
	names, err := in.Read()
	if err != nil {
		return notResults(name, "this is no header line of CSV: "+err.Error())
	}
	header, err := newFileHeader(names, name)
	if err != nil {
		return err
	}
	if r.Positions == nil {
		r.Positions = map[string]Position{}
	}
	for i, column := range names {
		if !slices.Contains(r.Header, column) {
			line, at := in.FieldPos(i)
			r.Header, r.Positions[column] = append(r.Header, column), Position{name, line, at}
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
			err = tooManyRows(name, fmt.Sprintf("the first %d rows", len(r.Rows)+1), limit)
		}
		if err == nil {
			r.Rows = append(r.Rows, row)
			continue
		}
		at, parse, cell := [2]int{}, (*csv.ParseError)(nil), (*cellError)(nil)
		switch {
		case errors.As(err, &parse) && parse.Line > parse.StartLine:
			at[0] = parse.StartLine
			err = fmt.Errorf("a quote in this row is not closed before line %d: %w", parse.Line, parse.Err)
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
		own.Line = at[0]
		return own
	}
	place := fmt.Sprintf("%s:%d", name, at[0])
	if at[1] > 0 {
		place = fmt.Sprintf("%s:%d", place, at[1])
	}
	return fmt.Errorf("%s: %w; correct it or remove the line", place, err)
}

// fileHeader describes the columns of a results file.
type fileHeader struct {
	names    []string
	at       map[string]int // indices of columns, by name
	contents []content
}

// cellError is the error of a cell that is not valid in its column.
type cellError struct {
	at                 int // its index in the row
	column, cell, want string
}

func (e *cellError) Error() string {
	return fmt.Sprintf("column %s holds %q, expected %s", e.column, e.cell, e.want)
}

// newFileHeader returns the header with the names on the first line of a file. The error is a *data.Error if the names
// are not those of the columns of results.
func newFileHeader(names []string, file string) (*fileHeader, error) {
	for _, needed := range []string{"method", "error"} {
		if !slices.Contains(names, needed) {
			return nil, notResults(file, "these are not the columns of gramscope's results: "+needed+" is missing")
		}
	}
	h := &fileHeader{names: names, at: make(map[string]int, len(names))}
	for i, name := range names {
		h.at[name] = i
		c, _ := ColumnNamed(name)
		h.contents = append(h.contents, c.content)
	}
	return h, nil
}

// notResults is the error of a file whose first line is not that of results.
func notResults(file, problem string) error {
	return &data.Error{File: file, Line: 1, Problem: problem, Want: "a results file",
		Remedies: remedy.By("write one as CSV", "format", "csv")}
}

// numbers returns the cells as numbers: 1 for true, 0 for false and NaN for other text and empty
// cells. The error is a *cellError for the first invalid cell.
func (h *fileHeader) numbers(cells []string) ([]float64, error) {
	numbers := make([]float64, len(cells))
	for i, cell := range cells {
		if cell == "" {
			numbers[i] = math.NaN()
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		switch {
		case err == nil && !math.IsNaN(v) && !math.IsInf(v, 0):
			numbers[i] = v
		case cell == "true":
			numbers[i] = 1
		case cell != "false":
			numbers[i] = math.NaN()
		}
		if content := h.contents[i]; !content.allows(cell, v, err) {
			return nil, &cellError{i, h.names[i], cell, content.String()}
		}
	}
	return numbers, nil
}

// result returns a row, whose columns have the values of the file. Of the fields of the Result, Params is empty, and
// Widths, Seed, Cell and Cause are not set. The error is a *cellError for an invalid cell.
func (h *fileHeader) result(cells []string) (out Result, err error) {
	out.Params, out.file, out.cells = model.Values{}, h, cells
	if out.values, err = h.numbers(cells); err != nil {
		return out, err
	}
	out.Data, out.Kernel, out.Method = out.cell("data"), out.cell("kernel"), out.cell("method")
	out.Learner, out.Failure = out.cell("learner"), out.cell("failure")
	if w := out.cell("warnings"); w != "" {
		out.Warnings = remedy.Notes(strings.Split(w, "; ")...)
	}
	for _, of := range []struct {
		column string
		to     *int
	}{{"n", &out.N}, {"d", &out.D}, {"rep", &out.Rep}} {
		i, found := h.at[of.column]
		if !found {
			return out, fmt.Errorf("the column %s, which all results have, is missing", of.column)
		}
		if *of.to, err = strconv.Atoi(cells[i]); err != nil {
			return out, &cellError{i, of.column, cells[i], "a whole number"}
		}
	}
	out.Gamma, out.Sigma = out.Get("gamma"), out.Get("sigma")
	out.Mu, out.ScoreRidge = out.Get("mu"), out.Get("score_ridge")
	return out, nil
}

// cell returns the text of a column in a row of a file, "" if the row lacks the column.
func (r *Result) cell(column string) string {
	if i, found := r.file.at[column]; found {
		return r.cells[i]
	}
	return ""
}

// typed returns a cell of a file as an int64, bool, float64 or string, and nil if it is empty.
func (r *Result) typed(column string) any {
	cell := r.cell(column)
	if c, _ := ColumnNamed(column); c.content.kind == textCells {
		return cell
	}
	if i, err := strconv.ParseInt(cell, 10, 64); err == nil {
		return i
	}
	if cell == "true" || cell == "false" {
		return cell == "true"
	}
	if v := r.Get(column); !math.IsNaN(v) {
		return v
	}
	if cell == "" {
		return nil
	}
	return cell
}
