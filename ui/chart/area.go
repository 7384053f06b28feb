package chart

// Area is the cells of a rendered chart in which curves and points are drawn: with Across and Down, of one of several alike that stand
// so many cells apart.
type Area struct{ Left, Top, Cols, Rows, Across, Down int }

// first returns the cell of the first chart that has the same place in it.
func (a Area) first(x, y int) (int, int) {
	if a.Across > 0 && x >= 0 && y >= 0 {
		return x % a.Across, y % a.Down
	}
	return x, y
}

// Position returns where the middle of a cell of the text is on the two axes, from 0 at the lower end to 1 at the upper one, as
// [Axis.Map] counts. Cells outside the area have positions outside [0, 1].
func (a Area) Position(x, y int) (u, v float64) {
	part := func(cell, cells int) float64 {
		if cells < 2 {
			return 0.5
		}
		return float64(cell) / float64(cells-1)
	}
	x, y = a.first(x, y)
	return part(x-a.Left, a.Cols), part(a.Top+a.Rows-1-y, a.Rows)
}

// Holds reports whether a cell of the text is in the area.
func (a Area) Holds(x, y int) bool {
	x, y = a.first(x, y)
	return x >= a.Left && x < a.Left+a.Cols && y >= a.Top && y < a.Top+a.Rows
}

// Lower records that so many lines have been put above the chart. On nil it does nothing.
func (a *Area) Lower(lines int) {
	if a != nil {
		a.Top += lines
	}
}

// area returns the area of a chart that is being drawn.
func (p *plot) area() Area { return Area{Left: p.left, Top: p.top, Cols: p.cols, Rows: p.rows} }

// AreaOf returns the area of the chart that Render draws.
func (d Dots) AreaOf(w, h int, g Glyphs) Area {
	d, _ = d.Settled()
	return newPlot(d.lines(), w, h, g).area()
}
