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

// hlabel writes a label into the first of the rows that has free cells for it. Cells of a horizontal line count as free in the
// third row, the line's own.
func (p *plot) hlabel(rows []int, label string, h HLine) bool {
	n := ansi.StringWidth(label)
	for i, row := range rows {
		over := blank
		if i == 2 {
			over = p.glyphs.hline()
		}
		right := p.left + p.cols
		for start := right - n; row >= 0 && row < p.rows && n > 0 && start >= p.left; start-- {
			if p.grid.label(start, p.top+p.rows-1-row, p.left, right, label, h.Color, h.Faint, over) {
				return true
			}
		}
	}
	return false
}
