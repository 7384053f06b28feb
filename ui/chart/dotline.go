package chart

import "math"

// dotLine draws the curve of a series in braille dots. asciigraph draws it on a grid twice as wide and four times as high, and eight
// of its cells are one cell of the chart. A cell that curves share has the dots of all of them, in the colour of one: they take turns along the row.
func (p *plot) dotLine(c Curve, s Series) {
	if p.curves == nil {
		p.curves = newCanvas(p.cols, p.rows)
	}
	rows := 4 * p.rows
	top := float64(rows - 1)
	t := p.trace(c.X, c.Y)
	for i := range t.x { // from cells to dots
		t.x[i] = 2*t.x[i] + 0.5
		t.y[i] = 4*t.y[i] + 1.5
	}
	edges := make([]float64, 2*p.cols+1)
	t.resample(edges, -0.5, 1)
	clip(edges, top)
	own := newCanvas(p.cols, p.rows)
	set := func(x, y int) {
		along := x
		if steep := math.Abs(edges[x+1] - edges[x]); steep > 2 {
			along = y
		}
		switch {
		case s.Dotted && along%4 != 0:
		case s.Dashed && !s.Dotted && along%6 >= 3:
		default:
			own.set(x, y)
		}
	}
	curve(edges, rows, p.glyphs.charSet(Series{}), func(x, y int, _ string) { set(x, y) })
	t.extremes(2*p.cols, top, func(x int, lo, hi float64) {
		for y := int(math.Floor(lo + 0.5)); y <= int(math.Floor(hi+0.5)); y++ {
			set(x, rows-1-y)
		}
	})
	for y := range p.rows {
		for x := range p.cols {
			at := y*p.cols + x
			if own.bits[at] == 0 {
				continue
			}
			p.curves.bits[at] |= own.bits[at]
			r, _ := p.curves.cell(x, y)
			color, faint := s.Color, s.Faint
			if before := p.curves.owners[at]; x%(before+1) != 0 {
				other := p.grid.at(p.left+x, p.top+y).ink
				color, faint = other.Color, other.Faint
			}
			p.curves.owners[at]++
			p.put(x, p.rows-1-y, string(r), color, faint)
		}
	}
}
