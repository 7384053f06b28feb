package methodtable

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Row is a method in the table.
type Row struct {
	Name   string
	Method int    // an index of those of the bench
	marker int    // the number of its marker and colour
	Ticked bool   // it was chosen to run
	runs   bool   // and can
	text   string // its figures, or why there are none
	stale  bool   // the figures are of the setting before
	failed bool
}

// Fitted is the table with as many columns as there is room for.
type Fitted struct {
	Rows    []Row
	at      int // the row that is pointed at
	columns []Column
	names   int // cells of pointer, marker, box and name
	look    *look.Look
}

// beforeTick is how many cells of a row stand before its box: pointer and marker.
const beforeTick = 4

// OnTick reports whether cell x of a row is that of its box, or a blank beside it.
func OnTick(x int, l *look.Look) bool {
	return x >= beforeTick-1 && x <= beforeTick+ansi.StringWidth(l.Text("☑"))
}

// Visible are the rows that fit into h lines with the head: the one pointed at with the
// next to each side, then those that run, so that their figures stay in sight, then what
// else is near.
func (t *Fitted) Visible(h int) []int {
	far := func(i int) int {
		distance := max(i-t.at, t.at-i)
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

// Render draws the head line and as many rows as fit.
func (t *Fitted) Render(w, h int, focused bool) string {
	l := t.look
	head := l.Fit("      method", t.names)
	for _, c := range t.columns {
		head += l.Right(l.Text(c.Head), c.Width)
	}
	lines := []string{l.Strong.Render(l.Fit(head, w))}
	for _, i := range t.Visible(h) {
		lines = append(lines, t.row(i, w, focused))
	}
	for len(lines) < h {
		lines = append(lines, strings.Repeat(" ", w))
	}
	return strings.Join(lines[:h], "\n")
}

func (t *Fitted) row(i, w int, focused bool) string {
	r, l := t.Rows[i], t.look
	pointer, tick := " ", l.Text("☐")
	if i == t.at {
		pointer = l.Text("▸")
	}
	if r.Ticked && r.runs {
		tick = l.Text("☑")
	}
	name := l.Fit(pointer+" "+l.Marker(r.marker)+" "+tick+" "+l.Text(r.Name), t.names)
	body := l.Fit(l.Text(r.text), max(0, w-t.names))
	switch {
	case i == t.at && focused:
		return l.Accent.Render(name + body)
	case !r.Ticked || !r.runs:
		return l.Dim.Render(name + body)
	case r.failed && !r.stale:
		return l.Colored(name, r.marker) + l.Alarm.Render(body)
	case r.stale:
		return l.Colored(name, r.marker) + l.Dim.Render(body)
	}
	return l.Colored(name, r.marker) + body
}
