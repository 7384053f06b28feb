package chart

import "math"

// dotLine draws the curve of a series in braille dots. asciigraph draws it on a grid twice as wide and four times as high, and eight
// of its cells are one cell of the chart. A cell that curves share has the dots of all of them, in the colour of the one drawn last.
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
			if bits := own.bits[y*p.cols+x]; bits != 0 {
				p.curves.bits[y*p.cols+x] |= bits
				r, _ := p.curves.cell(x, y)
				p.put(x, p.rows-1-y, string(r), s.Color, s.Faint)
			}
		}
	}
}
