package chart

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// column returns the column of a vertical line; ok is false if it is outside the axis.
func (p *plot) column(v VLine) (col int, ok bool) {
	u, ok := p.X.Shows(v.X)
	return cellOf(u, p.cols), ok
}

// vline returns the character of vertical lines, which curves do not use.
func (g Glyphs) vline() string { return g.Text("┊") }

// vlines draws the vertical lines and marks them on the x axis.
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

// labelled reports whether a vertical line has a label.
func (p *plot) labelled() bool {
	return slices.ContainsFunc(p.VLines, func(v VLine) bool { return v.Label != "" })
}

// vlabels writes the labels of the vertical lines, after the curves are drawn, so that no label hides data. If there
// are several, labels stand on the side away from the other lines.
func (p *plot) vlabels() {
	var columns []int // of the lines with labels
	for _, v := range p.VLines {
		if col, ok := p.column(v); ok && v.Label != "" {
			columns = append(columns, col)
		}
	}
	for _, v := range p.VLines {
		if col, ok := p.column(v); ok && v.Label != "" {
			p.vlabel(v, col, slices.ContainsFunc(columns, func(c int) bool { return c != col }), slices.Min(columns) < col && slices.Max(columns) == col)
		}
	}
}

// vlabel writes the label of a line in the row above the curves, where it does not move as the curves change: ending or
// starting at its line, or, of a single line, as near to it as the ends of the row permit. A label that does not fit
// there goes into the highest row with blank cells beside its line, or else with cells that interrupt only other
// vertical lines. A corner above the line or a pointer beside it tells which of several lines it is of.
func (p *plot) vlabel(v VLine, col int, several, rightFirst bool) {
	x, label := p.left+col, p.glyphs.Text(v.Label)
	n, wide := ansi.StringWidth(label), p.left+p.cols
	write := func(start, y, left int, text, over string) bool {
		return p.grid.label(start, y, left, wide, text, v.Color, v.Faint, over)
	}
	mark := 0 // cells of a corner or a pointer
	marks := [4]string{}
	if several {
		mark = 1
		for i, c := range []string{"┐", "┌", "▸", "◂"} {
			marks[i] = p.glyphs.Text(c)
		}
	}
	if p.hasLabels {
		left := func() bool { return write(x-n-mark+1, p.top-1, 0, label+marks[0], blank) }
		right := func() bool { return write(x, p.top-1, 0, marks[1]+label, blank) }
		if rightFirst && right() || left() || right() || !several && write(min(max(x-n/2, 0), wide-n), p.top-1, 0, label, blank) {
			return
		}
	}
	for _, over := range []string{blank, p.glyphs.vline()} {
		for y := p.top; y < p.top+p.rows; y++ {
			if write(x+2, y, p.left, marks[3]+label, over) || write(x-n-mark-1, y, p.left, label+marks[2], over) {
				return
			}
		}
	}
}
