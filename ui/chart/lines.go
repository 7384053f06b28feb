package chart

import (
	"math"
	"math/bits"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Series is one curve.
type Series struct {
	Name      string    // for the caller's legend; not drawn
	X, Y      []float64 // samples in any order; a sample that cannot be drawn leaves a gap in the line
	Lo, Hi    []float64 // a band around Y, such as ± one standard error; both empty or as long as Y
	XLo, XHi  []float64 // a range around X; where they are given, they and Lo and Hi are bars at every sample in place of a band
	Marker    rune      // at every sample; 0 for the marker of the series' index, see Sign
	Color     int       // for Paint; NoColor for none
	Faint     bool      // stale or pinned: drawn dim, below all others
	Dashed    bool      // distinguishes a bound or a pinned curve without colour
	Dotted    bool      // distinguishes a prediction of theory from what is computed
	NoMarkers bool      // a line only
	NoLine    bool      // markers only
	Repeats   bool      // repeats samples of other series, as a front does: Hidden does not count them
}

// hasBars reports whether the samples have bars in both directions in place of a band.
func (s Series) hasBars() bool { return len(s.XLo) > 0 }

// VLine is a vertical line at X across the whole chart. Its label is in the row above the curves or in blank cells beside the line.
type VLine struct {
	X     float64
	Label string
	Color int
	Faint bool
}

// Point is a marked point, drawn above all series.
type Point struct {
	Name   string // for the caller's legend; not drawn
	X, Y   float64
	Marker rune // 0 for the first of Markers
	Color  int
	Faint  bool
}

// Lines is a line chart.
//
// Y.Title has a line of its own above the chart, X.Title is at the right end of the x axis; low and narrow charts omit them. A y
// range from the data covers the samples, the points and the upper ends of the bands, with Linear the lower ends too. Curves are
// cut at the ends of the axes. A footnote counts what could not be drawn.
//
// The first series is drawn last, on top of the others. If markers of several series share a cell, the cell shows the one with
// the fewest markers shown so far, so that no series disappears behind another.
type Lines struct {
	X, Y   Axis
	Series []Series
	VLines []VLine
	HLines []HLine // do not widen a y range from the data
	Points []Point
	Band   string    // what bands and bars are, for the caller's legend; not drawn
	Zoomed bool      // the axes are set to a part of the data: Hidden does not count what is outside
	Area   *Area     // set by Render to where the curves are; nil: not set
	Linear [2]string // how to make x and y linear, shown if a log scale hides points; "" for no hint
	Empty  string    // shown in the middle if there is nothing to draw, such as "computing"
}

// Render draws the chart in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h is not
// positive it returns h−1 newlines or nothing.
func (l Lines) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p := newPlot(l, w, h, g)
	if l.Area != nil {
		*l.Area = p.area()
	}
	if p.tints = paint.tints() && g != ASCII; p.ok {
		p.draw()
	} else {
		empty := g.cut(l.Empty, p.cols)
		p.grid.write(p.left+(p.cols-ansi.StringWidth(empty))/2, p.top+p.rows/2, empty, AxisColor, false)
	}
	return p.grid.render(paint)
}

// draw draws bands, straight lines, curves, markers, points and labels, each above the ones before.
func (p *plot) draw() {
	order := p.Layers()
	curves := make([]Curve, len(p.Series))
	for _, i := range order {
		curves[i] = p.Curve(p.Series[i])
		if p.band(curves[i], p.Series[i].Color); p.Series[i].hasBars() {
			p.bars(p.Series[i])
		}
	}
	p.hlines()
	p.vlines()
	for _, i := range order {
		if !p.Series[i].NoLine {
			p.line(curves[i], p.Series[i])
		}
	}
	p.markers()
	for _, m := range p.Points {
		if col, row, ok := p.cell(m.X, m.Y); ok {
			p.put(col, row, p.glyphs.marker(m.Marker, 0), m.Color, m.Faint)
		}
	}
	p.vlabels()
	p.hlabels()
}

// line draws the curve of a series.
func (p *plot) line(c Curve, s Series) {
	if p.glyphs == Braille {
		p.dotLine(c, s)
		return
	}
	t := p.trace(c.X, c.Y)
	edges := make([]float64, p.cols+1)
	t.resample(edges, -0.5, 1)
	top := float64(p.rows - 1)
	clip(edges, top)
	curve(edges, p.rows, p.glyphs.charSet(s), func(col, row int, text string) {
		p.put(col, p.rows-1-row, text, s.Color, s.Faint)
	})
	t.extremes(p.cols, top, func(col int, lo, hi float64) { p.spike(col, lo, hi, edges[col], edges[col+1], s) })
}

// band shades the area between Lo and Hi of a curve, with backgrounds where there are any.
func (p *plot) band(c Curve, color int) {
	if len(c.Lo) == 0 {
		return
	}
	if p.tints && color >= 0 {
		p.tint(c, color)
		return
	}
	lo, hi := p.trace(c.X, c.Lo), p.trace(c.X, c.Hi)
	// A braille cell has two dots side by side and four above each other.
	across, down := 1, 1
	if p.glyphs != ASCII {
		across, down = 2, 4
	}
	n, step := p.cols*across, 1/float64(across)
	los, his := make([]float64, n), make([]float64, n)
	lo.resample(los, (step-1)/2, step)
	hi.resample(his, (step-1)/2, step)
	dots := newCanvas(p.cols, p.rows)
	for x := range n {
		// Heights count from the middle of the bottom row, dots from the upper edge of the top row.
		y0 := math.Floor((float64(p.rows) - 0.5 - his[x]) * float64(down))
		y1 := math.Floor((float64(p.rows) - 0.5 - los[x]) * float64(down))
		if math.IsNaN(y0+y1) || y1 < 0 || y0 >= float64(p.rows*down) {
			continue
		}
		if p.glyphs != ASCII {
			dots.span(x, int(y0), int(y1))
			continue
		}
		for y := max(int(y0), 0); y <= min(int(y1), p.rows-1); y++ {
			dots.set(2*x, 4*y)
		}
	}
	p.shade(dots, color)
}

// shade draws the cells of a band, always faint.
func (p *plot) shade(dots *canvas, color int) {
	for y := range p.rows {
		for x := range p.cols {
			r, any := dots.cell(x, y)
			if !any {
				continue
			}
			if p.glyphs == ASCII {
				r = ':'
			}
			p.put(x, p.rows-1-y, string(r), color, true)
		}
	}
}

// markerGap returns the least distance of markers in columns, 0 for none. Markers of a curve of dots with more samples than every third
// column can show would hide it.
func (p *plot) markerGap(s Series) int {
	if p.glyphs == Braille && !s.NoLine && len(s.X) > max(p.cols/3, 20) {
		return 10
	}
	return 0
}

// markers draws a marker at every sample, at most one in a cell, or at some of very many, see markerGap.
func (p *plot) markers() {
	if len(p.Series) == 0 {
		return
	}
	const most = 64 // series from this one on count as one where markers share a cell
	masks := make([]uint64, p.cols*p.rows)
	var live uint64
	glyphs := make([]string, len(p.Series))
	for i := len(p.Series) - 1; i >= 0; i-- {
		s := p.Series[i]
		glyphs[i] = p.glyphs.marker(s.Marker, i)
		if s.NoMarkers {
			continue
		}
		bit := uint64(1) << min(i, most-1)
		if !s.Faint {
			live |= bit
		}
		gap, next := p.markerGap(s), 0
		for _, k := range ascending(p.X.Scale, s.X[:min(len(s.X), len(s.Y))]) {
			if col, row, ok := p.cell(s.X[k], s.Y[k]); ok && (gap == 0 || col >= next) {
				masks[col*p.rows+row] |= bit
				next = col + gap
			}
		}
	}
	var shown [most]int
	for k, mask := range masks {
		if mask&live != 0 {
			mask &= live
		}
		best := -1
		for ; mask != 0; mask &= mask - 1 {
			if i := bits.TrailingZeros64(mask); best < 0 || shown[i] < shown[best] {
				best = i
			}
		}
		if best >= 0 {
			shown[best]++
			p.put(k/p.rows, k%p.rows, glyphs[best], p.Series[best].Color, p.Series[best].Faint)
		}
	}
}
