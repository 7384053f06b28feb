package widget

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Column is a column of a table right of the name, with its width in cells.
type Column struct {
	Head  string
	Width int
}

// Row is a method in the table.
type Row struct {
	Name   string
	Method int  // its place among those listed
	Number int  // by which it has its marker and colour
	Ticked bool // it was chosen to run
	Runs   bool // and can
	Cells  []string
	Text   string // in place of figures; "": there are some
	Stale  bool   // the figures are of the setting before
	Failed bool
}

// Table lists methods with their figures.
type Table struct {
	Columns []Column
	Rows    []Row
	At      int // the row that is pointed at
}

// NameWidth is for pointer, marker, box and name in w cells; figures go before long
// names.
func NameWidth(names []string, w int, l *look.Look) int {
	longest := 0
	for _, name := range names {
		longest = max(longest, ansi.StringWidth(l.Text(name)))
	}
	return min(beforeTick+1+ansi.StringWidth(l.Text("☑"))+longest, max(12, w-16), w)
}

// beforeTick is how many cells of a row stand before its box: pointer and marker.
const beforeTick = 4

// OnTick tells whether cell x of a row is that of its box, or a blank beside it.
func OnTick(x int, l *look.Look) bool {
	return x >= beforeTick-1 && x <= beforeTick+ansi.StringWidth(l.Text("☑"))
}

// Visible are the rows that fit into h lines with the head: the one pointed at with the
// next to each side, then those that run, so that their figures stay in sight, then what
// else is near.
func (t *Table) Visible(h int) []int {
	far := func(i int) int {
		distance := max(i-t.At, t.At-i)
		switch {
		case distance <= 1:
			return distance
		case t.Rows[i].Ticked:
			return distance + len(t.Rows)
		}
		return distance + 2*len(t.Rows)
	}
	list := make([]int, len(t.Rows))
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

// Fitting is how many columns fit beside names in w cells.
func Fitting(columns []Column, names, w int) int {
	for i, c := range columns {
		if names += c.Width; names > w {
			return i
		}
	}
	return len(columns)
}

// Render draws the head line and as many rows as fit, with names of so many cells.
func (t *Table) Render(w, h, names int, l *look.Look, focused bool) string {
	head := l.Fit("      method", names)
	for _, c := range t.Columns {
		head += l.Right(l.Text(c.Head), c.Width)
	}
	lines := []string{l.Strong.Render(l.Fit(head, w))}
	for _, i := range t.Visible(h) {
		lines = append(lines, t.row(i, w, names, l, focused))
	}
	for len(lines) < h {
		lines = append(lines, strings.Repeat(" ", w))
	}
	return strings.Join(lines[:h], "\n")
}

func (t *Table) row(i, w, names int, l *look.Look, focused bool) string {
	r := t.Rows[i]
	pointer, tick := " ", l.Text("☐")
	if i == t.At {
		pointer = l.Text("▸")
	}
	if r.Ticked && r.Runs {
		tick = l.Text("☑")
	}
	name := l.Fit(pointer+" "+l.Marker(r.Number)+" "+tick+" "+l.Text(r.Name), names)
	text := r.Text
	if text == "" {
		for k, c := range t.Columns {
			text += l.Right(l.Text(r.Cells[k]), c.Width)
		}
	}
	body := l.Fit(l.Text(text), max(0, w-names))
	switch {
	case i == t.At && focused:
		return l.Accent.Render(name + body)
	case !r.Ticked || !r.Runs:
		return l.Dim.Render(name + body)
	case r.Failed && !r.Stale:
		return l.Paint(name, r.Number, false) + l.Alarm.Render(body)
	case r.Stale:
		return l.Paint(name, r.Number, false) + l.Dim.Render(body)
	}
	return l.Paint(name, r.Number, false) + body
}
