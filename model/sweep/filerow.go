package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
)

// Result returns the row as a Result whose columns have the values of the file. Of the fields of
// the Result, only the settings, Learner, Failure and Warnings are set. The error names the column of an invalid cell.
func (r Record) Result() (Result, error) {
	var header, cells []string
	for name, cell := range r {
		header, cells = append(header, name), append(cells, cell)
	}
	return newFileHeader(header).result(cells)
}

// fileHeader describes the columns of a results file.
type fileHeader struct {
	names    []string
	at       map[string]int // indices of columns, by name
	contents []content
	places   [][2]int // line and column of the names in the file
}

// fileRow is a row of a results file.
type fileRow struct {
	in      *fileHeader
	cells   []string
	numbers []float64 // the cells as numbers, see fileHeader.numbers
}

// cellError is the error of a cell that is not valid in its column.
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
		h.contents = append(h.contents, contents()[name])
	}
	return h
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

// result returns a row as a Result.
func (h *fileHeader) result(cells []string) (out Result, err error) {
	row := &fileRow{in: h, cells: cells}
	if row.numbers, err = h.numbers(cells); err != nil {
		return out, err
	}
	out.Params, out.file = model.Values{}, row
	out.Data, out.Kernel, out.Method = row.text("data"), row.text("kernel"), row.text("method")
	out.Learner, out.Failure = row.text("learner"), row.text("failure")
	if w := row.text("warnings"); w != "" {
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
	out.Gamma, out.Sigma = row.number("gamma"), row.number("sigma")
	out.Mu, out.ScoreRidge = row.number("mu"), row.number("score_ridge")
	return out, nil
}

// number returns the cell of a column as a number, or NaN if the row lacks the column.
func (r *fileRow) number(column string) float64 {
	if i, found := r.in.at[column]; found {
		return r.numbers[i]
	}
	return math.NaN()
}

func (r *fileRow) text(column string) string {
	if i, found := r.in.at[column]; found {
		return r.cells[i]
	}
	return ""
}

// value returns a cell as an int64, bool, float64 or string, and nil if it is empty.
func (r *fileRow) value(column string) any {
	cell := r.text(column)
	if contents()[column].kind == textCells {
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
