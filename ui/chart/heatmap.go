package chart

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// HeatColor is the Color of the cells of a heat map with the best figures; HeatColor+1 to HeatColor+HeatLevels−1 are
// those of worse and worse figures. MarkColor is the Color of marks and the cursor.
const (
	HeatColor  = 1 << 16
	HeatLevels = 7
	MarkColor  = HeatColor - 1
)

// HeatAxis is an axis of a heat map. Values are those of its columns from the left, or of its rows from the bottom.
type HeatAxis struct {
	Values []float64
	Title  string
}

// HeatMark is a character in a cell; columns and rows count from the bottom left. If Marker is 0 it is the first of
// Markers.
type HeatMark struct {
	Column, Row int
	Marker      rune
	Name        string // for the legend of a drawing
}

// Heat is a heat map: a figure over two parameters, which is written in cells that are wide enough. The lower a figure,
// the fuller its cell. A cell is blank if its figure is not known yet, NaN, and has a cross if it can't be computed,
// ±Inf.
//
// A HeatScale converts figures to levels, and the bar below the map shows it.
//
// A cell has at least two columns and one row of characters. If the window is too small for all cells, it shows those
// around the cursor.
type Heat struct {
	X, Y   HeatAxis
	Values [][]float64 // by row and column, len(Y.Values)×len(X.Values); missing values are NaN
	Near   float64     // cells with this figure or a lower one are outlined; 0 for none

	Faint bool // stale: painted dim
	Fine  bool // colours of a continuous scale in half rows, which Paint must have backgrounds for

	Marks       []HeatMark // if a cell has space for one mark only, it shows its first
	Cursor      bool       // whether the cell at Column and Row is between brackets
	Column, Row int

	Figure string // name of the figure in the cells, for a drawing
}

// The smallest sizes with the parts of a heat map.
const (
	heatAxis = 5 // rows for the line under the map
	heatBar  = 8 // rows for the bar that explains the levels
)

// Render draws the map in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h
// is not positive, and without cells, it returns h−1 newlines or nothing.
func (m Heat) Render(w, h int, g Glyphs, paint Paint) string {
	p, ok := m.place(w, h, g)
	if !ok {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p.grid = newGrid(w, h)
	p.scale, ok = m.Scale()
	p.axes(h)
	p.cells()
	if ok && h >= heatBar {
		p.legend(h - 1)
	}
	return p.grid.render(paint)
}

// Cell returns the column and row of the map's cell at character (x, y), counted from the top left, of the w×h
// characters that Render draws. ok is false if there is none.
func (m Heat) Cell(x, y, w, h int, g Glyphs) (column, row int, ok bool) {
	p, ok := m.place(w, h, g)
	if !ok || x < p.left || x >= p.left+p.cols || y < 0 || y >= p.rows {
		return 0, 0, false
	}
	for column = p.x; x >= p.edge(column+1); column++ {
	}
	for row = p.y; y*units(p.Fine) < p.firstUnit(row); row++ {
	}
	return column, row, true
}

// AreaOf returns the cells of the text that the map's cells take without its axes. ok is false if the text does not
// show all of the map's cells, or is too low for all of its parts.
func (m Heat) AreaOf(w, h int, g Glyphs) (a Area, ok bool) {
	p, ok := m.place(w, h, g)
	if !ok || h < heatBar || p.nx < len(m.X.Values) || p.ny < len(m.Y.Values) {
		return Area{}, false
	}
	return Area{Left: p.left, Cols: p.cols, Rows: p.rows}, true
}

// heatPlot is a heat map while it is being drawn.
type heatPlot struct {
	Heat
	pane
	scale HeatScale

	digits int // of the figures in cells; 0: the figures have no room

	x, y   int // the first cell shown
	nx, ny int // how many are shown
}

// edge returns the first column of characters of a column of cells.
func (p *heatPlot) edge(column int) int { return p.left + (column-p.x)*p.cols/p.nx }

// units returns how many parts of a row of characters can have colours of their own.
func units(fine bool) int {
	if fine {
		return 2
	}
	return 1
}

// firstUnit returns the first unit of a row of cells, counted from the top of the map.
func (p *heatPlot) firstUnit(row int) int {
	return (p.ny - 1 - row + p.y) * p.rows * units(p.Fine) / p.ny
}

// box returns the characters of a cell: its columns from x0 to x1−1 and its units from y0 to y1−1.
func (p *heatPlot) box(column, row int) (x0, x1, y0, y1 int) {
	return p.edge(column), p.edge(column + 1), p.firstUnit(row), p.firstUnit(row - 1)
}

// middle returns the row of characters with the marks and the label of a row of cells.
func (p *heatPlot) middle(row int) int {
	return (p.firstUnit(row) + p.firstUnit(row-1) - 1) / 2 / units(p.Fine)
}

// place computes the sizes of labels and cells in w×h characters, and which cells are shown; ok is false if there are
// none.
func (m Heat) place(w, h int, g Glyphs) (p *heatPlot, ok bool) {
	if w <= 0 || h <= 0 || len(m.X.Values) == 0 || len(m.Y.Values) == 0 {
		return nil, false
	}
	p = &heatPlot{Heat: m, pane: pane{glyphs: g, rows: h}}
	for _, least := range []int{2, heatAxis, heatBar} { // rows for the labels, the line under the map, and the bar
		if h >= least {
			p.rows--
		}
	}
	labels := 5
	for _, text := range p.glyphs.labelsOf(p.Y.Values) {
		labels = max(labels, ansi.StringWidth(text))
	}
	if w >= 3*(labels+2) {
		p.left = labels + 2
	}
	shown := func(most, cells, cursor int) (first, count int) {
		count = min(cells, max(1, most))
		return min(max(0, cursor-count/2), cells-count), count
	}
	p.x, p.nx = shown((w-p.left)/2, len(p.X.Values), p.Column)
	p.y, p.ny = shown(p.rows*units(p.Fine), len(p.Y.Values), p.Row)
	p.cols = max(w-p.left, 1)
	title := ansi.StringWidth(p.X.Title) + 1
	if h >= heatAxis && title > 1 && p.cols-title >= 2*p.nx { // there is room for the title beside the axis
		p.cols -= title
	}
	return p, true
}

// axes draws the axes, with as many values of rows and columns as fit, evenly spaced.
func (p *heatPlot) axes(h int) {
	below := h >= heatAxis
	p.sides(below)
	var xs, ys []Tick
	for k, text := range p.glyphs.labelsOf(p.X.Values)[p.x : p.x+p.nx] {
		middle, wide := (p.edge(p.x+k)+p.edge(p.x+k+1))/2, ansi.StringWidth(text)
		start := max(min(middle-wide/2, p.grid.w-wide), 0)
		xs = append(xs, Tick{Cell: middle - p.left, Label: text, Start: start - p.left, long: wide})
	}
	for k, text := range p.glyphs.labelsOf(p.Y.Values)[p.y : p.y+p.ny] {
		row := p.rows - 1 - p.middle(p.y+k)
		ys = append(ys, Tick{Cell: row, Label: text, Start: row, long: 1})
	}
	if p.left > 0 {
		p.yTicks(spaced(ys, 0, p.rows))
		title := p.glyphs.Text(p.Y.Title)
		if n := ansi.StringWidth(title); below && n <= p.left-2 {
			p.grid.write(p.left-2-n, p.rows, title, AxisColor, false)
		}
	}
	if h > 1 {
		y := p.rows
		if below {
			y++
		}
		p.xTicks(spaced(xs, 1, p.grid.w), y, p.X.Title, below)
	}
}

// spaced returns ticks at the least even distance at which they fit into an axis with that gap, or the first alone.
func spaced(list []Tick, gap, cells int) []Tick {
	for by := 1; by < len(list); by++ {
		var some []Tick
		for k := (len(list) - 1) % by / 2; k < len(list); k += by {
			some = append(some, list[k])
		}
		if apart(some, gap, cells) {
			return some
		}
	}
	return list[:1]
}

// Brief formats a number with three digits, as automatic axes do; "" if it is not finite.
func Brief(v float64) string { return Braille.number(v, Automatic, 3) }

// number formats a number as an axis does; "" if it is not finite, or is to have no digits.
func (g Glyphs) number(v float64, n Notation, digits int) string {
	if !finite(v) || digits == 0 {
		return ""
	}
	return Axis{Notation: n, powers: g != ASCII}.Text(v, digits)
}

// labelsOf returns the values of an axis as texts of one format: three digits, or two and an exponent if that is
// shorter.
func (g Glyphs) labelsOf(values []float64) []string {
	of := func(n Notation, digits int) (texts []string, widest int) {
		for _, v := range values {
			texts = append(texts, g.number(v, n, digits))
			widest = max(widest, ansi.StringWidth(texts[len(texts)-1]))
		}
		return texts, widest
	}
	texts, widest := of(Decimal, 3)
	if powers, less := of(Exponent, 2); less < widest {
		return powers
	}
	return texts
}

// legend draws the bar of the scale with the figures at its ends and in its middle.
func (p *heatPlot) legend(y int) {
	brief := func(v float64) string { return p.glyphs.number(v, Automatic, 3) }
	figures := [3]string{brief(p.scale.Best) + " ", brief(p.scale.Figure(0.5)), " " + brief(p.scale.Worst)}
	wide, worst := len(figures[1])+16, 1.0
	if p.scale.Best == p.scale.Worst {
		wide, worst, figures[1], figures[2] = 2, 0, "", ""
	}
	p.bar(y, wide, figures, func(x int, t float64) { p.fill(x, x+1, y*units(p.Fine), (y+1)*units(p.Fine), t*worst) })
}
