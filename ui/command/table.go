package command

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"gramscope/data/legible"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// table aligns the cells of lines at the left, with two blanks between them, or at the right, with two blanks before each.
func table(lines [][]string, right bool) string {
	var widths []int
	for _, cells := range lines {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	var b strings.Builder
	for _, cells := range lines {
		line := ""
		for i, cell := range cells {
			blanks := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if right {
				line += "  " + blanks + cell
			} else {
				line += cell + blanks + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// rowWriter returns the writer of a plan's rows. CSV and JSON contain texts unchanged; a table escapes them, so that each
// line is a row, and is as wide as the terminal.
func (p *program) rowWriter(format string, plan *sweep.Plan) (sweep.Writer, error) {
	columns := plan.Columns()
	if format != "table" {
		return sweep.NewWriter(p.stdout, format, columns)
	}
	shown, left := fit(tableColumns(columns, plan.Estimates()), width(p.stdout), func(name string) bool {
		isAxis := func(a sweep.Axis) bool { return a.Name.Column() == name }
		return slices.ContainsFunc(plan.Spec.Over, isAxis) || name == "rep" && plan.Spec.Reps > 1
	})
	if left != nil {
		p.note("the table has no room for %s; --format csv has all columns", strings.Join(left, ", "))
	}
	t := rowTable{p.stdout, shown}
	return t, t.head()
}

// width returns the number of columns of a terminal, or of none without end.
func width(stream any) int {
	if w, ok := stream.(*legible.Writer); ok {
		stream = w.To()
	}
	if f, ok := stream.(*os.File); ok {
		if columns, _, err := term.GetSize(f.Fd()); err == nil && columns > 0 {
			return columns
		}
	}
	return math.MaxInt
}

// tableColumns returns the columns that the table shows, from left to right. estimates says that some values are
// estimates, which are followed by ± their standard error.
func tableColumns(columns []sweep.Column, estimates bool) []sweep.Column {
	shown := slices.DeleteFunc(slices.Clone(columns), func(c sweep.Column) bool { return c.Line.Width == 0 })
	slices.SortStableFunc(shown, func(a, b sweep.Column) int { return cmp.Compare(a.Line.Place, b.Line.Place) })
	for i, c := range shown {
		if estimates && c.Estimated {
			shown[i].Line.Width += errorWidth
		}
	}
	return shown
}

// fit leaves out columns until the others are as wide as a terminal: first settings that are the same in all rows, then
// the last results. It returns the names of those, too.
func fit(shown []sweep.Column, most int, varies func(name string) bool) (_ []sweep.Column, left []string) {
	for _, settings := range []bool{true, false} {
		for i := len(shown) - 1; i >= 0; i-- {
			sum := -1
			for _, c := range shown {
				sum += 1 + max(c.Line.Width, -c.Line.Width, len(c.Name))
			}
			c := shown[i]
			if sum > most && settings == (c.Input && !varies(c.Name)) && c.Name != "method" && c.Name != "failure" {
				shown, left = slices.Delete(shown, i, i+1), append(left, c.Name)
			}
		}
	}
	return shown, left
}

// errorWidth is the width of ± and a standard error.
const errorWidth = len(" +2e-04")

// rowTable writes rows for a terminal.
type rowTable struct {
	w     io.Writer
	shown []sweep.Column
}

// head writes the names of the columns.
func (t rowTable) head() error { return t.line(func(c sweep.Column) string { return c.Name }) }

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
