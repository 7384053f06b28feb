package chart

import (
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// plot is a chart while it is being drawn: the grid of all cells and the area for curves in it.
type plot struct {
	Lines          // settled
	pane           // for the curves; labels of vertical lines are in the row above
	ok        bool // whether there is something to draw
	hasXAxis  bool
	hasLabels bool
	tints     bool               // whether bands are backgrounds
	curves    map[Glyphs]*canvas // the dots of all curves drawn so far
	ends      []end              // the names of curves at their ends
}

// The smallest sizes with the parts of a chart.
const (
	minTitle    = 5  // rows for a title line
	minAxis     = 4  // rows for an x axis with labels
	minFootnote = 6  // rows for a footnote
	minLabels   = 10 // columns for the curves beside the labels of the y axis
	fewLabels   = 60 // columns for the full width of the labels of the y axis
)

func newPlot(l Lines, w, h int, g Glyphs) *plot {
	l, ok := l.Settled()
	l.X.powers, l.Y.powers = g != ASCII, g != ASCII
	p := &plot{Lines: l, ok: ok, pane: pane{glyphs: g, grid: newGrid(w, h), cols: w, rows: h}}
	p.curves = map[Glyphs]*canvas{}
	if l.Y.Title != "" && h >= minTitle {
		p.top, p.rows = 1, p.rows-1
		p.grid.write(0, 0, g.cut(l.Y.Title, w), AxisColor, false)
	}
	named := func(v VLine) bool { return v.Label != "" }
	if p.hasLabels = h >= minTitle && slices.ContainsFunc(l.VLines, named); p.hasLabels {
		p.top, p.rows = p.top+1, p.rows-1
	}
	if note := p.Hidden(); note != "" && h >= minFootnote {
		p.rows--
		p.grid.write(0, h-1, g.cut(note, w), AxisColor, true)
	}
	if p.hasXAxis = h >= minAxis; p.hasXAxis {
		p.rows -= 2
	}
	yTicks := p.yAxis(w)
	p.endNames(w)
	if n := ansi.StringWidth(g.Text(l.X.Title)) + 1; p.hasXAxis && n > 1 && n <= w/6 {
		p.cols = min(p.cols, w-p.left-n)
	} else {
		l.X.Title = ""
	}
	p.sides(p.hasXAxis)
	p.yTicks(yTicks)
	if p.hasXAxis {
		p.xTicks(ticks(p.X, p.cols, false), p.top+p.rows+1, l.X.Title, true)
	}
	return p
}

// yAxis leaves columns for the y axis, and for its labels a fixed width if there is enough room. It returns the ticks
// that have labels.
func (p *plot) yAxis(w int) []Tick {
	list, labels := ticks(p.Y, p.rows, true), 6
	if w < fewLabels {
		labels = 5
	}
	for _, t := range list {
		labels = max(labels, ansi.StringWidth(t.Label))
	}
	switch {
	case w < minLabels:
		list = nil
	case w-labels-2 < minLabels || labels > w/3:
		list, p.left = nil, 1
	default:
		p.left = labels + 2
	}
	p.cols = w - p.left
	return list
}

// cell returns the cell of a sample; ok is false if the sample is outside the axes or cannot be drawn.
func (p *plot) cell(x, y float64) (col, row int, ok bool) {
	u, okX := p.X.Shows(x)
	v, okY := p.Y.Shows(y)
	return cellOf(u, p.cols), cellOf(v, p.rows), okX && okY
}

// Area is the cells of a rendered chart in which curves and points are drawn. With Across and Down it is that of the
// first of several charts that stand so far apart.
type Area struct{ Left, Top, Cols, Rows, Across, Down int }

// first returns the cell of the first chart at the same place.
func (a Area) first(x, y int) (int, int) {
	if a.Across > 0 && x >= 0 && y >= 0 {
		return x % a.Across, y % a.Down
	}
	return x, y
}

// area returns the area of a chart that is being drawn.
func (p *plot) area() Area { return Area{Left: p.left, Top: p.top, Cols: p.cols, Rows: p.rows} }

// AreaOf returns the area of the chart that Render draws.
func (l Lines) AreaOf(w, h int, g Glyphs) Area { return newPlot(l, w, h, g).area() }

// Position returns where the middle of a cell of the text is on the two axes, from 0 at the lower end to 1 at the upper
// one, as [Axis.Map] counts. Cells outside the area have positions outside [0, 1].
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

// Nearer returns a function that reports whether a sample is drawn nearer to a cell of the text than all those before,
// and within a number of rows, each as wide as two columns. The chart must be settled.
func (l Lines) Nearer(area Area, x, y int, rows float64) func(x, y float64) bool {
	u, v := area.Position(x, y)
	return func(x, y float64) bool {
		across, okX := l.X.Shows(x)
		along, okY := l.Y.Shows(y)
		distance := math.Hypot((across-u)*float64(area.Cols)/2, (along-v)*float64(area.Rows))
		if !okX || !okY || distance >= rows {
			return false
		}
		rows = distance
		return true
	}
}

// Lower records that lines have been put above the chart. On nil it does nothing.
func (a *Area) Lower(lines int) {
	if a != nil {
		a.Top += lines
	}
}

// pane is the part of a grid that lies between the axes of a chart.
type pane struct {
	glyphs     Glyphs
	grid       *grid
	left, top  int // its first column and row
	cols, rows int
}

// put sets a cell; row counts from the bottom.
func (p *pane) put(col, row int, text string, color int, faint bool) {
	p.grid.put(p.left+col, p.top+p.rows-1-row, text, color, faint)
}

// sides draws the line at the left, if there is a column for it, and the line below if there is a row.
func (p *pane) sides(below bool) {
	side, line, corner := p.glyphs.Text("│"), p.glyphs.Text("─"), p.glyphs.Text("└")
	for row := range p.rows {
		p.grid.put(p.left-1, p.top+row, side, AxisColor, true)
	}
	for col := 0; below && col < p.cols; col++ {
		p.grid.put(p.left+col, p.top+p.rows, line, AxisColor, true)
	}
	if below {
		p.grid.put(p.left-1, p.top+p.rows, corner, AxisColor, true)
	}
}

// yTicks draws ticks at the left, with their labels right-aligned.
func (p *pane) yTicks(list []Tick) {
	mark := p.glyphs.Text("┤")
	for _, t := range list {
		y := p.top + p.rows - 1 - t.Cell
		p.grid.write(p.left-2-ansi.StringWidth(t.Label), y, t.Label, AxisColor, false)
		p.grid.put(p.left-1, y, mark, AxisColor, true)
	}
}

// xTicks draws ticks, their labels in row y, and the title at the right end of the line below, if there is one.
func (p *pane) xTicks(list []Tick, y int, title string, below bool) {
	mark := p.glyphs.Text("┬")
	for _, t := range list {
		p.grid.write(p.left+t.Start, y, t.Label, AxisColor, false)
		if below {
			p.grid.put(p.left+t.Cell, p.top+p.rows, mark, AxisColor, true)
		}
	}
	if title = p.glyphs.Text(title); below && p.left+p.cols+1+ansi.StringWidth(title) <= p.grid.w {
		p.grid.write(p.left+p.cols+1, p.top+p.rows, title, AxisColor, false)
	}
}

// bar draws the scale of a picture in row y: at most wide cells, which fill colours for t from 0 to 1, between the
// figures at its ends, and a figure in its middle.
func (p *pane) bar(y, wide int, figures [3]string, fill func(x int, t float64)) {
	first, middle, last := figures[0], figures[1], figures[2]
	p.grid.write(p.left, y, first, AxisColor, false)
	x := p.left + ansi.StringWidth(first)
	wide = max(min(wide, p.grid.w-x-ansi.StringWidth(last)), 0)
	for i := range wide {
		fill(x+i, float64(i)/float64(max(wide-1, 1)))
	}
	if n := ansi.StringWidth(middle); wide > n+2 {
		p.grid.write(x+(wide-n)/2, y, middle, MarkColor, false)
	}
	p.grid.write(x+wide, y, last, AxisColor, false)
}
