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
// interrupt only other vertical lines. vlabels runs after the curves are drawn, so that no label hides data.
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

// above writes the label of the line in column x of the grid into the row above the curves, if there are free cells: ending or
// starting at its line, or as near to it as the ends of the row permit.
func (p *plot) above(x int, label string, v VLine) bool {
	n, width := ansi.StringWidth(label), p.left+p.cols
	for _, start := range []int{x - n + 1, x, min(max(x-n/2, 0), width-n)} {
		if p.grid.label(start, p.top-1, 0, width, label, v.Color, v.Faint, blank) {
			return true
		}
	}
	return false
}

// vlabel writes the label of the line in column x of the grid beside the line, if there are free cells: blank ones and those that
// hold over.
func (p *plot) vlabel(x int, label string, v VLine, over string) bool {
	n := ansi.StringWidth(label)
	for y := p.top; y < p.top+p.rows; y++ {
		for _, start := range []int{x + 2, x - n - 1} {
			if p.grid.label(start, y, p.left, p.left+p.cols, label, v.Color, v.Faint, over) {
				return true
			}
		}
	}
	return false
}
