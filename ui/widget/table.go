package widget

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Column is a column of figures, with its width in cells.
type Column struct {
	Head  string
	Width int
}

// Row is a method in the table.
type Row struct {
	Name   string
	Method int  // index of the method
	Number int  // determines marker and colour
	Ticked bool // the user has chosen the method to run
	Runs   bool // the method can run
	Cells  []string
	Text   string // shown instead of the figures; "" if there are figures
	Stale  bool   // the figures are of an earlier setting
	Failed bool
}

// Table lists methods with their figures.
type Table struct {
	Columns []Column
	Rows    []Row
	At      int // index of the row pointed at
}

// NameWidth returns the width of pointer, marker, box and name in a table of w cells. It cuts
// long names rather than figures.
func NameWidth(names []string, w int, l *look.Look) int {
	longest := 0
	for _, name := range names {
		longest = max(longest, ansi.StringWidth(l.Text(name)))
	}
	return min(beforeTick+1+ansi.StringWidth(l.Text("☑"))+longest, max(12, w-16), w)
}

// beforeTick is the width of pointer and marker, which are before the box.
const beforeTick = 4

// OnTick reports whether cell x of a row is its box or a blank beside the box.
func OnTick(x int, l *look.Look) bool {
	return x >= beforeTick-1 && x <= beforeTick+ansi.StringWidth(l.Text("☑"))
}

// Visible returns the indices of the rows that fit into h lines with the head: first the row
// pointed at and its neighbours, then ticked rows, then others, nearest first.
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

// Fitting returns how many columns fit into w cells beside the names.
func Fitting(columns []Column, names, w int) int {
	for i, c := range columns {
		if names += c.Width; names > w {
			return i
		}
	}
	return len(columns)
}

// Render draws the head line and as many rows as fit; names is the width of the names.
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
