package methodtable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Fitted is the table with as many columns as fit.
type Fitted struct {
	Table
	Rows    []int // the methods of the rows, as indices of the bench's methods
	columns []Column
	from    int      // the first column that is shown
	shown   []Column // from there
	wide    int      // width of pointer, marker, box and name together
}

// beforeTick is the number of cells before the box of a row, for pointer and marker.
const beforeTick = 4

// OnTick reports whether cell x of a row is its box or a blank beside the box.
func OnTick(x int, l *look.Look) bool {
	return x >= beforeTick-1 && x <= beforeTick+ansi.StringWidth(l.Text("☑"))
}

// SortAt sorts the table by the column whose head is in cell x, or restores the order of the methods. It returns a
// message.
func (t *Fitted) SortAt(x int) string {
	if x -= t.wide; x < 0 {
		return t.sortBy(t.columns, len(t.columns))
	}
	for i, c := range t.shown {
		if x -= c.Width; x < 0 {
			return t.sortBy(t.columns, t.from+i)
		}
	}
	return ""
}

// Scroll shows the next columns that did not fit, and after the last columns the first ones again. It returns a message
// for the user, or "".
func (t *Fitted) Scroll() string {
	t.Order.skip = t.from + len(t.shown)
	if t.skip < len(t.columns) {
		return ""
	}
	if t.Order.skip = 0; t.from == 0 {
		return "all columns are shown"
	}
	return ""
}

// Folded stands for the methods without a row, which share a line.
const Folded = -1

// Visible returns the methods of the rows that fit into h lines with the head: those around the one pointed at. Folded
// comes last, if there is such a line, and stays in sight. A note covers some of the lines, but not the one pointed at.
func (t *Fitted) Visible(h, covered int) []int {
	list := t.within(h)
	if slices.Index(list, t.Pointed) >= h-1-covered {
		return t.within(h - covered)
	}
	return list
}

// within is Visible without a note.
func (t *Fitted) within(h int) []int {
	lines, last := h-1, []int(nil)
	if lines > 1 && (t.folded() > 0 || t.Verdict.Text != "") {
		lines, last = lines-1, []int{Folded}
	}
	list, _ := widget.Window(t.Rows, slices.Index(t.Rows, t.Pointed), 0, lines)
	return slices.Concat(list, last)
}

// Render draws the head line and as many rows as fit. A note will cover the last covered lines.
func (t *Fitted) Render(w, h, covered int, focused bool) string {
	l := t.Look
	head := l.Fit("      method", t.wide)
	for _, c := range t.shown {
		text := c.Head
		if text == t.Sorted {
			text = "▸" + text
		}
		head += l.Right(l.Text(text), c.Width)
	}
	lines := []string{l.Strong.Render(l.Fit(head, w))}
	visible := t.Visible(h, covered)
	for _, of := range visible {
		if of == Folded {
			lines = append(lines, t.fold(w, len(t.Rows)+1-len(visible)))
		} else {
			lines = append(lines, t.line(of, w, focused))
		}
	}
	return l.Page(lines, w, h)
}

// fold draws the line of the verdict, of the methods that are not ticked, and of the number of rows out of sight.
func (t *Fitted) fold(w, hidden int) string {
	l, more := t.Look, ""
	if hidden > 0 {
		more = fmt.Sprintf("; ↓%d more", hidden)
	}
	methods := strings.TrimPrefix(more, "; ")
	if n := t.folded(); n > 0 {
		methods = "+" + number.Plural(n, "method") + ": a" + more
	}
	v, do, key, text := t.Verdict, "", "", ""
	if v.Do != "" && t.Computes() { // results from files have no key that acts
		do, key = " (A: "+v.Do+")", " (A)"
	}
	if strings.HasPrefix(v.Do, "+") {
		do = ": A adds it"
	}
	for _, form := range []string{v.Text + do, v.Brief + do, v.Text + key, v.Brief + key, v.Brief, ""} {
		if text = l.Text("    " + form); ansi.StringWidth(text)+2+ansi.StringWidth(methods) <= w {
			break
		}
	}
	return text + l.Dim.Render(l.Right(l.Text(methods), max(0, w-ansi.StringWidth(text))))
}

// line draws a method's row.
func (t *Fitted) line(of, w int, focused bool) string {
	l, method, marker := t.Look, t.Methods[of], curve.Sign(t.State, of)
	pointer, tick, runs := " ", l.Text("☐"), t.ticked(method.Name) && t.Setting.Unmet(method) == ""
	if of == t.Pointed {
		pointer = l.Text("▸")
	}
	if runs {
		tick = l.Text("☑")
	}
	name := l.Fit(pointer+" "+l.Marker(marker)+" "+tick+" "+l.Text(method.Name), t.wide)
	body := l.Fit(l.Text(t.figures(of, w-t.wide-2)), max(0, w-t.wide))
	rows, stale := t.Figures(method.Name)
	switch {
	case of == t.Pointed && focused:
		return l.Accent.Render(name + body)
	case !runs:
		return l.Dim.Render(name + body)
	case stale:
		body = l.Dim.Render(body)
	case lab.Failure(rows) != "":
		body = l.Alarm.Render(body)
	}
	return l.Colored(name, marker) + body
}

// figures returns the figures of a method, or in w cells the reason why there are none, after two blanks.
func (t *Fitted) figures(of, w int) (text string) {
	method := t.Methods[of]
	why, ticked := t.Setting.Unmet(method), t.ticked(method.Name)
	rows, _ := t.Figures(method.Name)
	switch {
	case why != "":
	case !ticked:
		why = t.about(of, w)
	case lab.Failure(rows) != "":
		why = "failed: " + lab.Failure(rows)
	case len(rows) > 0:
		for _, c := range t.shown {
			text += t.Look.Right(t.Look.Text(c.Text(method.Name)), c.Width)
		}
		return text
	case t.Failed != nil:
		why = "stopped"
	case !t.Computes():
		why = "no rows at these settings"
	case t.Frozen:
		why = "frozen"
	default:
		why = "computing"
	}
	return "  " + why
}
