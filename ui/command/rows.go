package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	tables "github.com/charmbracelet/lipgloss/table"
	"github.com/charmbracelet/x/term"

	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// rows writes one row per cell, in the order of the cells: known rows unchanged, the others as they finish.
type rows struct {
	plan  *sweep.Plan
	known []*sweep.Result // by cell; nil until it is done
	asked []int           // the indices of cells to compute
	out   sweep.Writer
	bar   *bar
	p     *program

	computed []*sweep.Result           // the rows that were not known
	latest   map[string][]sweep.Result // rows at the last point of the grid, by method; nil if not wanted
}

// write runs the cells until all are done or ctx is cancelled, and writes finished rows. It returns the output's error.
func (r *rows) write(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a closed pipe ends the work
	var cells []trial.Setting
	for i, c := range r.plan.Cells {
		if r.known[i] == nil {
			cells, r.asked = append(cells, c), append(r.asked, i)
		}
	}
	r.bar = r.p.progress(len(r.plan.Cells), len(r.plan.Cells)-len(cells))
	return r.merge(r.plan.RunCells(ctx, cells, workers))
}

// merge writes known rows and results. The results come in the order of the cells; after a stop some are missing.
func (r *rows) merge(results <-chan sweep.Result) error {
	defer r.bar.clear()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	latest, more := -1, true // the cell of the latest result
	for i := range r.known {
		for more && latest < i && r.known[i] == nil {
			select {
			case <-tick.C:
				r.bar.draw()
			case result, ok := <-results:
				if more = ok; ok {
					latest = r.asked[result.Cell]
					r.known[latest] = &result
				}
			}
		}
		row := r.known[i]
		if row == nil {
			continue
		}
		r.bar.clear()
		if err := r.out(row); err != nil {
			return err
		}
		if each := len(r.known) / r.plan.Spec.Reps; r.latest != nil && i%each >= each-len(r.plan.Methods) {
			r.latest[row.Method] = append(r.latest[row.Method], *row)
		}
		if i == latest {
			r.computed = append(r.computed, row)
			r.bar.done++
			r.bar.draw()
		}
	}
	return nil
}

// warnings returns the warnings of the computed rows in the order of appearance, for each method one of a kind. It
// names the methods, unless all have the warning.
func (r *rows) warnings() (list []string) {
	methods := map[string][]string{}
	for _, row := range r.computed {
		for _, text := range remedy.Texts(row.Warnings, flagged()) {
			isKnown := func(other string) bool {
				return remedy.Kind(other) == remedy.Kind(text) && slices.Contains(methods[other], row.Method)
			}
			if slices.ContainsFunc(list, isKnown) {
				continue
			}
			if methods[text] == nil {
				list = append(list, text)
			}
			methods[text] = append(methods[text], row.Method)
		}
	}
	for i, text := range list {
		if of := methods[text]; len(of) < len(r.plan.Methods) {
			list[i] = strings.Join(of, ", ") + ": " + text
		}
	}
	return list
}

// verdict returns an error if a row failed or not all rows are done.
func (r *rows) verdict() error {
	written := slices.DeleteFunc(slices.Clone(r.known), func(row *sweep.Result) bool { return row == nil })
	if len(written) < len(r.known) {
		text := fmt.Sprintf("stopped: %d of %d rows done", len(written), len(r.known))
		if len(written) > 0 && r.plan.Resumes() {
			text += "; to continue from their CSV, add --resume FILE and write to another file"
		}
		return errors.New(text)
	}
	failed := slices.DeleteFunc(slices.Clone(r.computed), func(row *sweep.Result) bool { return row.Failure == "" })
	if len(failed) > 0 {
		const form = "%d of %d runs failed; the first error: %s: %s; the column named failure has the reason of each"
		first := remedy.Message(failed[0].Cause, flagged())
		return fmt.Errorf(form, len(failed), len(r.known), failed[0].Method, first)
	}
	return nil
}

// table aligns the cells of lines at the left, with two blanks between them.
func table(lines [][]string) string {
	style := lipgloss.NewStyle().PaddingRight(2)
	t := tables.New().Rows(lines...).StyleFunc(func(_, _ int) lipgloss.Style { return style })
	text := t.BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).String()
	return trailing.ReplaceAllString(text, "") + "\n"
}

var trailing = regexp.MustCompile(`(?m) +$`)

// rowWriter returns the writer of a plan's rows. CSV and JSON contain texts unchanged; a table escapes them, so that
// each line is a row, and is as wide as the terminal.
func (p *program) rowWriter(format string, plan *sweep.Plan, named []string) (sweep.Writer, error) {
	columns := plan.Columns()
	if format != "table" {
		return sweep.NewWriter(p.stdout, format, columns)
	}
	for _, axis := range plan.Spec.Over {
		named = append(named, axis.Name.Column())
	}
	if plan.Spec.Reps > 1 {
		named = append(named, "rep")
	}
	all := roomForTexts(tableColumns(columns, named, plan.Spec.Figures, plan.Estimates()), plan)
	shown, left := fit(all, width(p.stdout), named)
	if left != nil {
		p.note("the table has no room for %s; --format csv has all columns", strings.Join(left, ", "))
	}
	return rowTable(p.stdout, shown)
}

// width returns the number of columns of a terminal; there is no limit for other streams.
func width(stream any) int {
	if f := fileOf(stream); f != nil {
		if columns, _, err := term.GetSize(f.Fd()); err == nil && columns > 0 {
			return columns
		}
	}
	return math.MaxInt
}

// tableColumns returns the columns of the table from left to right: the usual columns of the figures, and the named
// columns. If estimates is true, there is space for ± and the standard error after estimated values.
func tableColumns(columns []sweep.Column, named []string, of sweep.Figures, estimates bool) (shown []sweep.Column) {
	for _, c := range columns {
		switch isNamed := slices.Contains(named, c.Name); {
		case isNamed && c.Line.Width == 0 && c.Input:
			c.Line = sweep.Cell{Place: 5, Width: len(c.Name)}
		case isNamed && c.Line.Width == 0:
			c.Line = sweep.Cell{Place: 8, Width: max(9, len(c.Name))}
		case c.Line.Width == 0 || c.Figure != "" && !of.Has(c.Figure):
			continue
		}
		if estimates && c.Estimated {
			c.Line.Width += len(" +2e-04") // ± and the error
		}
		shown = append(shown, c)
	}
	slices.SortStableFunc(shown, func(a, b sweep.Column) int { return cmp.Compare(a.Line.Place, b.Line.Place) })
	return shown
}

// roomForTexts widens columns to the longest name of a method or a choice in any row.
func roomForTexts(shown []sweep.Column, plan *sweep.Plan) []sweep.Column {
	for _, cell := range plan.Cells {
		row := plan.EmptyRow(cell)
		for i, c := range shown {
			text, width := legible.Text(c.Text(&row)), c.Line.Width
			switch _, err := strconv.ParseFloat(text, 64); {
			case err == nil:
			case width < 0:
				shown[i].Line.Width = min(width, -len(text))
			default:
				shown[i].Line.Width = max(width, len(text))
			}
		}
	}
	return shown
}

// fit leaves out columns, from the right, until the others fit into most characters: first settings, then results, but
// never a named column, the method or the failure. left are the names of those left out.
func fit(shown []sweep.Column, most int, named []string) (_ []sweep.Column, left []string) {
	for _, settings := range []bool{true, false} {
		for i := len(shown) - 1; i >= 0; i-- {
			sum := -1
			for _, c := range shown {
				sum += 1 + max(c.Line.Width, -c.Line.Width, len(c.Name))
			}
			c := shown[i]
			stays := c.Name == "method" || c.Name == "failure" || slices.Contains(named, c.Name)
			if sum > most && settings == c.Input && !stays {
				shown, left = slices.Delete(shown, i, i+1), append(left, c.Name)
			}
		}
	}
	return shown, left
}

// rowTable writes the names of columns, and returns the writer of the rows below. It rounds numbers to four digits, and
// writes the standard error after an estimate.
func rowTable(w io.Writer, shown []sweep.Column) (sweep.Writer, error) {
	line := func(cell func(sweep.Column) string) error {
		var cells []string
		for _, c := range shown {
			cells = append(cells, fmt.Sprintf("%*s", c.Line.Width, cell(c)))
		}
		_, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, " "), " "))
		return err
	}
	row := func(r *sweep.Result) error {
		return line(func(c sweep.Column) string {
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
	return row, line(func(c sweep.Column) string { return c.Name })
}
