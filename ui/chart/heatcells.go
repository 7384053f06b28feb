package chart

import (
	"math"
	"strconv"
)

// shades returns the characters of a level, one, or two that alternate.
func (g Glyphs) shades(level int) string {
	if g == ASCII {
		return string("#%+=-:."[level])
	}
	return []string{"█", "█▓", "▓", "▓▒", "▒", "▒░", "░"}[level]
}

// cells draws the cells of the map, then marks and cursor.
func (p *heatPlot) cells() {
	for row := p.y; row < p.y+p.ny; row++ {
		for column := p.x; column < p.x+p.nx; column++ {
			p.cell(column, row)
		}
	}
	for row := p.y; row < p.y+p.ny; row++ {
		for column := p.x; column < p.x+p.nx; column++ {
			p.mark(column, row)
		}
	}
}

// corner returns the position of a cell's top left character.
func (p *heatPlot) corner(column, row int) (x, y int) {
	return p.left + (column-p.x)*p.width, p.rows - (row-p.y+1)*p.height
}

func (p *heatPlot) cell(column, row int) {
	v := p.Value(column, row)
	x, y := p.corner(column, row)
	switch {
	case math.IsNaN(v):
	case math.IsInf(v, 0):
		p.grid.put(x+p.width/2, y+p.height/2, p.glyphs.Text("×"), AxisColor, true)
	default:
		level := int(math.Floor(min(max(p.scale.Badness(v), 0), 1)*(HeatLevels-1) + 0.5))
		p.fill(x, y, p.width, p.height, level)
	}
}

// fill shades a rectangle with the characters of a level.
func (p *heatPlot) fill(x, y, w, h, level int) {
	shades := []rune(p.glyphs.shades(level))
	for j := range h {
		for i := range w {
			p.grid.put(x+i, y+j, string(shades[(x+i+y+j)%len(shades)]), HeatColor+level, p.Faint)
		}
	}
}

// mark writes the marks and the rank of a cell into its middle, and the cursor's brackets at both sides.
func (p *heatPlot) mark(column, row int) {
	text := ""
	for _, m := range p.Marks {
		if m.Column == column && m.Row == row {
			text += p.glyphs.marker(m.Marker, 0)
		}
	}
	if rank := p.ranks[[2]int{column, row}]; rank > 0 {
		text += strconv.Itoa(rank)
	}
	cursor := p.Cursor && p.Column == column && p.Row == row
	x, y := p.corner(column, row)
	y += (p.height - 1) / 2
	if !cursor {
		p.inset(x, y, p.width, text)
		return
	}
	left, right := "[", "]"
	switch room := p.width - 2; {
	case room < 0:
		p.grid.put(x, y, left, MarkColor, false)
	case room == 0 && text != "":
		first := []rune(text)[0]
		p.grid.put(x, y, left, MarkColor, false)
		p.grid.put(x+1, y, string(first), MarkColor, false)
	default:
		p.grid.put(x, y, left, MarkColor, false)
		p.grid.put(x+p.width-1, y, right, MarkColor, false)
		p.inset(x+1, y, room, text)
	}
}

// inset writes marks into the middle of w characters, with a blank on either side if they fit.
func (p *heatPlot) inset(x, y, w int, text string) {
	marks := []rune(text)
	if len(marks) == 0 || w < 1 {
		return
	}
	marks = marks[:min(len(marks), w)]
	start := x + (w-len(marks))/2
	for i, r := range marks {
		p.grid.put(start+i, y, string(r), MarkColor, false)
	}
	if w >= len(marks)+2 {
		p.grid.put(start-1, y, blank, NoColor, false)
		p.grid.put(start+len(marks), y, blank, NoColor, false)
	}
}
