package chart

import "math"

// bars draws the ranges of the samples of a series in both directions, cut at the ends of the axes: in dots with Braille, else in
// lines.
func (p *plot) bars(s Series) {
	across, down, dots := 1, 1, newCanvas(p.cols, p.rows)
	mark := func(x, y int, text string) { p.put(x, y, p.glyphs.Text(text), s.Color, true) }
	if p.glyphs == Braille {
		across, down = 2, 4
		mark = func(x, y int, _ string) { dots.set(x, 4*p.rows-1-y) }
	}
	for i := range min(len(s.X), len(s.Y)) {
		if _, _, ok := p.cell(s.X[i], s.Y[i]); !ok {
			continue
		}
		x, y := dotAt(p.X, s.X[i], p.cols, across), dotAt(p.Y, s.Y[i], p.rows, down)
		if i < len(s.XLo) && i < len(s.XHi) && s.XLo[i] < s.XHi[i] {
			for at := dotAt(p.X, s.XLo[i], p.cols, across); at <= dotAt(p.X, s.XHi[i], p.cols, across); at++ {
				mark(at, y, "─")
			}
		}
		if i < len(s.Lo) && i < len(s.Hi) && s.Lo[i] < s.Hi[i] {
			for at := dotAt(p.Y, s.Lo[i], p.rows, down); at <= dotAt(p.Y, s.Hi[i], p.rows, down); at++ {
				mark(x, at, "│")
			}
		}
	}
	for y := range p.rows {
		for x := range p.cols {
			if r, any := dots.cell(x, y); any {
				p.put(x, p.rows-1-y, string(r), s.Color, true)
			}
		}
	}
}

// dotAt returns the dot of a value on an axis of so many cells with so many dots each, from 0. Values beyond an end are at that end,
// and so are those below a logarithmic axis.
func dotAt(a Axis, v float64, cells, dots int) int {
	u, ok := a.Map(v)
	if !ok {
		u = math.Inf(-1)
	}
	at := math.Floor(coordinate(u, cells)*float64(dots) + float64(dots)/2)
	return int(min(max(at, 0), float64(cells*dots-1)))
}
