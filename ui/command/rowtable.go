package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/legible"
	"gramscope/ui/number"
)

// rowFormats are the names of the formats that newRowWriter knows.
func rowFormats() []string { return append(sweep.Formats(), "table") }

// newRowWriter is a writer of rows. CSV and JSON are for programs and keep all texts;
// a table is to be read, and a line of it is a row.
// estimates tells whether some figures are estimates, which a table shows with ± their
// standard error.
func newRowWriter(w io.Writer, format string, columns []sweep.Column, estimates bool) (sweep.Writer, error) {
	if format == "table" {
		return newRowTable(w, columns, estimates)
	}
	return sweep.NewWriter(w, format, columns)
}

// tableColumn is a column that a terminal has room for, with its width.
type tableColumn struct {
	name  string
	width int
}

// tableColumns are those of the columns that are shown.
func tableColumns(columns []sweep.Column) []tableColumn {
	shown := []tableColumn{
		{"rep", 3}, {"method", -15}, {"n", 6}, {"gamma", 9}, {"m", 5}, {"accum", 5}, {"clusters", 8}, {"mu", 9}, {"rank_used", 9},
		{"error", 9}, {"error_best", 10}, {"stable_rank", 11}, {"rmse_test", 9}, {"risk_ratio", 10}, {"accuracy_test", 13}, {"solver_iterations", 17},
		{"entries", 9}, {"seconds", 9}, {"failure", -1},
	}
	return slices.DeleteFunc(shown, func(c tableColumn) bool {
		return !slices.ContainsFunc(columns, func(have sweep.Column) bool { return have.Name == c.name })
	})
}

// errorWidth is how many cells ± and a standard error take.
const errorWidth = len(" +2e-04")

// rowTable writes rows for reading on a terminal.
type rowTable struct {
	w       io.Writer
	columns []sweep.Column
	shown   []tableColumn
}

func newRowTable(w io.Writer, columns []sweep.Column, estimates bool) (sweep.Writer, error) {
	t := rowTable{w, columns, tableColumns(columns)}
	for i, c := range t.shown {
		if estimates && hasStandardError(columns, c.name) {
			t.shown[i].width += errorWidth
		}
	}
	head := sweep.Record{}
	for _, c := range t.shown {
		head[c.name] = c.name
	}
	return t, t.line(head)
}

func (t rowTable) line(rec sweep.Record) error {
	var cells []string
	for _, c := range t.shown {
		cells = append(cells, fmt.Sprintf("%*s", c.width, rec[c.name]))
	}
	_, err := fmt.Fprintln(t.w, strings.TrimRight(strings.Join(cells, " "), " "))
	return err
}

// Write implements [sweep.Writer].
func (t rowTable) Write(r *sweep.Result) error {
	cells := sweep.Record{}
	for _, c := range t.columns {
		cells[c.Name] = c.Text(r)
	}
	return t.WriteText(cells)
}

func hasStandardError(columns []sweep.Column, name string) bool {
	return slices.ContainsFunc(columns, func(c sweep.Column) bool { return c.Name == sweep.StandardErrorOf(name) })
}

// WriteText implements [sweep.Writer]. Numbers are rounded to four digits, and those with a
// standard error are followed by it.
func (t rowTable) WriteText(rec sweep.Record) error {
	short := sweep.Record{}
	for name, cell := range rec {
		cell = legible.Text(cell)
		if v, err := strconv.ParseFloat(cell, 64); err == nil && strings.ContainsAny(cell, ".e") {
			cell = strconv.FormatFloat(v, 'g', 4, 64)
		}
		if se, err := strconv.ParseFloat(rec[sweep.StandardErrorOf(name)], 64); err == nil {
			cell += " ±" + number.Roughly(se)
		}
		short[name] = cell
	}
	return t.line(short)
}
