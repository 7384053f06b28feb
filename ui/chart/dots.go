package chart

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Dot is one of many points.
type Dot struct {
	X, Y  float64
	Color int
	Level int // the weight, 0 to DotLevels−1
}

// DotLevels is the number of weights of dots. A heavier dot is larger and less faint, so that weights show without colour.
const DotLevels = 3

// DotLabel is a short text at a position in a chart of dots, such as the number of a group.
type DotLabel struct {
	X, Y float64
	Text string
}

// Dots is a scatter chart of many points in groups. Points are braille dots, eight to a cell; with ASCII the shade of a cell
// is that of its heaviest point. A cell with points of several groups has the colour of the heaviest point, the first of equals.
// Marks cover dots, and labels cover marks.
//
// Points at the same place look like one point: the chart does not show how many there are.
type Dots struct {
	X, Y   Axis // a range that cannot be used is taken from the dots
	Dots   []Dot
	Of     int // the number of points if Dots are a sample of them; 0 if Dots are all points
	Marks  []Point
	Labels []DotLabel
	Cursor *Point // above all
	Faint  bool   // stale
	Empty  string // shown in the middle if there is nothing to draw
}

// DotSamples returns a character for each level, for legends.
func DotSamples(g Glyphs) [DotLevels]string {
	return [DotLevels]string{g.Text("⠁"), g.Text("⠃"), g.Text("⠛")}
}

// Render draws the chart in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h is not
// positive it returns h−1 newlines or nothing.
func (d Dots) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	d, ok := d.Settled()
	p := newPlot(d.lines(), w, h, g)
	if !ok {
		empty := g.cut(d.Empty, p.cols)
		p.grid.write(p.left+(p.cols-ansi.StringWidth(empty))/2, p.top+p.rows/2, empty, AxisColor, false)
		return p.grid.render(paint)
	}
	p.dots(d)
	marks := d.Marks
	if d.Cursor != nil {
		marks = append(marks[:len(marks):len(marks)], *d.Cursor)
	}
	for i, m := range marks {
		if i == len(d.Marks) {
			p.labelDots(d.Labels)
		}
		if col, row, ok := p.cell(m.X, m.Y); ok {
			p.put(col, row, g.marker(m.Marker, 0), m.Color, m.Faint)
		}
	}
	if d.Cursor == nil {
		p.labelDots(d.Labels)
	}
	return p.grid.render(paint)
}

// dots draws the points.
func (p *plot) dots(d Dots) {
	fine := newCanvas(p.cols, p.rows)
	heaviest := make([]*Dot, p.cols*p.rows) // of each cell, by row from the top
	for i := range d.Dots {
		dot := &d.Dots[i]
		col, row, ok := p.cell(dot.X, dot.Y)
		if !ok {
			continue
		}
		at := &heaviest[(p.rows-1-row)*p.cols+col]
		if *at == nil || (*at).Level < dot.Level {
			*at = dot
		}
		// The position within the cell, which extends half a step to each side of its middle.
		u, _ := p.X.Map(dot.X)
		v, _ := p.Y.Map(dot.Y)
		x := 2*col + half(u*float64(p.cols-1)-float64(col), 2)
		y := 4*(p.rows-1-row) + 3 - half(v*float64(p.rows-1)-float64(row), 4)
		fine.set(x, y)
		if dot.Level > 0 {
			fine.set(x, y^1)
		}
		if dot.Level > 1 {
			fine.set(x^1, y)
			fine.set(x^1, y^1)
		}
	}
	samples := DotSamples(p.glyphs)
	for y := range p.rows {
		for x := range p.cols {
			top := heaviest[y*p.cols+x]
			if top == nil {
				continue
			}
			text := samples[min(max(top.Level, 0), DotLevels-1)]
			if p.glyphs != ASCII {
				r, _ := fine.cell(x, y)
				text = string(r)
			}
			p.put(x, p.rows-1-y, text, top.Color, d.Faint || top.Level == 0)
		}
	}
}

// half returns which of n equal parts of [−½, ½] contains t.
func half(t float64, n int) int { return min(max(int((t+0.5)*float64(n)), 0), n-1) }

// labelDots writes labels centred at their positions, or as near as they stand apart: two numbers without a gap would
// look like one.
func (p *plot) labelDots(labels []DotLabel) {
	taken := map[[2]int]bool{}
	for _, l := range labels {
		text := p.glyphs.Text(l.Text)
		col, row, ok := p.cell(l.X, l.Y)
		if !ok {
			continue
		}
		n := ansi.StringWidth(text)
		start := min(max(col-n/2, 0), max(p.cols-n, 0))
		free := func(x, y int) bool {
			for k := x - 1; k <= x+n; k++ {
				if taken[[2]int{k, y}] {
					return false
				}
			}
			return x >= 0 && x+n <= p.cols && y >= 0 && y < p.rows
		}
		for _, by := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {-2, 0}} {
			if x, y := start+by[0], row+by[1]; free(x, y) {
				start, row = x, y
				break
			}
		}
		for k := range n {
			taken[[2]int{start + k, row}] = true
		}
		p.grid.write(p.left+start, p.top+p.rows-1-row, text, MarkColor, false)
	}
}
