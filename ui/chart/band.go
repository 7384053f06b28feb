package chart

import "math"

// band shades the area between Lo and Hi of a curve, with backgrounds where there are any.
func (p *plot) band(c Curve, color int) {
	if len(c.Lo) == 0 {
		return
	}
	if p.tints && color >= 0 {
		p.tint(c, color)
		return
	}
	dots := p.newCanvas(p.glyphs.fine())
	for x, part := range p.spans(c, dots, 0) {
		for y := part[0]; y <= part[1]; y++ {
			if (x+y)%2 == 0 || dots.down == 1 { // every second dot of braille, so that an area looks grey
				dots.set(x, y)
			}
		}
	}
	p.shade(dots, color)
}

// spans returns the first and the last dot of each column of dots, from above, between Lo and Hi of a curve, and a
// margin away from both; the last is before the first if there is none.
func (p *plot) spans(c Curve, dots *canvas, margin float64) [][2]int {
	step := 1 / float64(dots.across)
	los, his := make([]float64, p.cols*dots.across), make([]float64, p.cols*dots.across)
	p.trace(c.X, c.Lo).resample(los, (step-1)/2, step)
	p.trace(c.X, c.Hi).resample(his, (step-1)/2, step)
	list, end := make([][2]int, len(los)), float64(p.rows*dots.down)
	for x := range list {
		// Heights count from the middle of the bottom row, dots from the upper edge of the top row.
		first := math.Floor((float64(p.rows)-0.5-his[x])*float64(dots.down) + margin)
		last := math.Floor((float64(p.rows)-0.5-los[x])*float64(dots.down) - margin)
		list[x] = [2]int{0, -1}
		if last >= 0 && first < end { // neither is NaN
			list[x] = [2]int{int(max(first, 0)), int(min(last, end-1))}
		}
	}
	return list
}

// Least size of a part of a band that is tinted: a smaller one would be a block of its own and no band.
const (
	leastColumns = 6
	leastHalves  = 2 // of cells, at its highest column
)

// tint colours the background between Lo and Hi of a curve, in halves of cells, as far as they are wholly between them
// to within a quarter of a row. A narrower band is not visible, and neither are parts of it that are too small.
func (p *plot) tint(c Curve, color int) {
	spans := p.spans(c, p.newCanvas(Line), 0.5)
	for x := 0; x < p.cols; x++ {
		start, highest := x, 0
		for ; x < p.cols && spans[x][0] <= spans[x][1]; x++ {
			highest = max(highest, spans[x][1]-spans[x][0]+1)
		}
		if x-start < leastColumns || highest < leastHalves {
			continue
		}
		for col := start; col < x; col++ {
			for k := spans[col][0]; k <= spans[col][1]; k++ {
				p.grid.half(p.left+col, 2*p.top+k, TintColor+color, false)
			}
		}
	}
}

// bars draws the ranges of the samples of a series in both directions, cut at the ends of the axes.
func (p *plot) bars(s Series) {
	dots := p.newCanvas(p.glyphs.fine())
	across := func(v float64) int { return dotAt(p.X, v, p.cols, dots.across) }
	down := func(v float64) int { return dots.down*p.rows - 1 - dotAt(p.Y, v, p.rows, dots.down) }
	for i := range min(len(s.XLo), len(s.XHi), len(s.Lo), len(s.Hi)) {
		if !p.Shows(s.X[i], s.Y[i]) {
			continue
		}
		for x := across(s.XLo[i]); s.XLo[i] < s.XHi[i] && x <= across(s.XHi[i]); x++ {
			dots.set(x, down(s.Y[i]))
		}
		for y := down(s.Hi[i]); s.Lo[i] < s.Hi[i] && y <= down(s.Lo[i]); y++ {
			dots.set(across(s.X[i]), y)
		}
	}
	p.shade(dots, s.Color)
}

// dotAt returns the dot of a value on an axis of cells with dots in each, from 0. Values beyond an end are at that end,
// and so are those below a logarithmic axis.
func dotAt(a Axis, v float64, cells, dots int) int {
	u, ok := a.Map(v)
	if !ok {
		u = math.Inf(-1)
	}
	at := math.Floor(coordinate(u, cells)*float64(dots) + float64(dots)/2)
	return int(min(max(at, 0), float64(cells*dots-1)))
}
