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

// vlabels writes the labels of the vertical lines. They are in the row above the curves, where they do not move as the curves
// change. A label that does not fit there goes into the highest row with blank cells beside its line, or else with cells that
// interrupt only other vertical lines. If there are several, a corner above the line or a pointer beside it tells which is whose,
// and labels stand on the side away from the other lines. vlabels runs after the curves are drawn, so that no label hides data.
func (p *plot) vlabels() {
	var columns []int // of the lines with labels
	for _, v := range p.VLines {
		if col, ok := p.column(v); ok && v.Label != "" {
			columns = append(columns, col)
		}
	}
	for _, v := range p.VLines {
		col, ok := p.column(v)
		label := p.glyphs.Text(v.Label)
		if !ok || label == "" {
			continue
		}
		left, right := vlabel{text: label, of: v}, vlabel{text: label, of: v}
		first := []bool{false, true} // whether at the right
		if slices.ContainsFunc(columns, func(c int) bool { return c != col }) {
			left.corner, left.pointer = p.glyphs.Text("┐"), p.glyphs.Text("▸")
			right.corner, right.pointer = p.glyphs.Text("┌"), p.glyphs.Text("◂")
		}
		if len(columns) > 1 && slices.Min(columns) < col && slices.Max(columns) == col {
			first = []bool{true, false}
		}
		if p.hasLabels && p.above(p.left+col, left, right, first) || p.beside(p.left+col, left, right, first, blank) {
			continue
		}
		p.beside(p.left+col, left, right, first, p.glyphs.vline())
	}
}

// vlabel is a label for one side of its line.
type vlabel struct {
	text string
	of   VLine
	// corner ends it above its line, and pointer beside it; "" where there is only one line.
	corner, pointer string
}

// above writes the label of the line in column x of the grid into the row above the curves, if there are free cells: ending or
// starting at its line, or, of a single line, as near to it as the ends of the row permit.
func (p *plot) above(x int, left, right vlabel, first []bool) bool {
	width := p.left + p.cols
	write := func(start int, text string) bool {
		return p.grid.label(start, p.top-1, 0, width, text, left.of.Color, left.of.Faint, blank)
	}
	for _, atRight := range first {
		text := left.text + left.corner
		start := x - ansi.StringWidth(text) + 1
		if atRight {
			text, start = right.corner+right.text, x
		}
		if write(start, text) {
			return true
		}
	}
	n := ansi.StringWidth(left.text)
	return left.corner == "" && write(min(max(x-n/2, 0), width-n), left.text)
}

// beside writes the label of the line in column x of the grid beside the line, if there are free cells: blank ones and those that
// hold over.
func (p *plot) beside(x int, left, right vlabel, first []bool, over string) bool {
	for y := p.top; y < p.top+p.rows; y++ {
		for _, atRight := range []bool{true, false} {
			text := left.text + left.pointer
			start := x - ansi.StringWidth(text) - 1
			if atRight {
				text, start = right.pointer+right.text, x+2
			}
			if p.grid.label(start, y, p.left, p.left+p.cols, text, left.of.Color, left.of.Faint, over) {
				return true
			}
		}
	}
	return false
}
