package chart

import (
	"math"

	"github.com/charmbracelet/x/ansi"
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
	for _, p.digits = range []int{3, 2, 0} {
		if p.digits == 0 || p.figuresFit() {
			break
		}
	}
	for row := p.y; row < p.y+p.ny; row++ {
		for column := p.x; column < p.x+p.nx; column++ {
			p.cell(column, row)
		}
	}
	for row := p.y; row < p.y+p.ny; row++ {
		for column := p.x; column < p.x+p.nx; column++ {
			p.outline(column, row)
			p.mark(column, row)
		}
	}
}

// outline draws the sides of a cell near the best on which its neighbours are not near it.
func (p *heatPlot) outline(column, row int) {
	near := func(column, row int) bool { return column >= 0 && row >= 0 && p.Value(column, row) <= p.Near }
	x0, x1, y0, y1 := p.box(column, row)
	top, bottom := (y0+units(p.Fine)-1)/units(p.Fine), y1/units(p.Fine)-1
	if p.Near == 0 || !near(column, row) || x1-x0 < 3 || top > bottom {
		return
	}
	side := func(dx, dy int, mark string, xs, ys [2]int) {
		for y := ys[0]; y <= ys[1] && !near(column+dx, row+dy); y++ {
			for x := xs[0]; x <= xs[1]; x++ {
				p.grid.put(x, y, p.glyphs.Text(mark), MarkColor, false)
			}
		}
	}
	if bottom > top {
		side(0, 1, "▔", [2]int{x0, x1 - 1}, [2]int{top, top})
		side(0, -1, "▁", [2]int{x0, x1 - 1}, [2]int{bottom, bottom})
	}
	side(-1, 0, "▏", [2]int{x0, x0}, [2]int{top, bottom})
	side(1, 0, "▕", [2]int{x1 - 1, x1 - 1}, [2]int{top, bottom})
}

func (p *heatPlot) cell(column, row int) {
	v := p.Value(column, row)
	x0, x1, y0, y1 := p.box(column, row)
	switch {
	case math.IsNaN(v):
	case math.IsInf(v, 0):
		p.grid.put((x0+x1)/2, p.middle(row), p.glyphs.Text("×"), AxisColor, true)
	default:
		p.fill(x0, x1, y0, y1, min(max(p.scale.Badness(v), 0), 1))
	}
}

// fill shades columns x0 to x1−1 of units y0 to y1−1 for a badness from 0 to 1.
func (p *heatPlot) fill(x0, x1, y0, y1 int, badness float64) {
	level := int(math.Floor(badness*(HeatLevels-1) + 0.5))
	shades := []rune(p.glyphs.shades(level))
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if p.Fine {
				p.grid.half(x, y, ScaleColor+step(1-badness), p.Faint)
			} else {
				p.grid.put(x, y, string(shades[(x+y)%len(shades)]), HeatColor+level, p.Faint)
			}
		}
	}
}

// mark writes the marks and the figure of a cell into its middle, and the cursor's brackets at both sides.
func (p *heatPlot) mark(column, row int) {
	text := ""
	for _, m := range p.Marks {
		if m.Column == column && m.Row == row {
			text += p.glyphs.marker(m.Marker)
		}
	}
	cursor := p.Cursor && p.Column == column && p.Row == row
	x, end, _, last := p.box(column, row)
	y := p.middle(row)
	if figure := p.glyphs.number(p.Value(column, row), Automatic, p.digits); figure != "" {
		below := y
		if text != "" || cursor {
			below++
		}
		if (below+1)*units(p.Fine) <= last {
			p.grid.write(x+(end-x-ansi.StringWidth(figure)+1)/2, below, figure, MarkColor, p.Faint)
		}
	}
	if !cursor {
		p.inset(x, y, end-x, text)
		return
	}
	room := end - x - 2
	if room > 0 || text == "" {
		p.grid.put(end-1, y, "]", MarkColor, false)
	}
	p.grid.put(x, y, "[", MarkColor, false)
	p.inset(x+1, y, max(room, 1), text)
}

// figuresFit reports whether each cell has room for its figure: a map with some of them alone hides those that matter.
func (p *heatPlot) figuresFit() bool {
	for row := p.y; row < p.y+p.ny; row++ {
		for column := p.x; column < p.x+p.nx; column++ {
			room := p.edge(column+1) - p.edge(column) - 1
			if room < 4 || ansi.StringWidth(p.glyphs.number(p.Value(column, row), Automatic, p.digits)) > room {
				return false
			}
		}
	}
	return true
}

// inset writes marks into the middle of w characters, with a blank on either side if they fit.
func (p *heatPlot) inset(x, y, w int, text string) {
	marks := []rune(text)
	marks = marks[:min(len(marks), max(w, 0))]
	if len(marks) > 0 && w >= len(marks)+2 {
		marks = []rune(blank + text + blank)
	}
	p.grid.write(x+(w-len(marks))/2, y, string(marks), MarkColor, false)
}
