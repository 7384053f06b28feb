package chart

import (
	"math"
	"strings"
)

// Matrix is a picture of a square matrix, row 1 at the top: the larger an entry, the fuller its cell. Entries below 0 have characters of
// their own. Each cell is the average of what it covers, so that a matrix of any size fits, and structure finer than a cell
// does not show. Cells are twice as high as wide, and so the picture is as near to a square as the window lets it.
type Matrix struct {
	Title  string
	Values [][]float64 // rows of equal length; blocks of a larger matrix, or its entries
	Full   float64     // the size of the entry that fills a cell; not above 0: that of the largest cell
	Cuts   []float64   // where groups of rows end, as shares from 0 to 1: marked at two sides
	Faint  bool        // stale
}

// Sizes from which on a matrix has its parts.
const (
	matrixTitle = 3
	matrixBar   = 5 // rows for the bar that explains the shades
	matrixCuts  = 6 // rows, and columns, for the marks of the groups
)

// Render draws the matrix in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h is not
// positive it returns h−1 newlines or nothing.
func (m Matrix) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p, cells := m.plot(w, h, g)
	if h >= matrixTitle {
		p.grid.write(0, 0, g.cut(m.Title, w), MarkColor, m.Faint)
	}
	least, full := m.extent(cells)
	for y, row := range cells {
		for x, v := range row {
			if text, color := p.entry(v / full); text != "" && full > 0 {
				p.grid.put(p.left+x, p.top+y, text, color, m.Faint)
			}
		}
	}
	end := p.top + p.rows
	if p.left > 0 {
		p.cuts(m.Cuts)
		end++
	}
	if h >= matrixBar {
		m.bar(p, end, least, full)
	}
	return p.grid.render(paint)
}

// Largest is the size of the largest cell that Render draws in w×h: what Full is unless it is set. 0 where nothing is drawn.
func (m Matrix) Largest(w, h int) float64 {
	if w <= 0 || h <= 0 {
		return 0
	}
	_, cells := m.plot(w, h, ASCII)
	_, largest := Matrix{}.extent(cells)
	return largest
}

// plot settles where the cells are, and what they show.
func (m Matrix) plot(w, h int, g Glyphs) (p *plot, cells [][]float64) {
	p = &plot{glyphs: g, grid: newGrid(w, h), rows: h, cols: w}
	if h >= matrixTitle {
		p.top, p.rows = 1, p.rows-1
	}
	if h >= matrixBar {
		p.rows--
	}
	if h >= matrixCuts && w >= matrixCuts && len(m.Cuts) > 0 {
		p.left, p.cols, p.rows = 1, p.cols-1, p.rows-1
	}
	p.cols = min(p.cols, 2*p.rows)
	p.rows = min(p.rows, (p.cols+1)/2)
	if len(m.Values) == 0 {
		return p, nil
	}
	return p, Averages(m.Values, p.cols, p.rows)
}

// Extent is the least entry, and the size of the entry that is full: Full, or that of the largest. Both are 0 where there are no
// finite ones.
func (m Matrix) Extent() (least, full float64) { return m.extent(m.Values) }

// extent is that of cells, which are averages of entries.
func (m Matrix) extent(cells [][]float64) (least, full float64) {
	least, most, ok := extent(Linear, cells...)
	if !ok {
		least, most = 0, 0
	}
	if m.Full > 0 {
		return least, m.Full
	}
	return least, math.Max(math.Abs(least), math.Abs(most))
}

// entry is the character of an entry that fills its cell to t in [−1, 1], "" for none.
func (p *plot) entry(t float64) (text string, color int) {
	size := math.Abs(t)
	level := HeatLevels - int(math.Floor(math.Min(size, 1)*HeatLevels+0.5))
	switch {
	case math.IsNaN(t) || math.IsInf(t, 0):
		return p.glyphs.Text("×"), AxisColor
	case level >= HeatLevels:
		return "", NoColor
	case t < 0:
		marks := p.glyphs.below()
		return string(marks[min(level*len(marks)/HeatLevels, len(marks)-1)]), MarkColor
	}
	return p.glyphs.even(level), HeatColor + level
}

// even is the character of a level; of a level between two shades the fuller one, since a picture with both would look like structure.
func (g Glyphs) even(level int) string { return string([]rune(g.shades(level))[0]) }

// below are the characters of entries below 0, the largest size first.
func (g Glyphs) below() []rune {
	if g == ASCII {
		return []rune{'M', 'N', 'n'}
	}
	return []rune{'≡', '=', '-'}
}

// cuts draws the lines at the left and below, with marks where groups end.
func (p *plot) cuts(shares []float64) {
	g := p.glyphs
	side, end, line, mark, corner := g.Text("│"), g.Text("┤"), g.Text("─"), g.Text("┴"), g.Text("└")
	for y := range p.rows {
		p.grid.put(p.left-1, p.top+y, side, AxisColor, true)
	}
	for x := range p.cols {
		p.grid.put(p.left+x, p.top+p.rows, line, AxisColor, true)
	}
	p.grid.put(p.left-1, p.top+p.rows, corner, AxisColor, true)
	for _, share := range shares {
		if share >= 1 {
			continue
		}
		p.grid.put(p.left+min(int(share*float64(p.cols)), p.cols-1), p.top+p.rows, mark, AxisColor, false)
		p.grid.put(p.left-1, p.top+min(int(share*float64(p.rows)), p.rows-1), end, AxisColor, false)
	}
}

// bar explains the shades in row y.
func (m Matrix) bar(p *plot, y int, least, full float64) {
	x := 0
	write := func(text string, color int) {
		p.grid.write(x, y, text, color, m.Faint)
		x += len([]rune(text))
	}
	if least <= -full/(2*HeatLevels) { // else none of them shows
		write(brief(-full)+" "+string(p.glyphs.below())+" ", AxisColor)
	}
	write("0 ", AxisColor)
	for level := HeatLevels - 1; level >= 0; level-- {
		write(p.glyphs.even(level), HeatColor+level)
	}
	write(" "+brief(full), AxisColor)
}

// Averages shrinks or stretches a matrix to rows×cols: each entry is the average of the part of the unit square that it covers,
// taking the rows of values to divide it evenly. NaN where a part is NaN.
func Averages(values [][]float64, cols, rows int) [][]float64 {
	wide := make([][]float64, len(values))
	for i, row := range values {
		wide[i] = averages(row, cols)
	}
	out := make([][]float64, max(rows, 0))
	column := make([]float64, len(values))
	for y := range out {
		out[y] = make([]float64, max(cols, 0))
	}
	for x := range max(cols, 0) {
		for i := range wide {
			column[i] = wide[i][x]
		}
		for y, v := range averages(column, rows) {
			out[y][x] = v
		}
	}
	return out
}

// averages is that for one row.
func averages(values []float64, count int) []float64 {
	out := make([]float64, max(count, 0))
	n := len(values)
	for x := range out {
		if n == 0 {
			out[x] = math.NaN()
			continue
		}
		from, to := float64(x)*float64(n)/float64(count), float64(x+1)*float64(n)/float64(count)
		sum, weight := 0.0, 0.0
		for i := int(from); float64(i) < to; i++ {
			share := math.Min(to, float64(i+1)) - math.Max(from, float64(i))
			sum += share * values[i]
			weight += share
		}
		out[x] = sum / weight
	}
	return out
}
