package chart

import "github.com/charmbracelet/x/ansi"

// HLine is a horizontal line at Y across the whole chart, such as a bound. Its label stands beside it, or in it, where cells are
// free. Of a line beyond the ends of the y axis the label remains, with an arrow, in one of the first or last rows.
type HLine struct {
	Y      float64
	Labels []string // the same in ever fewer words: the first that has room is written
	Color  int
	Faint  bool
}

// level returns the row of a horizontal line, counted from the bottom: −1 below the axis and rows above it. It is not ok where it
// has none.
func (p *plot) level(h HLine) (row int, ok bool) {
	v, ok := p.Y.Map(h.Y)
	switch {
	case !ok:
		return 0, false
	case v < -1e-9:
		return -1, true
	case v > 1+1e-9:
		return p.rows, true
	}
	return cellOf(v, p.rows), true
}

// hline returns the character of horizontal lines, unlike those of curves.
func (g Glyphs) hline() string { return g.Text("┄") }

// hlines draws the horizontal lines.
func (p *plot) hlines() {
	line := p.glyphs.hline()
	for _, h := range p.HLines {
		row, ok := p.level(h)
		for col := 0; ok && col < p.cols; col++ {
			p.put(col, row, line, h.Color, h.Faint) // which ignores rows outside
		}
	}
}

// hlabels writes the labels of the horizontal lines: into the row above, else below, else into the line itself, as far to the right as
// it goes without hiding anything.
func (p *plot) hlabels() {
	up, down := string(p.glyphs.Mark('↑'))+" ", string(p.glyphs.Mark('↓'))+" "
	for _, h := range p.HLines {
		row, ok := p.level(h)
		if !ok {
			continue
		}
		rows, arrow := []int{row + 1, row - 1, row}, ""
		switch row {
		case -1:
			rows, arrow = []int{0, 1, 2}, down
		case p.rows:
			rows, arrow = []int{p.rows - 1, p.rows - 2, p.rows - 3}, up
		}
		for _, label := range h.Labels {
			if p.hlabel(rows, p.glyphs.Text(arrow+label), h) {
				break
			}
		}
	}
}

// hlabel writes a label into the first of the rows that has room for it with a blank on either side; the cells of a horizontal line
// count as room in its own row, the last.
func (p *plot) hlabel(rows []int, label string, h HLine) bool {
	n, line := ansi.StringWidth(label), p.glyphs.hline()
	for i, row := range rows {
		if row < 0 || row >= p.rows || n == 0 {
			continue
		}
		free := func(x, y int) bool {
			text := p.grid.at(x, y).text
			return text == blank || i == 2 && text == line
		}
		y := p.top + p.rows - 1 - row
		for start := p.left + p.cols - n; start >= p.left; start-- {
			room := true
			for x := max(start-1, p.left); x < min(start+n+1, p.left+p.cols) && room; x++ {
				room = free(x, y)
			}
			if room {
				for _, x := range []int{start - 1, start + n} {
					if x >= p.left && x < p.left+p.cols {
						p.grid.put(x, y, blank, NoColor, false)
					}
				}
				p.grid.write(start, y, label, h.Color, h.Faint)
				return true
			}
		}
	}
	return false
}
