package ui

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/sweep"
	"gramscope/ui/lab"
	"gramscope/ui/number"
)

// table is the list of methods with their figures at the present setting.
type table struct{}

// tableColumn is a column of the table.
type tableColumn struct {
	head  string
	width int
	text  func(m *explorer, name string, rows []sweep.Result) string
}

// plainColumn shows the mean of a column of the results.
func plainColumn(head string, width int, name string, format func(float64) string) tableColumn {
	c := lab.Column(name)
	return tableColumn{head, width, func(_ *explorer, _ string, rows []sweep.Result) string {
		v, _ := lab.Mean(rows, c)
		return format(v)
	}}
}

// tableColumns are the columns right of the name; they give way from the right.
func tableColumns(s lab.Setting) []tableColumn {
	errors, seconds := lab.Column("error"), lab.Column("seconds")
	list := []tableColumn{
		{"error ±se", 16, func(_ *explorer, _ string, rows []sweep.Result) string {
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
		{"best", 8, func(m *explorer, name string, _ []sweep.Result) string {
			return number.Error(lab.Average(m.Out.Best[name]))
		}},
		plainColumn("rank", 6, "rank_used", number.Count),
		plainColumn("entries", 8, "entries", number.Count),
		{"time", 8, func(_ *explorer, _ string, rows []sweep.Result) string {
			v, _ := lab.Mean(rows, seconds)
			if slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached }) && !math.IsNaN(v) {
				return "~" + number.Duration(v)
			}
			return number.Duration(v)
		}},
		plainColumn("mem", 8, "bytes", number.Memory),
	}
	switch {
	case !s.Store.Source().HasTarget():
		return list
	case s.Classifies():
		return append(list, plainColumn("right", 8, "accuracy_test", number.Percent), plainColumn("logloss", 8, "logloss_test", number.Figure))
	}
	return append(list, plainColumn("rmse", 8, "rmse_test", number.Figure), plainColumn("risk", 8, "risk_ratio", number.Figure))
}

func estimated(rows []sweep.Result) bool {
	return slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Failure == "" && !r.Exact })
}

// nameWidth is for pointer, marker, box and name; figures go before long names.
func nameWidth(m *explorer, w int) int {
	longest := 0
	for _, method := range m.Methods {
		longest = max(longest, ansi.StringWidth(m.look.Text(method.Name)))
	}
	return min(5+ansi.StringWidth(m.look.Text("☑"))+longest, max(12, w-16), w)
}

// Render draws the head line and as many methods as fit.
func (t *table) Render(w, h int, m *explorer) string {
	l := &m.look
	names := nameWidth(m, w)
	columns, room := m.withPin(tableColumns(m.Setting)), w-names
	for i, c := range columns {
		if room -= c.width; room < 0 {
			columns = columns[:i]
			break
		}
	}
	head := "      method"
	head = l.Fit(head, names)
	for _, c := range columns {
		head += l.Right(l.Text(c.head), c.width)
	}
	lines := []string{l.Strong.Render(l.Fit(head, w))}
	for _, i := range t.visible(h, m) {
		lines = append(lines, t.row(i, w, columns, m))
	}
	for len(lines) < h {
		lines = append(lines, strings.Repeat(" ", w))
	}
	return strings.Join(lines[:h], "\n")
}

// visible are the methods that fit into h rows with the head, in the order of the
// list: the one pointed at with the next to each side, then those that run, so that
// their figures stay in sight, then what else is near.
func (t *table) visible(h int, m *explorer) []int {
	runs := func(i int) bool { return slices.Contains(m.Setting.Spec.Methods, m.Methods[i].Name) }
	far := func(i int) int {
		distance := max(i-m.Pointed, m.Pointed-i)
		switch {
		case distance <= 1:
			return distance
		case runs(i):
			return distance + len(m.Methods)
		}
		return distance + 2*len(m.Methods)
	}
	list := make([]int, len(m.Methods))
	for i := range list {
		list[i] = i
	}
	if rows := max(0, h-1); len(list) > rows {
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(far(i), far(j)) })
		list = list[:rows]
		slices.Sort(list)
	}
	return list
}

func (t *table) row(i, w int, columns []tableColumn, m *explorer) string {
	l, method, names := &m.look, m.Methods[i], nameWidth(m, w)
	ticked := slices.Contains(m.Setting.Spec.Methods, method.Name)
	rest := max(0, w-names)
	why := m.Setting.Unmet(method)
	if m.Setting.Waits(method.Name) {
		why = m.costOf(method.Name, rest-2)
	}
	pointer, tick := " ", l.Text("☐")
	if i == m.Pointed {
		pointer = l.Text("▸")
	}
	if ticked && why == "" {
		tick = l.Text("☑")
	}
	name := l.Fit(pointer+" "+l.Marker(i)+" "+tick+" "+l.Text(method.Name), names)
	rows, stale := m.Figures(method.Name)
	var text string
	switch {
	case why != "":
		text = "  " + why
	case !ticked:
		if text = m.costOf(method.Name, rest-2); text != "" {
			text += "; "
		}
		text = "  " + text + method.Title()
	case lab.Failure(rows) != "":
		text = "  failed: " + lab.Failure(rows)
	case len(rows) == 0 && m.Failed != nil:
		text = "  stopped"
	case len(rows) == 0 && m.Recorded != nil:
		text = "  no rows at these settings"
	case len(rows) == 0 && m.Frozen:
		text = "  frozen"
	case len(rows) == 0:
		text = "  computing  " + m.look.Fit(m.Out.Stage(method.Name), sweep.StageWidth) + "  "
		text += m.costOf(method.Name, rest-ansi.StringWidth(text))
	default:
		for _, c := range columns {
			text += l.Right(l.Text(c.text(m, method.Name, rows)), c.width)
		}
	}
	body := l.Fit(l.Text(text), rest)
	chosen := i == m.Pointed && m.mode() == onMethods
	switch {
	case chosen:
		return l.Accent.Render(name + body)
	case why != "" || !ticked:
		return l.Dim.Render(name + body)
	case lab.Failure(rows) != "":
		return l.Paint(name, i, false) + l.Alarm.Render(body)
	case stale:
		return l.Paint(name, i, false) + l.Dim.Render(body)
	}
	return l.Paint(name, i, false) + body
}

// costOf says in w cells that a method reads all of K, how long a fit takes, and
// whether it waits; "" where that is nothing to speak of.
func (m *explorer) costOf(name string, w int) string {
	took := m.Setting.Fits[name]
	switch about := sweep.RoughTime(took); {
	case took < lab.Noticed:
		return ""
	case m.Setting.Waits(name):
		return m.look.Longest(w, "reads all of K: about "+about+" a run; space starts it", "about "+about+"; space starts it", "space starts it", "waits")
	default:
		return m.look.Longest(w, "reads all of K: about "+about+" a run", "all of K, "+about)
	}
}
