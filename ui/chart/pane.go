package chart

import "github.com/charmbracelet/x/ansi"

// pane is the part of a grid that lies between the axes of a chart.
type pane struct {
	glyphs     Glyphs
	grid       *grid
	left, top  int // its first column and row
	cols, rows int
}

// put sets a cell; row counts from the bottom.
func (p *pane) put(col, row int, text string, color int, faint bool) {
	if col >= 0 && col < p.cols && row >= 0 && row < p.rows {
		p.grid.put(p.left+col, p.top+p.rows-1-row, text, color, faint)
	}
}

// sides draws the line at the left, if there is a column for it, and the line below if there is a row.
func (p *pane) sides(below bool) {
	side, line, corner := p.glyphs.Text("│"), p.glyphs.Text("─"), p.glyphs.Text("└")
	for row := range p.rows {
		p.grid.put(p.left-1, p.top+row, side, AxisColor, true)
	}
	for col := 0; below && col < p.cols; col++ {
		p.grid.put(p.left+col, p.top+p.rows, line, AxisColor, true)
	}
	if below {
		p.grid.put(p.left-1, p.top+p.rows, corner, AxisColor, true)
	}
}

// yTicks draws ticks at the left, with their labels right-aligned.
func (p *pane) yTicks(list []Tick) {
	mark := p.glyphs.Text("┤")
	for _, t := range list {
		y := p.top + p.rows - 1 - t.Cell
		p.grid.write(p.left-2-ansi.StringWidth(t.Label), y, t.Label, AxisColor, false)
		p.grid.put(p.left-1, y, mark, AxisColor, true)
	}
}

// xTicks draws ticks, their labels in row y, and the title at the right end of the line below, if there is one.
func (p *pane) xTicks(list []Tick, y int, title string, below bool) {
	mark := p.glyphs.Text("┬")
	for _, t := range list {
		p.grid.write(p.left+t.Start, y, t.Label, AxisColor, false)
		if below {
			p.grid.put(p.left+t.Cell, p.top+p.rows, mark, AxisColor, true)
		}
	}
	if title = p.glyphs.Text(title); below && p.left+p.cols+1+ansi.StringWidth(title) <= p.grid.w {
		p.grid.write(p.left+p.cols+1, p.top+p.rows, title, AxisColor, false)
	}
}

// bar draws the scale of a picture in a row: so many colours from t = 0 to 1 between the figures at its ends and one in
// its middle.
func (p *pane) bar(y, wide int, figures [3]string, fill func(x int, t float64)) {
	first, middle, last := figures[0], figures[1], figures[2]
	p.grid.write(p.left, y, first, AxisColor, false)
	x := p.left + ansi.StringWidth(first)
	wide = max(min(wide, p.grid.w-x-ansi.StringWidth(last)), 0)
	for i := range wide {
		fill(x+i, float64(i)/float64(max(wide-1, 1)))
	}
	if n := ansi.StringWidth(middle); wide > n+2 {
		p.grid.write(x+(wide-n)/2, y, middle, MarkColor, false)
	}
	p.grid.write(x+wide, y, last, AxisColor, false)
}
