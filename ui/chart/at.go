package chart

// At returns the values at a cell of the chart that Render draws in w×h cells. ok is false outside the area for curves.
func (l Lines) At(col, row, w, h int, g Glyphs) (x, y float64, ok bool) {
	if w <= 0 || h <= 0 {
		return 0, 0, false
	}
	p := newPlot(l, w, h, g)
	col, row = col-p.left, p.top+p.rows-1-row
	if !p.ok || col < 0 || col >= p.cols || row < 0 || row >= p.rows {
		return 0, 0, false
	}
	return p.X.Value(position(col, p.cols)), p.Y.Value(position(row, p.rows)), true
}

// position is the inverse of cellOf: the position in [0, 1] of a cell among n.
func position(cell, n int) float64 { return float64(cell) / float64(max(n-1, 1)) }
