package chart

import (
	"strings"

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
	for _, v := range p.VLines {
		col, ok := p.column(v)
		for row := 0; ok && row < p.rows; row++ {
			p.put(col, row, p.glyphs.vline(), v.Color, v.Faint)
		}
		if x, y := p.left+col, p.top+p.rows; ok && p.hasXAxis {
			foot := "┴"
			if p.grid.at(x, y).text == "┬" {
				foot = "┼"
			}
			p.grid.put(x, y, p.glyphs.Text(foot), v.Color, v.Faint)
		}
	}
}

// vlabels writes the labels of the vertical lines, after the curves are drawn, so that no label hides data. If there
// are several, labels stand on the side away from the other lines.
func (p *plot) vlabels() {
	first, last := p.cols, -1 // columns of lines with labels
	for _, v := range p.VLines {
		if col, ok := p.column(v); ok && v.Label != "" {
			first, last = min(first, col), max(last, col)
		}
	}
	for _, v := range p.VLines {
		if col, ok := p.column(v); ok && v.Label != "" {
			p.vlabel(v, col, first < last, first < col && col == last)
		}
	}
}

// vlabel writes the label of a line in the row above the curves, where it does not move as the curves change: ending or
// starting at its line, or, for a single line, as near to it as the ends of the row permit. A label that does not fit
// there goes into the highest row with blank cells beside its line, or else with cells that interrupt only other
// vertical lines. A corner above the line or a pointer beside it tells to which of several lines it belongs.
func (p *plot) vlabel(v VLine, col int, several, rightFirst bool) {
	x, label, marks := p.left+col, p.glyphs.Text(v.Label), make([]string, 4)
	if several {
		marks = strings.Split(p.glyphs.Text("┐,┌,▸,◂"), ",")
	}
	n, wide := ansi.StringWidth(label+marks[0]), p.left+p.cols
	write := func(start, y, left int, text, over string) bool {
		return p.grid.label(start, y, left, wide, text, v.Color, v.Faint, over)
	}
	if p.hasLabels {
		left := func() bool { return write(x-n+1, p.top-1, 0, label+marks[0], blank) }
		right := func() bool { return write(x, p.top-1, 0, marks[1]+label, blank) }
		middle := func() bool { return write(min(max(x-n/2, 0), wide-n), p.top-1, 0, label, blank) }
		if rightFirst && right() || left() || right() || !several && middle() {
			return
		}
	}
	for _, over := range []string{blank, p.glyphs.vline()} {
		for y := p.top; y < p.top+p.rows; y++ {
			if write(x+2, y, p.left, marks[3]+label, over) || write(x-n-1, y, p.left, label+marks[2], over) {
				return
			}
		}
	}
}

// hline returns the character of horizontal lines, which curves do not use.
func (g Glyphs) hline() string { return g.Text("┄") }

// hlines draws the horizontal lines.
func (p *plot) hlines() {
	for _, h := range p.HLines {
		v, ok := p.Y.Shows(h.Y)
		for col := 0; ok && col < p.cols; col++ {
			p.put(col, cellOf(v, p.rows), p.glyphs.hline(), NoColor, true)
		}
	}
}

// hlabels writes the labels of the horizontal lines as far to the right as there are free cells: in the row above the
// line, else in the row below, else in the line.
func (p *plot) hlabels() {
	for _, h := range p.HLines {
		v, ok := p.Y.Map(h.Y)
		row, last := cellOf(v, p.rows), p.rows-1
		rows, arrow := []int{row + 1, row - 1, row}, ""
		if _, shown := p.Y.Shows(h.Y); !shown && v < 0 {
			rows, arrow = []int{0, 1, 2}, string(p.glyphs.Mark('↓'))+" "
		} else if !shown {
			rows, arrow = []int{last, last - 1, last - 2}, string(p.glyphs.Mark('↑'))+" "
		}
		for _, label := range h.Labels {
			if ok && p.hlabel(rows, p.glyphs.Text(arrow+label)) {
				break
			}
		}
	}
}

// hlabel writes a label into the first of the rows that has free cells for it. Cells of a horizontal line count as free
// in the third row, the line's own.
func (p *plot) hlabel(rows []int, label string) bool {
	n := ansi.StringWidth(label)
	for i, row := range rows {
		over := blank
		if i == 2 {
			over = p.glyphs.hline()
		}
		right := p.left + p.cols
		for start := right - n; row >= 0 && row < p.rows && n > 0 && start >= p.left; start-- {
			if p.grid.label(start, p.top+p.rows-1-row, p.left, right, label, NoColor, true, over) {
				return true
			}
		}
	}
	return false
}
