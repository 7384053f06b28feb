package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// HeatColor is the Color of the cells of a heat map with the best figures; HeatColor+1 to HeatColor+HeatLevels−1 are those of
// worse and worse figures. MarkColor is the Color of marks and the cursor.
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

// HeatMark is a character in a cell; columns and rows count from the bottom left. If Marker is 0 it is the first of Markers.
type HeatMark struct {
	Column, Row int
	Marker      rune
}

// Heat is a heat map: a figure over two parameters. The better a figure, the fuller its cell. A cell is blank if its figure is
// not known yet, NaN, and has a cross if it can't be computed, ±Inf.
//
// Without colour, when Paint is nil or does not style levels, neighbouring shades are hard to distinguish: the cells with the
// best figures are then numbered, from 1 to Ranked.
//
// A HeatScale converts figures to levels, and the bar below the map shows it.
//
// A cell has at least two columns and one row of characters. If the window is too small for all cells, it shows those around the
// cursor.
type Heat struct {
	X, Y   HeatAxis
	Values [][]float64 // by row and column, len(Y.Values)×len(X.Values); missing values are NaN
	Higher bool        // whether a higher figure is better

	Written bool    // cells that are wide enough have their figures in them
	Near    float64 // cells with this figure or a lower one are outlined; 0 for none

	Faint bool // stale: painted dim
	Fine  bool // colours of a continuous scale in half rows, which Paint must have backgrounds for

	Marks       []HeatMark // if a cell has space for one mark only, it shows its first
	Cursor      bool       // whether the cell at Column and Row is between brackets
	Column, Row int

	Empty string // shown in the middle if there are no cells

	// Texts of the legend of a drawing.
	Figure string          // name of the figure in the cells
	Names  map[rune]string // meaning of the marks, by their characters
	Failed string          // meaning of a cross
}

// The smallest sizes with the parts of a heat map.
const (
	heatAxis = 5 // rows for the line under the map
	heatBar  = 8 // rows for the bar that explains the levels
)

// Render draws the map in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h is not
// positive it returns h−1 newlines or nothing.
func (m Heat) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p := &heatPlot{Heat: m, glyphs: g, grid: newGrid(w, h)}
	if m.empty() {
		empty := g.cut(m.Empty, w)
		p.grid.write((w-ansi.StringWidth(empty))/2, h/2, empty, AxisColor, false)
		return p.grid.render(paint)
	}
	p.scale, _ = m.Scale()
	if paint == nil || paint("0", Ink{Color: HeatColor}) == "0" {
		p.ranks = m.Ranks()
	}
	p.place(w, h)
	p.axes()
	p.cells()
	if p.bar > 0 {
		p.legend()
	}
	return p.grid.render(paint)
}

func (m Heat) empty() bool { return len(m.X.Values) == 0 || len(m.Y.Values) == 0 }

// Cell returns the column and row of the map's cell at character (x, y), counted from the top left, of the w×h characters that
// Render draws. ok is false if there is none.
func (m Heat) Cell(x, y, w, h int) (column, row int, ok bool) {
	if m.empty() || w <= 0 || h <= 0 {
		return 0, 0, false
	}
	p := &heatPlot{Heat: m}
	p.place(w, h)
	if x < p.left || x >= p.left+p.wide || y < 0 || y >= p.rows {
		return 0, 0, false
	}
	for column = p.x; x >= p.edge(column+1); column++ {
	}
	for row = p.y; y*p.units() < p.top(row); row++ {
	}
	return column, row, true
}

// AreaOf returns the cells of the text that the map's cells take without its axes. ok is false if the text does not show all of the
// map's cells, or is too low for all of its parts.
func (m Heat) AreaOf(w, h int) (a Area, ok bool) {
	p := &heatPlot{Heat: m}
	if m.empty() || w <= 0 || h <= 0 {
		return a, false
	}
	p.place(w, h)
	return Area{Left: p.left, Top: 0, Cols: p.wide, Rows: p.rows}, h >= heatBar && p.nx == len(m.X.Values) && p.ny == len(m.Y.Values)
}

// heatPlot is a heat map while it is being drawn.
type heatPlot struct {
	Heat
	glyphs Glyphs
	grid   *grid
	scale  HeatScale      // NaN if there are no finite figures
	ranks  map[[2]int]int // of the best cells, if there is no colour

	left, wide, rows int // first column of the cells, and columns and rows for all of them
	x, y             int // the first cell shown
	nx, ny           int // how many are
	axis, bar        int // rows of the line under the map and of the bar, 0: none
	labels           int // row of the labels, 0: none
}

// edge returns the first column of characters of a column of cells.
func (p *heatPlot) edge(column int) int { return p.left + (column-p.x)*p.wide/p.nx }

// units returns how many parts of a row can have colours of their own.
func (p *heatPlot) units() int {
	if p.Fine {
		return 2
	}
	return 1
}

// top returns the first unit of a row of cells, counted from the top of the map.
func (p *heatPlot) top(row int) int { return (p.ny - 1 - row + p.y) * p.rows * p.units() / p.ny }

// box returns the characters of a cell: its columns from x0 to x1−1 and its units from y0 to y1−1.
func (p *heatPlot) box(column, row int) (x0, x1, y0, y1 int) {
	return p.edge(column), p.edge(column + 1), p.top(row), p.top(row - 1)
}

// middle returns the row of characters with the marks and the label of a row of cells.
func (p *heatPlot) middle(row int) int { return (p.top(row) + p.top(row-1) - 1) / 2 / p.units() }

// place computes the sizes of labels and cells, and which cells are shown.
func (p *heatPlot) place(w, h int) {
	p.rows = h
	if h > 1 {
		p.rows--
		p.labels = h - 1
	}
	if h >= heatBar {
		p.rows--
		p.labels, p.bar = p.labels-1, h-1
	}
	if h >= heatAxis {
		p.rows--
		p.axis = p.labels - 1
	}
	labels := 0
	for _, text := range labelsOf(p.Y.Values) {
		labels = max(labels, len(text))
	}
	if labels = max(labels, 5); w >= 3*(labels+2) {
		p.left = labels + 2
	}
	shown := func(most, cells, cursor int) (first, count int) {
		count = min(cells, max(1, most))
		return min(max(0, cursor-count/2), cells-count), count
	}
	p.x, p.nx = shown((w-p.left)/2, len(p.X.Values), p.Column)
	p.y, p.ny = shown(p.rows*p.units(), len(p.Y.Values), p.Row)
	p.wide = max(w-p.left, 1)
	if title := ansi.StringWidth(p.X.Title) + 1; p.axis > 0 && p.X.Title != "" && p.wide-title >= 2*p.nx { // room for the title beside the axis
		p.wide -= title
	}
}

// legend draws the bar of the scale with the figures at its ends and in its middle.
func (p *heatPlot) legend() {
	if math.IsNaN(p.scale.Best) {
		return
	}
	best, middle, worst := brief(p.scale.Best)+" ", brief(p.scale.Figure(0.5)), " "+brief(p.scale.Worst)
	p.grid.write(p.left, p.bar, best, AxisColor, false)
	x, wide := p.left+len(best), len(middle)+16
	wide = min(wide, p.grid.w-p.left-len(best)-len(worst))
	end := float64(max(wide-1, 1))
	if p.scale.Best == p.scale.Worst {
		wide, end, middle, worst = 2, math.Inf(1), "", ""
	}
	for i := range wide {
		p.fill(x+i, x+i+1, p.bar*p.units(), (p.bar+1)*p.units(), float64(i)/end)
	}
	if wide > len(middle)+2 {
		p.grid.write(x+(wide-len(middle))/2, p.bar, middle, MarkColor, false)
	}
	x += max(wide, 0)
	p.grid.write(x, p.bar, worst, AxisColor, false)
	if note := p.glyphs.Text("  ranks 1–" + strconv.Itoa(Ranked)); len(p.ranks) > 0 && x+len(worst)+ansi.StringWidth(note) <= p.grid.w {
		p.grid.write(x+len(worst), p.bar, note, AxisColor, false)
	}
}
