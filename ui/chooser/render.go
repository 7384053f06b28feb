package chooser

import (
	"fmt"

	"gramscope/ui/widget"
)

// Render draws the page of the present stage.
func (c *Chooser) Render(w, h int) string {
	l := c.look
	var lines []string
	if c.Stage == Columns {
		lines = c.File.lines(w, h, l)
	} else {
		lines = c.list(w, h)
	}
	return l.Page(lines, w, h)
}

// list draws the built-in sets and the files.
func (c *Chooser) list(w, h int) []string {
	l := c.look
	head := []string{l.Strong.Render(l.Text(" Choose the data")), ""}
	if c.forTarget {
		head[0] = l.Strong.Render(l.Fit(l.Text(fmt.Sprintf(" The target of %s: a file with one value for each of the %d rows", c.File.table.Name, c.File.table.Rows)), w))
	}
	switch {
	case c.Busy != "" && c.percent >= 0:
		head[1] = l.Text(fmt.Sprintf(" reading %s: %d %%", c.Busy, c.percent))
	case c.Busy != "":
		head[1] = l.Text(" reading " + c.Busy)
	case c.Path.Open:
		head[1] = l.Accent.Render(l.Fit(" path: "+c.Path.Shown(l), w))
	}
	var lines []string
	at := 0
	places := c.places()
	for i, p := range places {
		switch {
		case i == 0 && p.Source != nil:
			lines = append(lines, l.Strong.Render(" BUILT-IN SETS"))
		case i == 0:
			lines = append(lines, l.Strong.Render(l.Text(" FILES OF "+c.folder)))
		case p.Source == nil && places[i-1].Source != nil:
			lines = append(lines, "", l.Strong.Render(l.Text(" FILES OF "+c.folder)))
		}
		width := 24
		if p.Source != nil { // names of built-in sets are short, and their notes long
			width = 10
		}
		text := "   " + l.Fit(l.Text(p.Name), width) + " " + l.Text(p.Note)
		if i == c.at {
			at = len(lines)
			text = l.Accent.Render(l.Fit(" "+l.Text("▸")+text[2:], w))
		}
		lines = append(lines, text)
	}
	lines, _ = widget.Window(lines, at, h-len(head))
	return append(head, lines...)
}
