package chart

import (
	"iter"
	"math"
	"strings"
)

// Matrix is a picture of a square matrix, row 1 at the top: the larger an entry, the fuller its cell. Negative entries
// have other characters. Each cell shows the average of the entries that it covers, so that structure finer than a cell
// is not visible. Characters are taken to be twice as high as wide, and the picture is as nearly square as it can be.
type Matrix struct {
	Title  string
	Values [][]float64 // rows of equal length: entries of the matrix, or averages of blocks
	Full   float64     // absolute value that fills a cell; if not positive, that of the largest cell
	Cuts   []float64   // ends of groups of rows, as fractions of the side; marked at the left and below
	Faint  bool        // stale
	Fine   bool        // colours of a continuous scale in half rows, which Paint must have backgrounds for
	Signed bool        // with Fine: the scale is from −Full to Full, as for visible negative entries
	Least  float64     // if positive, the scale is logarithmic from Least to Full
}

// leastCuts is the number of rows, and of columns, from which on the ends of groups are marked.
const leastCuts = 6

// Render draws the matrix, without its title, in exactly h lines (joined by newlines, none at the end) of at most w
// cells each. Where w or h is not positive it returns h−1 newlines or nothing.
func (m Matrix) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p := &pane{glyphs: g, grid: newGrid(w, h), rows: h, cols: w}
	hasCuts := h >= leastCuts && w >= leastCuts && len(m.Cuts) > 0
	if hasCuts {
		p.left, p.cols, p.rows = 1, p.cols-1, p.rows-1
	}
	p.cols = min(p.cols, 2*p.rows)
	p.rows = min(p.rows, (p.cols+1)/2)
	m.Values = averagesOf(m.Values, p.cols, units(m.Fine)*p.rows)
	least, full := m.Extent()
	m.Signed = m.Signed || m.Least == 0 && least <= -full/(2*HeatLevels) // else no negative entry is visible
	for y, row := range m.Values {
		for x, v := range row {
			if full > 0 {
				m.cell(p, p.left+x, y, m.Share(v, full))
			}
		}
	}
	if hasCuts {
		p.cuts(m.Cuts)
	}
	return p.grid.render(paint)
}

// Legend draws the bar that explains the shades, in one line of at most w cells.
func (m Matrix) Legend(w int, g Glyphs, paint Paint) string {
	p := &pane{glyphs: g, grid: newGrid(w, 1)}
	from := 0.0
	if m.Signed {
		from = -1
	}
	figures := [3]string{g.number(from*m.Full+m.Least, Automatic, 3) + " ", "", " " + g.number(m.Full, Automatic, 3)}
	p.bar(0, 16, figures, func(x int, t float64) {
		for k := range units(m.Fine) {
			m.cell(p, x, k, from+(1-from)*t)
		}
	})
	return p.grid.render(paint)
}

// Share returns where an entry is on the scale: 1 is its end, and 0 its start, or on a linear scale the entry 0.
func (m Matrix) Share(v, full float64) float64 {
	if m.Least > 0 {
		return 1 - math.Log(math.Max(v, m.Least)/full)/math.Log(m.Least/full)
	}
	return v / full
}

// cell draws an entry that is t in [−1, 1] times the full value; rows are counted in units.
func (m Matrix) cell(p *pane, x, unit int, t float64) {
	if m.Fine && finite(t) {
		color := ScaleColor + coarse(step(t))
		if m.Signed {
			color = DivergingColor + coarse(step((1+t)/2))
		}
		p.grid.half(x, unit, color, m.Faint)
	} else if text, color := p.entry(t); text != "" {
		p.grid.put(x, unit/units(m.Fine), text, color, m.Faint)
	}
}

// Extent returns the least entry, and the absolute value that fills a cell: Full, or the largest absolute value.
// Without finite entries both are 0.
func (m Matrix) Extent() (least, full float64) {
	least, most, ok := extent(Linear, m.Values...)
	if !ok {
		least, most = 0, 0
	}
	if m.Full > 0 {
		return least, m.Full
	}
	return least, math.Max(math.Abs(least), math.Abs(most))
}

// entry returns the character for an entry that is t in [−1, 1] times the full value, "" for none.
func (p *pane) entry(t float64) (text string, color int) {
	size := math.Abs(t)
	level := HeatLevels - int(math.Floor(math.Min(size, 1)*HeatLevels+0.5))
	switch {
	case math.IsNaN(t) || math.IsInf(t, 0):
		return p.glyphs.Text("×"), AxisColor
	case level >= HeatLevels:
		return "", NoColor
	case t < 0:
		marks := []rune("≡=-") // the largest absolute value first
		if p.glyphs == ASCII {
			marks = []rune("MNn")
		}
		return string(marks[level*len(marks)/HeatLevels]), MarkColor
	}
	return string([]rune(p.glyphs.shades(level))[0]), HeatColor + level // two that alternate would look like structure
}

// cuts draws the lines at the left and below, with marks where groups end.
func (p *pane) cuts(shares []float64) {
	p.sides(true)
	end, mark := p.glyphs.Text("┤"), p.glyphs.Text("┴")
	for _, share := range shares {
		if share < 1 {
			p.grid.put(p.left+min(int(share*float64(p.cols)), p.cols-1), p.rows, mark, AxisColor, false)
			p.grid.put(p.left-1, min(int(share*float64(p.rows)), p.rows-1), end, AxisColor, false)
		}
	}
}

// averagesOf resizes a matrix to rows×cols: each new entry is the average of values over the area that it covers, NaN
// if that contains a NaN.
func averagesOf(values [][]float64, cols, rows int) [][]float64 {
	out := make([][]float64, max(rows, 0))
	for y := range out {
		out[y] = make([]float64, max(cols, 0))
		for x := range out[y] {
			sum, area := 0.0, 0.0
			for i, high := range covered(len(values), rows, y) {
				for k, wide := range covered(len(values[i]), cols, x) {
					sum, area = sum+high*wide*values[i][k], area+high*wide
				}
			}
			out[y][x] = sum / area
		}
	}
	return out
}

// covered returns which of n entries are in part k of equal parts, and how much of each.
func covered(n, parts, k int) iter.Seq2[int, float64] {
	from, to := float64(k)*float64(n)/float64(parts), float64(k+1)*float64(n)/float64(parts)
	return func(yield func(int, float64) bool) {
		for i := int(from); float64(i) < to && yield(i, min(to, float64(i+1))-max(from, float64(i))); i++ {
		}
	}
}

// coarse returns one of 40 steps. Neighbouring entries share these more often than one of 256, so that a picture of a
// matrix takes a third fewer bytes.
func coarse(step int) int { return step * 39 / (Steps - 1) * (Steps - 1) / 39 }
