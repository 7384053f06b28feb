package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
)

// Result is one row: the settings of a cell and the results of its run. A
// figure that does not apply or is not known is NaN here, and empty in a file.
type Result struct {
	Data         string
	N, D         int
	Kernel       string
	Gamma, Sigma float64       // NaN for kernels without a scale
	Widths       kernel.Widths // of the features; "" for none, and for rows of a file
	Method       string
	Params       model.Values // the parameters of the method and the kernel, by name; empty for rows of a file
	Mu           float64
	ScoreRidge   float64
	Rep          int    // from 1
	Seed         uint64 // 0 for rows of a file
	Learner      string // and the solver, if it is not the direct one; "" without a regression
	Cell         int    // the index of its cell among those that were run; 0 for rows of a file

	Failure  string // the text of the error, "" if the run succeeded
	Cause    error  // of the failure; nil for rows that were read from a file
	Warnings []remedy.Note

	figures Figures   // that the values have
	values  []float64 // of the columns by their indices, NaN where there is none; shared, and nil if the run failed

	// For a row that was read from a file: the columns of the file, and their cells. Its values are those of the cells
	// as numbers: 1 for true, 0 for false, and NaN for other text and empty cells.
	file  *fileHeader
	cells []string
}

// Get returns the value of a column of [AllColumns], with 1 for true and 0 for false, or NaN if there is none.
func (r *Result) Get(column string) float64 {
	at := indices()
	if r.file != nil {
		at = r.file.at
	}
	if i, known := at[column]; known && r.values != nil {
		return r.values[i]
	}
	return math.NaN()
}

// Set sets the value of a column of [AllColumns] in a row that was not read from a file. Copies of the row keep theirs.
func (r *Result) Set(column string, v float64) {
	values := newValues()
	copy(values, r.values)
	r.values = values
	r.values[indices()[column]] = v
}

// newValues returns the values of a row that has none.
func newValues() []float64 { return slices.Repeat([]float64{math.NaN()}, len(table())) }

// Cached reports whether some kernel entries were computed before the run, which shortens its time.
func (r *Result) Cached() bool { return r.Get("cached") == 1 }

// warn adds warnings about the run that the row does not have.
func (r *Result) warn(texts ...string) {
	for _, text := range texts {
		if !slices.ContainsFunc(r.Warnings, func(n remedy.Note) bool { return n.Text == text }) {
			r.Warnings = append(slices.Clip(r.Warnings), remedy.Notes(text)...)
		}
	}
}

// parameter returns the value of a parameter, or its default if the method and the kernel do not have the parameter.
func (r *Result) parameter(p model.Param) float64 { return r.Params.Of(p, p.Default) }

// unsolved begins the warning of a row whose regression could not be solved.
const unsolved = "no regression: "

// Unsolved reports whether a regression was tried and could not be solved.
func (r *Result) Unsolved() bool {
	return slices.ContainsFunc(r.Warnings, func(n remedy.Note) bool { return strings.HasPrefix(n.Text, unsolved) })
}

// Asked reports whether the run was to fill a column; it may have failed.
func (r *Result) Asked(c Column) bool {
	return r.Failure != "" || r.figures.fill(c) || r.file != nil && slices.Contains(r.file.names, c.Name)
}

// failed returns the row of a failed run: the settings of r, and no figures.
func (r Result) failed(cause error) Result {
	r.values, r.Failure, r.Cause = nil, strings.ReplaceAll(cause.Error(), "\n", " "), cause
	return r
}

// Writer writes a row, and flushes.
type Writer func(*Result) error

// Formats returns the names of the formats of [NewWriter].
func Formats() []string { return []string{"csv", "json"} }

// NewWriter returns a writer of rows with those columns: csv with a header line, or json, one object
// a line. An unknown format is a *SpecError.
func NewWriter(w io.Writer, format string, columns []Column) (Writer, error) {
	switch format {
	case "csv":
		out := csv.NewWriter(w)
		return func(r *Result) error {
			cells := make([]string, len(columns))
			for i, c := range columns {
				cells[i] = c.Text(r)
			}
			return out.WriteAll([][]string{cells}) // which flushes
		}, out.WriteAll([][]string{namesOf(columns)})
	case "json": // in the order of the columns: marshalling a map would sort them
		return func(r *Result) error {
			var cells []string
			for _, c := range columns {
				v := c.value(r)
				if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
					v = nil
				}
				cell, err := json.Marshal(v)
				if err != nil {
					return err
				}
				cells = append(cells, fmt.Sprintf("%q:%s", c.Name, cell))
			}
			_, err := fmt.Fprintf(w, "{%s}\n", strings.Join(cells, ","))
			return err
		}, nil
	}
	return nil, &SpecError{fmt.Sprintf("unknown format %q", format),
		remedy.Do("choose one of " + strings.Join(Formats(), ", "))}
}
