package chart

import "github.com/charmbracelet/x/ansi"

// column returns the column of a vertical line; it is not ok outside the axis.
func (p *plot) column(v VLine) (col int, ok bool) {
	u, ok := p.x.Map(v.X)
	if !ok || u < 0 || u > 1 {
		return 0, false
	}
	return cellOf(u, p.cols), true
}

// vline returns the character of vertical lines, unlike those of curves.
func (g Glyphs) vline() string {
	if g == ASCII {
		return "!"
	}
	return "┊"
}

// vlines draws the vertical lines and their feet on the x axis.
func (p *plot) vlines() {
	foot, crossing := "┴", "┼"
	if p.glyphs == ASCII {
		foot, crossing = "+", "+"
	}
	for _, v := range p.VLines {
		col, ok := p.column(v)
		if !ok {
			continue
		}
		for row := range p.rows {
			p.put(col, row, p.glyphs.vline(), v.Color, v.Faint)
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

// vlabels writes the labels of the vertical lines, each into the highest row that has blank cells for it, to the right of its line if
// possible; else where it interrupts other vertical lines only. It comes last, so that no label hides data.
func (p *plot) vlabels() {
	for _, v := range p.VLines {
		col, ok := p.column(v)
		label := p.glyphs.Text(v.Label)
		if !ok || label == "" || p.vlabel(p.left+col, label, v, blank) {
			continue
		}
		p.vlabel(p.left+col, label, v, p.glyphs.vline())
	}
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
