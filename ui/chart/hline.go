package chart

import "github.com/charmbracelet/x/ansi"

// level returns the row of a horizontal line, counted from the bottom: −1 if it is below the axis, p.rows if above. ok
// is false if the axis can't show its value.
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

// hline returns the character of horizontal lines, which curves do not use.
func (g Glyphs) hline() string { return g.Text("┄") }

// hlines draws the horizontal lines.
func (p *plot) hlines() {
	line := p.glyphs.hline()
	for _, h := range p.HLines {
		row, ok := p.level(h)
		for col := 0; ok && col < p.cols; col++ {
			p.put(col, row, line, NoColor, true) // put ignores rows outside
		}
	}
}

// hlabels writes the labels of the horizontal lines as far to the right as there are free cells: in the row above the
// line, else in the row below, else in the line.
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
			if p.hlabel(rows, p.glyphs.Text(arrow+label)) {
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
