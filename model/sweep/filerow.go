package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
)

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
	holds []content
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
		h.holds = append(h.holds, contents()[name])
	}
	return h
}

// numbers are what Column.Number says of the cells, NaN where it is none. The first cell
// that is none of its column is an error.
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
		if holds := h.holds[i]; !holds.allows(cell, v, err) {
			return nil, &cellError{i, h.names[i], cell, holds.String()}
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
