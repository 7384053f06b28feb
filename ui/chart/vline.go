package chart

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// column returns the column of a vertical line; it is not ok outside the axis.
func (p *plot) column(v VLine) (col int, ok bool) {
	u, ok := p.X.Shows(v.X)
	return cellOf(u, p.cols), ok
}

// vline returns the character of vertical lines, unlike those of curves.
func (g Glyphs) vline() string { return g.Text("┊") }

// vlines draws the vertical lines and their feet on the x axis.
func (p *plot) vlines() {
	foot, crossing, line := p.glyphs.Text("┴"), p.glyphs.Text("┼"), p.glyphs.vline()
	for _, v := range p.VLines {
		col, ok := p.column(v)
		if !ok {
			continue
		}
		for row := range p.rows {
			p.put(col, row, line, v.Color, v.Faint)
		}
		x, y := p.left+col, p.top+p.rows
		if !p.hasXAxis {
			continue
		}
		text := foot
		if p.grid.at(x, y).text == "┬" {
			text = crossing
		}
		p.grid.put(x, y, text, v.Color, v.Faint)
	}
}

// labelled tells whether a vertical line has a label.
func (p *plot) labelled() bool {
	return slices.ContainsFunc(p.VLines, func(v VLine) bool { return v.Label != "" })
}

// vlabels writes the labels of the vertical lines: into the row above the curves, where they stay however the curves change; what
// has no room there goes into the highest row that has blank cells for it, to the right of its line if possible, else where it
// interrupts other vertical lines only. It comes last, so that no label hides data.
func (p *plot) vlabels() {
	for _, v := range p.VLines {
		col, ok := p.column(v)
		label := p.glyphs.Text(v.Label)
		if !ok || label == "" || p.hasLabels && p.above(p.left+col, label, v) || p.vlabel(p.left+col, label, v, blank) {
			continue
		}
		p.vlabel(p.left+col, label, v, p.glyphs.vline())
	}
}

// above writes the label of the line in column x of the grid into the row above the curves, if there is room: ending or starting
// at its line, or as near as the ends of the row let it.
func (p *plot) above(x int, label string, v VLine) bool {
	n, y, width := ansi.StringWidth(label), p.top-1, p.left+p.cols
	if n > width {
		return false
	}
	for _, start := range []int{x - n + 1, x, min(max(x-n/2, 0), width-n)} {
		room := start >= 0 && start+n <= width
		for i := max(start-1, 0); i < min(start+n+1, width) && room; i++ {
			room = p.grid.at(i, y).text == blank
		}
		if room {
			p.grid.write(start, y, label, v.Color, v.Faint)
			return true
		}
	}
	return false
}

// vlabel writes the label of the line in column x of the grid, if there is room for it and a blank on either side. Cells that hold
// over count as blank.
func (p *plot) vlabel(x int, label string, v VLine, over string) bool {
	n := ansi.StringWidth(label)
	for y := p.top; y < p.top+p.rows; y++ {
		for _, start := range []int{x + 1, x - n - 2} {
			room := true
			for i := start; i < start+n+2 && room; i++ {
				beyond := i < p.left || i >= p.left+p.cols
				atEdge := i == start || i == start+n+1 // a label may end where the chart does
				room = beyond && atEdge || !beyond && (p.grid.at(i, y).text == blank || p.grid.at(i, y).text == over)
			}
			if room {
				for _, i := range []int{start, start + n + 1} {
					if i >= p.left && i < p.left+p.cols {
						p.grid.put(i, y, blank, NoColor, false)
					}
				}
				p.grid.write(start+1, y, label, v.Color, v.Faint)
				return true
			}
		}
	}
	return false
}
