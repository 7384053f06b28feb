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
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/exact"
)

// CutShort is the number of the line that a results file ends within, 0 where it
// ends with a whole one. A run that was killed while it wrote leaves such a file.
// The line's row is left out, even where it could be read: what is missing of it
// may be the end of its last cell.
type CutShort int

// ReadCSV reads a results file as written by the csv format. The header is nil
// where the file ends within it. A cell that is not what its column is for is an
// error with its place.
func ReadCSV(r io.Reader, name string) (header []string, rows []Record, cut CutShort, err error) {
	return readRows(r, name, func(in *fileHeader, cells []string) (Record, error) {
		rec := make(Record, len(cells))
		for i, h := range in.names {
			rec[h] = cells[i]
		}
		_, err := in.numbers(cells)
		return rec, err
	})
}

// ReadResults reads such a file as rows that charts can show.
func ReadResults(r io.Reader, name string) (header []string, rows []Result, cut CutShort, err error) {
	return readRows(r, name, (*fileHeader).result)
}

func readRows[T any](r io.Reader, name string, read func(*fileHeader, []string) (T, error)) (header []string, rows []T, cut CutShort, err error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	if endsInHeader(content) {
		return nil, nil, 1, nil
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	if header, err = in.Read(); err != nil {
		return nil, nil, 0, fmt.Errorf("%s: no header line of a results file, which is CSV and not JSON: %w", name, err)
	}
	for _, needed := range []string{"method", "error"} {
		if !slices.Contains(header, needed) {
			return nil, nil, 0, &data.Error{File: name, Line: 1, Problem: "these are not the columns of gramscope's results: " + needed + " is missing",
				Want: "a file of results", Remedies: remedy.By("write one as CSV", "format", "csv")}
		}
	}
	h := newFileHeader(header)
	whole := bytes.HasSuffix(content, []byte("\n"))
	next := 1 + bytes.Count(content[:in.InputOffset()], []byte("\n")) // the line where the next row begins, blank lines aside
	for {
		begin := in.InputOffset()
		cells, err := in.Read()
		if err == io.EOF {
			return header, rows, 0, nil
		}
		last := len(bytes.TrimSpace(content[in.InputOffset():])) == 0
		line := next
		next += bytes.Count(content[begin:in.InputOffset()], []byte("\n"))
		if err == nil {
			line, _ = in.FieldPos(0)
		}
		switch {
		case err != nil && last && !swallows(content[begin:], len(header)), last && !whole, last && err == nil && len(cells) != len(header):
			return header, rows, CutShort(line), nil
		case err != nil || len(cells) != len(header):
			return nil, nil, 0, brokenRow(in, name, len(cells), len(header), err)
		}
		row, err := read(h, cells)
		if err != nil {
			place := fmt.Sprintf("%s:%d", name, line)
			if cell := (*cellError)(nil); errors.As(err, &cell) {
				line, column := in.FieldPos(cell.at)
				place = fmt.Sprintf("%s:%d:%d", name, line, column)
			}
			return nil, nil, 0, fmt.Errorf("%s: %w; mend it or remove the line", place, err)
		}
		rows = append(rows, row)
	}
}

// endsInHeader tells whether a file is the beginning of a header line of results.
func endsInHeader(content []byte) bool {
	if len(content) == 0 || bytes.ContainsAny(content, "\n") {
		return false
	}
	begin := strings.Join(namesOf(columns(nil, kinds{})[:7]), ",")
	return strings.HasPrefix(begin, string(content)) || strings.HasPrefix(string(content), begin)
}

// swallows tells whether a text with a quote that is never closed has whole rows
// of that many cells behind it: then the file was not cut short there.
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

// brokenRow says where the row stands that was just read and what is wrong
// with it: it can't be parsed, or has another number of cells.
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

// Result is a row of a results file as one of a run: all columns show what they showed
// there. Its fields tell the question, how the run ended, and of the answer the error and
// its exactness. An error names the column whose cell is none.
func (r Record) Result() (Result, error) {
	var header, cells []string
	for name, cell := range r {
		header, cells = append(header, name), append(cells, cell)
	}
	return newFileHeader(header).result(cells)
}

// fileHeader are the columns of a results file.
type fileHeader struct {
	names []string
	at    map[string]int // by name
}

// fileRow is a row of such a file.
type fileRow struct {
	in      *fileHeader
	cells   []string
	numbers []float64 // what Column.Number says of each, NaN where it is none
}

// cellError is a cell that does not hold what its column is for.
type cellError struct {
	at                 int // its index in the row
	column, cell, want string
}

func (e *cellError) Error() string {
	return fmt.Sprintf("column %s holds %q, expected %s", e.column, e.cell, e.want)
}

func newFileHeader(names []string) *fileHeader {
	h := &fileHeader{names: names, at: make(map[string]int, len(names))}
	for i, name := range names {
		h.at[name] = i
	}
	return h
}

// numbers are what Column.Number says of the cells, NaN where it is none. The first cell
// that is none of its column is an error.
func (h *fileHeader) numbers(cells []string) ([]float64, error) {
	numbers := make([]float64, len(cells))
	for i, cell := range cells {
		v, err := strconv.ParseFloat(cell, 64)
		number, truth := err == nil && !math.IsNaN(v) && !math.IsInf(v, 0), cell == "true" || cell == "false"
		switch {
		case number:
			numbers[i] = v
		case cell == "true":
			numbers[i] = 1
		case cell != "false":
			numbers[i] = math.NaN()
		}
		example, known := examples()[h.names[i]]
		_, isText := example.(string)
		_, isTruth := example.(bool)
		switch {
		case cell == "" || isText:
		case isTruth && !truth:
			return nil, &cellError{i, h.names[i], cell, "true or false"}
		case !isTruth && !number && (known || err == nil): // a NaN is of no use anywhere
			return nil, &cellError{i, h.names[i], cell, "a number"}
		}
	}
	return numbers, nil
}

// result is a row as that of a run.
func (h *fileHeader) result(cells []string) (out Result, err error) {
	row := &fileRow{in: h, cells: cells}
	if row.numbers, err = h.numbers(cells); err != nil {
		return out, err
	}
	out.Params, out.file = map[string]float64{}, row
	out.Data, out.Kernel, out.Method = row.text("data"), row.text("kernel"), row.text("method")
	out.Learner, out.Failure = row.text("learner"), row.text("failure")
	if w := row.text("warnings"); w != "" {
		out.Warnings = remedy.Notes(strings.Split(w, "; ")...)
	}
	for _, of := range []struct {
		column string
		to     *int
	}{{"n", &out.N}, {"d", &out.D}, {"rep", &out.Rep}} {
		i, there := h.at[of.column]
		if !there {
			return out, fmt.Errorf("there is no column %s, which all results have", of.column)
		}
		if *of.to, err = strconv.Atoi(cells[i]); err != nil {
			return out, &cellError{i, of.column, cells[i], "a whole number"}
		}
	}
	out.Gamma, out.Sigma = row.number("gamma"), row.number("sigma")
	out.Mu, out.ScoreRidge = row.number("mu"), row.number("score_ridge")
	out.Error, out.ErrorSE = row.number("error"), row.number("error_se")
	out.Exact = row.text("exact") != "false"
	out.Cached = row.text("cached") == "true"
	return out, nil
}

// number is what a column of the row has as a number, 1 for true and 0 for false; else NaN.
func (r *fileRow) number(column string) float64 {
	if i, there := r.in.at[column]; there {
		return r.numbers[i]
	}
	return math.NaN()
}

func (r *fileRow) text(column string) string {
	if i, there := r.in.at[column]; there {
		return r.cells[i]
	}
	return ""
}

// value is a cell as the kind of value that it reads as; nil for an empty one.
func (r *fileRow) value(column string) any {
	cell := r.text(column)
	if _, isText := examples()[column].(string); isText {
		return cell
	}
	if i, err := strconv.ParseInt(cell, 10, 64); err == nil {
		return i
	}
	if cell == "true" || cell == "false" {
		return cell == "true"
	}
	if v := r.number(column); !math.IsNaN(v) {
		return v
	}
	if cell == "" {
		return nil
	}
	return cell
}

// examples are values of the columns that all results have; further parameters hold anything.
var examples = sync.OnceValue(func() map[string]any {
	probe := &Result{Params: map[string]float64{}, Diagnostics: &exact.Diagnostics{Sketched: true}, Regression: &Regression{}, Bounds: &Bounds{}}
	for _, p := range commonParameters() {
		probe.Params[p.Name] = p.Default
	}
	all := map[string]any{}
	for _, c := range AllColumns() {
		all[c.Name] = c.of(probe)
	}
	return all
})
