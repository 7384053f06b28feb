package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

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
	return &data.Error{File: file, Line: 1, Problem: problem, Want: "a results file", Remedies: remedy.By("write one as CSV", "format", "csv")}
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

// result returns a row, whose columns have the values of the file. Of the fields of the Result, only the settings,
// Learner, Failure and Warnings are set. The error is a *cellError for an invalid cell.
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
