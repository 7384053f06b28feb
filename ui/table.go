package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/number"
	"gramscope/ui/widget"
)

// figureColumn is a column of the table of methods.
type figureColumn struct {
	head   string
	width  int
	of     sweep.Column // of the results
	higher bool         // more is better, and comes first
	text   func(name string, rows []sweep.Result) string
	value  func(name string) float64 // by which it is sorted; nil: the mean of the column
}

// plainColumn shows the mean of a column of the results.
func (m *explorer) plainColumn(head string, width int, name string, format func(float64) string) figureColumn {
	c := lab.Column(name)
	return figureColumn{head: head, width: width, of: c, text: func(_ string, rows []sweep.Result) string {
		v, _ := lab.Mean(rows, c)
		return m.orLater(format(v), c)
	}}
}

// orLater is the text of a figure, or that it is still to come.
func (m *explorer) orLater(text string, c sweep.Column) string {
	if text == "" && m.Later(c.Name) {
		return "later"
	}
	return text
}

// figureColumns are the columns right of the name, those first that the screen is about.
func (m *explorer) figureColumns() []figureColumn {
	errors, seconds, best := lab.Column("error"), lab.Column("seconds"), lab.Column("error_best")
	list := []figureColumn{
		{head: "error ±se", width: 16, of: errors, text: func(_ string, rows []sweep.Result) string {
			v, se := lab.Mean(rows, errors)
			text := number.Error(v)
			if estimated(rows) {
				text = "≈" + text
			}
			if math.IsNaN(se) || v < number.Rounding {
				return text + "       "
			}
			return text + " ±" + number.Roughly(se)
		}},
		{head: "floor", width: 8, of: best, text: func(name string, _ []sweep.Result) string {
			return m.orLater(number.Error(lab.Average(m.Out.Best[name])), best)
		}, value: func(name string) float64 { return lab.Average(m.Out.Best[name]) }},
		m.plainColumn("rank", 6, "rank_used", number.Count),
		m.plainColumn("entries", 8, "entries", number.Count),
		{head: "time", width: 8, of: seconds, text: func(_ string, rows []sweep.Result) string {
			v, _ := lab.Mean(rows, seconds)
			if slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached }) && !math.IsNaN(v) {
				return "~" + number.Duration(v)
			}
			return number.Duration(v)
		}},
		m.plainColumn("mem", 8, "bytes", number.Memory),
	}
	switch {
	case !m.Setting.Store.Source().HasTarget():
	case m.Setting.Classifies():
		accuracy := m.plainColumn("accuracy", 10, "accuracy_test", number.Percent)
		accuracy.higher = true
		list = append(list, accuracy, m.plainColumn("logloss", 8, "logloss_test", number.Figure))
	default:
		list = append(list, m.plainColumn("rmse", 8, "rmse_test", number.Figure), m.plainColumn("risk ratio", 12, "risk_ratio", number.Figure))
	}
	list = m.withFront(m.withPin(list))
	about := m.screen().Panes().Columns
	slices.SortStableFunc(list, func(a, b figureColumn) int {
		return cmp.Compare(placeIn(about, a.of.Name), placeIn(about, b.of.Name))
	})
	return list
}

// placeIn is the place of a name in a list, and behind it if it is not there.
func placeIn(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// withPin adds the column that compares with the latest pin, right of the error.
func (m *explorer) withPin(columns []figureColumn) []figureColumn {
	if len(m.Pins) == 0 {
		return columns
	}
	before, errors := m.Pins[len(m.Pins)-1].Now, lab.Column("error")
	ratio := func(name string) float64 {
		rows, _ := m.Figures(name)
		now, _ := lab.Mean(rows, errors)
		then, _ := lab.Mean(before[name], errors)
		return now / then
	}
	return slices.Insert(columns, 1, figureColumn{head: "vs pin", width: 8, of: errors, value: ratio,
		text: func(name string, _ []sweep.Result) string { return times(ratio(name)) }})
}

// withFront adds the column that says how many of a method's samples are on the Pareto
// front, where the first chart has one.
func (m *explorer) withFront(columns []figureColumn) []figureColumn {
	drawn := m.built[0].Series
	at := slices.IndexFunc(drawn, func(s chart.Series) bool { return s.Name == curve.FrontName })
	if at < 0 {
		return columns
	}
	samples := func(name string) (on, of int) {
		for _, s := range drawn {
			if s.Name == name {
				return curve.OnFront(s, drawn[at]), len(s.X)
			}
		}
		return 0, 0
	}
	return slices.Insert(columns, 1, figureColumn{head: "front", width: 9, of: lab.Column("error"), higher: true,
		value: func(name string) float64 { on, _ := samples(name); return float64(on) },
		text: func(name string, _ []sweep.Result) string {
			on, of := samples(name)
			if on == 0 {
				return ""
			}
			return fmt.Sprintf("%d of %d", on, of)
		}})
}

// times writes a ratio: ×0.52.
func times(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	text := strconv.FormatFloat(v, 'g', 2, 64)
	if v >= 10 && v < 1e4 {
		text = strconv.FormatFloat(v, 'f', 0, 64)
	}
	return "×" + text
}

func estimated(rows []sweep.Result) bool {
	return slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Failure == "" && !r.Exact })
}

// ordered are the methods as the table lists them: in their order, or those that run
// first, sorted by a column.
func (m *explorer) ordered(columns []figureColumn) []int {
	list := make([]int, len(m.Methods))
	for i := range list {
		list[i] = i
	}
	at := slices.IndexFunc(columns, func(c figureColumn) bool { return c.head == m.sorted })
	if at < 0 {
		return list
	}
	by := make([]float64, len(list))
	for i, method := range m.Methods {
		rows, _ := m.Figures(method.Name)
		v, _ := lab.Mean(rows, columns[at].of)
		if columns[at].value != nil {
			v = columns[at].value(method.Name)
		}
		switch {
		case !slices.Contains(m.Setting.Spec.Methods, method.Name):
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
		m.Tell("methods in their order")
		return
	}
	first := "smallest"
	if columns[next].higher {
		first = "largest"
	}
	m.Tell("methods sorted by " + strings.TrimSuffix(m.sorted, " ±se") + ", the " + first + " first")
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
			m.Tell("all columns are shown")
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
	for _, method := range m.Methods {
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
		if i == m.Pointed {
			t.At = k
		}
		t.Rows = append(t.Rows, m.methodRow(i, max(0, w-names), columns))
	}
	return t
}

// methodRow is the row of a method, with texts of at most so many cells.
func (m *explorer) methodRow(i, rest int, columns []figureColumn) widget.Row {
	method := m.Methods[i]
	why := m.Setting.Unmet(method)
	if m.Setting.Waits(method.Name) {
		why = m.costOf(method.Name, rest-2)
	}
	rows, stale := m.Figures(method.Name)
	r := widget.Row{Name: method.Name, Method: i, Number: m.Number(i), Ticked: slices.Contains(m.Setting.Spec.Methods, method.Name), Runs: why == "", Stale: stale}
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
	case m.Failed != nil:
		r.Text = "  stopped"
	case !m.Live():
		r.Text = "  no rows at these settings"
	case m.Frozen:
		r.Text = "  frozen"
	default:
		r.Text = "  computing  " + m.look.Fit(m.Out.Stage(method.Name), sweep.StageWidth) + "  "
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
	case m.Setting.Waits(name):
		return m.look.Longest(w, "reads all of K: "+told+" a run; space starts it", told+"; space starts it", "space starts it", "waits")
	case took < lab.Noticed:
		return ""
	default:
		return m.look.Longest(w, "reads all of K: "+told+" a run", "all of K, "+strings.TrimPrefix(told, "about "))
	}
}
