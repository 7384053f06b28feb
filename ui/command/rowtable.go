package command

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/legible"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// newRowWriter returns a writer of rows. CSV and JSON contain texts unchanged; a table escapes
// them, so that each line is a row. estimates says that some values are estimates, which a table
// shows with ± their standard error.
func newRowWriter(w io.Writer, format string, columns []sweep.Column, estimates bool) (sweep.Writer, error) {
	if format == "table" {
		return newRowTable(w, columns, estimates)
	}
	return sweep.NewWriter(w, format, columns)
}

// tableColumns returns the columns that the table shows, from left to right.
func tableColumns(columns []sweep.Column) []sweep.Column {
	shown := slices.DeleteFunc(slices.Clone(columns), func(c sweep.Column) bool { return c.Line.Width == 0 })
	slices.SortStableFunc(shown, func(a, b sweep.Column) int { return cmp.Compare(a.Line.Place, b.Line.Place) })
	return shown
}

// errorWidth is the width of ± and a standard error.
const errorWidth = len(" +2e-04")

// rowTable writes rows for a terminal.
type rowTable struct {
	w     io.Writer
	shown []sweep.Column
}

func newRowTable(w io.Writer, columns []sweep.Column, estimates bool) (sweep.Writer, error) {
	t := rowTable{w, tableColumns(columns)}
	for i, c := range t.shown {
		if estimates && c.Estimated {
			t.shown[i].Line.Width += errorWidth
		}
	}
	return t, t.line(func(c sweep.Column) string { return c.Name })
}

func (t rowTable) line(cell func(sweep.Column) string) error {
	var cells []string
	for _, c := range t.shown {
		cells = append(cells, fmt.Sprintf("%*s", c.Line.Width, cell(c)))
	}
	_, err := fmt.Fprintln(t.w, strings.TrimRight(strings.Join(cells, " "), " "))
	return err
}

// Write implements [sweep.Writer]. Numbers are rounded to four digits, and those with a
// standard error are followed by it.
func (t rowTable) Write(r *sweep.Result) error {
	return t.line(func(c sweep.Column) string {
		cell := legible.Text(c.Text(r))
		if v, err := strconv.ParseFloat(cell, 64); err == nil && strings.ContainsAny(cell, ".e") {
			cell = strconv.FormatFloat(v, 'g', 4, 64)
		}
		if se := r.Get(sweep.StandardErrorOf(c.Name)); !math.IsNaN(se) {
			cell += " ±" + number.Roughly(se)
		}
		return cell
	})
}
