package ui

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/widget"
)

// ordered are the methods as the table lists them: in their order, or those that run
// first, sorted by a column.
func (m *explorer) ordered(columns []figureColumn) []int {
	list := make([]int, len(m.Methods()))
	for i := range list {
		list[i] = i
	}
	at := slices.IndexFunc(columns, func(c figureColumn) bool { return c.head == m.sorted })
	if at < 0 {
		return list
	}
	by := make([]float64, len(list))
	for i, method := range m.Methods() {
		rows, _ := m.Figures(method.Name)
		v, _ := lab.Mean(rows, columns[at].of)
		if columns[at].value != nil {
			v = columns[at].value(method.Name)
		}
		switch {
		case !slices.Contains(m.Setting().Spec.Methods, method.Name):
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

// sortTable sorts the table by its next column, and after the last one lists the methods
// in their order again.
func (m *explorer) sortTable() {
	columns := m.figureColumns()
	next := slices.IndexFunc(columns, func(c figureColumn) bool { return c.head == m.sorted }) + 1
	if m.sorted = ""; next < len(columns) {
		m.sorted = columns[next].head
	}
	if m.sorted == "" {
		m.Info("methods in their original order")
		return
	}
	first := "smallest"
	if columns[next].higher {
		first = "largest"
	}
	m.Info("methods sorted by " + strings.TrimSuffix(m.sorted, " ±se") + ", the " + first + " first")
}

// moreColumns shows the columns for which there was no room, and after the last ones the
// first again.
func (m *explorer) moreColumns() {
	r := m.layout.panes[methodsPane]
	columns := m.figureColumns()
	shown := widget.Fitting(headsOf(columns[m.skipped(columns):]), m.nameWidth(r.w), r.w)
	m.skip = m.skipped(columns) + shown
	if m.skip >= len(columns) {
		if m.skip = 0; shown == len(columns) {
			m.Info("all columns are shown")
		}
	}
}

// skipped is how many columns are left out on the left.
func (m *explorer) skipped(columns []figureColumn) int { return min(m.skip, len(columns)-1) }

func headsOf(columns []figureColumn) []widget.Column {
	var list []widget.Column
	for _, c := range columns {
		list = append(list, widget.Column{Head: c.head, Width: c.width})
	}
	return list
}

func (m *explorer) nameWidth(w int) int {
	var names []string
	for _, method := range m.Methods() {
		names = append(names, method.Name)
	}
	return widget.NameWidth(names, w, &m.look)
}

// methodTable is the table of methods in w cells.
func (m *explorer) methodTable(w int) widget.Table {
	all, names := m.figureColumns(), m.nameWidth(w)
	columns := all[m.skipped(all):]
	columns = columns[:widget.Fitting(headsOf(columns), names, w)]
	t := widget.Table{Columns: headsOf(columns)}
	for i, c := range columns {
		if c.head == m.sorted {
			t.Columns[i].Head = "▸" + c.head
		}
	}
	for k, i := range m.ordered(all) {
		if i == m.Pointed() {
			t.At = k
		}
		t.Rows = append(t.Rows, m.methodRow(i, max(0, w-names), columns))
	}
	return t
}

// methodRow is the row of a method, with texts of at most so many cells.
func (m *explorer) methodRow(i, rest int, columns []figureColumn) widget.Row {
	method := m.Methods()[i]
	why := m.Setting().Unmet(method)
	if m.Setting().Waits(method.Name) {
		why = m.costOf(method.Name, rest-2)
	}
	rows, stale := m.Figures(method.Name)
	r := widget.Row{Name: method.Name, Method: i, Number: m.Marker(i), Ticked: slices.Contains(m.Setting().Spec.Methods, method.Name), Runs: why == "", Stale: stale}
	switch {
	case why != "":
		r.Text = "  " + why
	case !r.Ticked:
		if r.Text = m.costOf(method.Name, rest-2); r.Text != "" {
			r.Text += "; "
		}
		r.Text = "  " + r.Text + method.Title()
	case lab.Failure(rows) != "":
		r.Text, r.Failed = "  failed: "+lab.Failure(rows), true
	case len(rows) > 0:
		for _, c := range columns {
			r.Cells = append(r.Cells, c.text(method.Name, rows))
		}
	case m.Failed() != nil:
		r.Text = "  stopped"
	case !m.Computes():
		r.Text = "  no rows at these settings"
	case m.Frozen():
		r.Text = "  frozen"
	default:
		r.Text = "  computing  " + m.look.Fit(m.Outcome().Stage(method.Name), sweep.StageWidth) + "  "
		r.Text += m.costOf(method.Name, rest-ansi.StringWidth(r.Text))
	}
	if len(columns) == 0 && r.Text == "" { // no room for a figure
		r.Text = strings.Repeat(" ", rest)
	}
	return r
}

// costOf says in w cells that a method reads all of K, how long a fit takes, and
// whether it waits; "" where that is nothing to speak of.
func (m *explorer) costOf(name string, w int) string {
	took, known := m.FitTime(name)
	switch told := sweep.TellTime(took, known); {
	case m.Setting().Waits(name):
		return m.look.Longest(w, "reads all of K: "+told+" a run; space starts it", told+"; space starts it", "space starts it", "waits")
	case took < lab.Noticed:
		return ""
	default:
		return m.look.Longest(w, "reads all of K: "+told+" a run", "all of K, "+strings.TrimPrefix(told, "about "), "")
	}
}
