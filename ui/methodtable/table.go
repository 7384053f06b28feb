// Package methodtable is the table of methods with their figures.
package methodtable

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/look"
)

// Table is what the table of methods shows at present.
type Table struct {
	*lab.State
	*Order
	Look  *look.Look
	About []string       // columns of the results that the screen is about, which come first
	Drawn []chart.Series // the samples of the screen's first chart
}

// Order is how the user has arranged the table.
type Order struct {
	Sorted string // the head of the column by which the table is sorted; "": by none
	skip   int    // columns that are left out on the left
}

// Listed returns the methods as the table lists them, as indices of those of the bench.
func (t Table) Listed() []int { return t.sorted(t.Columns()) }

// sorted returns the methods in their order, or those that run first, sorted by a column.
func (t Table) sorted(columns []Column) []int {
	list := make([]int, len(t.Methods()))
	for i := range list {
		list[i] = i
	}
	at := slices.IndexFunc(columns, func(c Column) bool { return c.Head == t.Sorted })
	if at < 0 {
		return list
	}
	by := make([]float64, len(list))
	for i, method := range t.Methods() {
		rows, _ := t.Figures(method.Name)
		v, _ := lab.Mean(rows, columns[at].Of)
		if columns[at].value != nil {
			v = columns[at].value(method.Name)
		}
		switch {
		case !slices.Contains(t.Setting().Spec.Methods, method.Name):
			v = math.Inf(1)
		case math.IsNaN(v):
			v = math.MaxFloat64
		case columns[at].higher:
			v = -v
		}
		by[i] = v
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(by[i], by[j]) })
	return list
}

// Sort sorts the table by its next column, and after the last one lists the methods in
// their order again. It returns what the user is told.
func (t Table) Sort() string {
	columns := t.Columns()
	next := slices.IndexFunc(columns, func(c Column) bool { return c.Head == t.Sorted }) + 1
	if t.Order.Sorted = ""; next == len(columns) {
		return "methods in their original order"
	}
	t.Order.Sorted = columns[next].Head
	first := "smallest"
	if columns[next].higher {
		first = "largest"
	}
	return "methods sorted by " + strings.TrimSuffix(t.Sorted, " ±se") + ", the " + first + " first"
}

// Scroll shows the columns for which there was no room in w cells, and after the last
// ones the first again. It returns what the user is told, if anything.
func (t Table) Scroll(w int) string {
	columns := t.Columns()
	shown := t.fitting(columns[t.skipped(columns):], w)
	t.Order.skip = t.skipped(columns) + shown
	if t.skip < len(columns) {
		return ""
	}
	if t.Order.skip = 0; shown == len(columns) {
		return "all columns are shown"
	}
	return ""
}

// skipped is how many columns are left out on the left.
func (t Table) skipped(columns []Column) int { return min(t.skip, len(columns)-1) }

// fitting is how many columns fit beside the names in w cells.
func (t Table) fitting(columns []Column, w int) int {
	room := w - t.names(w)
	for i, c := range columns {
		if room -= c.Width; room < 0 {
			return i
		}
	}
	return len(columns)
}

// names is how many cells pointer, marker, box and name have of w; figures go before long
// names.
func (t Table) names(w int) int {
	longest := 0
	for _, method := range t.Methods() {
		longest = max(longest, ansi.StringWidth(t.Look.Text(method.Name)))
	}
	return min(beforeTick+1+ansi.StringWidth(t.Look.Text("☑"))+longest, max(12, w-16), w)
}

// Fit returns the table in w cells.
func (t Table) Fit(w int) Fitted {
	all := t.Columns()
	columns := all[t.skipped(all):]
	columns = slices.Clone(columns[:t.fitting(columns, w)])
	fitted := Fitted{columns: columns, names: t.names(w), look: t.Look}
	for k, i := range t.sorted(all) {
		if i == t.Pointed() {
			fitted.at = k
		}
		fitted.Rows = append(fitted.Rows, t.row(i, max(0, w-fitted.names), columns))
	}
	for i, c := range columns {
		if c.Head == t.Sorted {
			columns[i].Head = "▸" + c.Head
		}
	}
	return fitted
}

// row is the row of a method, with texts of at most so many cells.
func (t Table) row(i, rest int, columns []Column) Row {
	method := t.Methods()[i]
	why := t.Setting().Unmet(method)
	if t.Setting().Waits(method.Name) {
		why = t.costOf(method.Name, rest-2)
	}
	rows, stale := t.Figures(method.Name)
	r := Row{Name: method.Name, Method: i, marker: curve.Sign(t.State, i), Ticked: slices.Contains(t.Setting().Spec.Methods, method.Name), runs: why == "", stale: stale}
	switch {
	case why != "":
		r.text = "  " + why
	case !r.Ticked:
		if r.text = t.costOf(method.Name, rest-2); r.text != "" {
			r.text += "; "
		}
		r.text = "  " + r.text + method.Title()
	case lab.Failure(rows) != "":
		r.text, r.failed = "  failed: "+lab.Failure(rows), true
	case len(rows) > 0:
		for _, c := range columns {
			r.text += t.Look.Right(t.Look.Text(c.Text(method.Name, rows)), c.Width)
		}
	case t.Failed() != nil:
		r.text = "  stopped"
	case !t.Computes():
		r.text = "  no rows at these settings"
	case t.Frozen():
		r.text = "  frozen"
	default:
		r.text = "  computing  " + t.Look.Fit(t.Outcome().Stage(method.Name), sweep.StageWidth) + "  "
		r.text += t.costOf(method.Name, rest-ansi.StringWidth(r.text))
	}
	if len(columns) == 0 && r.text == "" { // no room for a figure
		r.text = strings.Repeat(" ", rest)
	}
	return r
}

// costOf says in w cells that a method reads all of K, how long a fit takes, and
// whether it waits; "" where that is nothing to speak of.
func (t Table) costOf(name string, w int) string {
	took, known := t.FitTime(name)
	switch told := sweep.TellTime(took, known); {
	case t.Setting().Waits(name):
		return t.Look.Longest(w, "reads all of K: "+told+" a run; space starts it", told+"; space starts it", "space starts it", "waits")
	case took < lab.Noticed:
		return ""
	default:
		return t.Look.Longest(w, "reads all of K: "+told+" a run", "all of K, "+strings.TrimPrefix(told, "about "), "")
	}
}
