package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Series is one curve.
type Series struct {
	Name      string    // at the end of its line if there is room, see Lines; else for the caller's legend
	X, Y      []float64 // samples in any order; a sample that cannot be drawn leaves a gap in the line
	Lo, Hi    []float64 // a band around Y, such as ± one standard error; both empty or as long as Y
	XLo, XHi  []float64 // a range around X: with it samples have bars, from XLo to XHi and from Lo to Hi, and no band
	Marker    rune      // at every sample; 0 for that of the colour, see Sign
	Color     int       // for Paint; NoColor for none
	Faint     bool      // stale or pinned: drawn dim, below all others
	Thin      bool      // a bound: a thin line in any set of characters, whose samples Hidden does not count
	Dashed    bool      // distinguishes a pinned curve or a front without colour
	Dotted    bool      // distinguishes a prediction of theory from what is computed
	NoMarkers bool      // a line only
	NoLine    bool      // markers only
	Path      bool      // joined in the order of the samples, also where X goes back
	Repeats   bool      // repeats samples of other series, as a front does: Hidden does not count them
}

// Sign returns the marker of the samples.
func (s Series) Sign() rune { return markerOf(s.Marker, s.Color) }

// hasBars reports whether the samples have bars in both directions in place of a band.
func (s Series) hasBars() bool { return len(s.XLo) > 0 }

// HasBars reports whether a series has bars in both directions.
func (l Lines) HasBars() bool { return slices.ContainsFunc(l.Series, Series.hasBars) }

// VLine is a vertical line at X across the whole chart. Its label is in the row above the curves or in blank cells
// beside the line.
type VLine struct {
	X     float64
	Label string
	Color int
	Faint bool
}

// HLine is a horizontal line at Y across the whole chart, such as a bound. Its label is written in free cells beside or
// in the line. If the line is beyond an end of the y axis, only its label is shown, with an arrow, in one of the first
// or last rows.
type HLine struct {
	Y      float64
	Labels []string // from long to short; the first that fits is written
}

// Point is a marked point, drawn above all series.
type Point struct {
	Name   string // for the caller's legend; not drawn
	X, Y   float64
	Marker rune // 0 for that of the colour
	Color  int
	Faint  bool
}

// Sign returns the marker of the point.
func (p Point) Sign() rune { return markerOf(p.Marker, p.Color) }

// String formats the point, not its address, so that equal charts are printed alike: a picture has a hash of that.
func (p *Point) String() string { return fmt.Sprint(*p) }

// Lines is a chart of curves, of dots, or of both.
//
// Y.Title has a line of its own above the chart, X.Title is at the right end of the x axis; low and narrow charts omit
// them. A y range from the data covers the samples, the points and the upper ends of the bands, with Linear the lower
// ends too. Curves are cut at the ends of the axes. A footnote counts what could not be drawn. Names of curves stand at
// their right ends if the chart has room for all of them.
//
// The first series is drawn last, on top of the others. If markers of several series share a cell, the cell shows the
// one with the fewest markers shown so far, so that no series disappears behind another. If markers of one curve would
// touch, only one is drawn.
//
// Dots are braille dots, eight to a cell; with ASCII the shade of a cell is that of its heaviest dot. A cell with dots
// of several groups has the colour of the heaviest, the first of equals. Points cover dots, and labels cover points.
// Dots at the same place look like one: the chart does not show how many there are.
type Lines struct {
	Title  string // above it where several are drawn side by side
	X, Y   Axis
	Series []Series
	Dots   []Dot
	Of     int // the number of points if Dots are a sample of them; 0 if Dots are all points
	VLines []VLine
	HLines []HLine // do not widen a y range from the data
	Points []Point
	Labels []DotLabel
	Cursor *Point // above all
	Faint  bool   // the dots are stale
	Band   string // what bands and bars are, for the caller's legend; not drawn
	Zoomed bool   // the axes are set to a part of the data: Hidden does not count what is outside
	Area   *Area  // set by Render to where the curves are; nil: not set
	Empty  string // shown in the middle if there is nothing to draw, such as "computing"
}

// Render draws the chart in exactly h lines (joined by newlines, none at the end) of at most w cells each. Where w or h
// is not positive it returns h−1 newlines or nothing.
func (l Lines) Render(w, h int, g Glyphs, paint Paint) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(h-1, 0))
	}
	p := newPlot(l, w, h, g)
	if l.Area != nil {
		*l.Area = p.area()
	}
	ground := Ink{Color: NoColor, Ground: TintColor}
	if p.tints = g != ASCII && paint != nil && paint(blank, ground) != blank; p.ok {
		p.draw()
	} else {
		empty := g.cut(l.Empty, p.cols)
		p.grid.write(p.left+(p.cols-ansi.StringWidth(empty))/2, p.top+p.rows/2, empty, AxisColor, false)
	}
	return p.grid.render(paint)
}

// draw draws bands, dots, straight lines, curves, markers, points, arrows and labels, each above the ones before.
func (p *plot) draw() {
	order := p.Layers()
	curves := make([]Curve, len(p.Series))
	for _, i := range order {
		curves[i] = p.Curve(p.Series[i])
		if p.band(curves[i], p.Series[i].Color); p.Series[i].hasBars() {
			p.bars(p.Series[i])
		}
	}
	p.dots()
	p.hlines()
	p.vlines()
	for _, i := range order {
		for _, c := range p.Strokes(p.Series[i]) {
			p.line(c, p.Series[i])
		}
	}
	points := p.markers()
	if !p.crowded() {
		points = slices.Concat(p.Points, points)
	}
	for _, m := range points {
		p.point(m)
	}
	p.labelDots()
	if p.Cursor != nil {
		p.point(*p.Cursor)
	}
	p.vlabels()
	p.hlabels()
	for _, e := range p.ends {
		if s := p.Series[e.series]; e.u >= AtTheRight {
			p.grid.write(p.left+p.cols+1, p.top+e.row, e.text, s.Color, s.Faint)
		} else {
			p.nameInside(e, s)
		}
	}
}

// point draws a marked point.
func (p *plot) point(m Point) {
	if col, row, ok := p.cell(m.X, m.Y); ok {
		p.put(col, row, p.glyphs.marker(m.Sign()), m.Color, m.Faint)
	}
}

// usualGap is the usual distance of the markers of a curve in columns: those of neighbouring columns would touch.
const usualGap = 2

// markerGap returns the least distance of markers in columns. Markers of a curve with more samples than every third
// column can show would hide it.
func (p *plot) markerGap(s Series) int {
	switch {
	case s.NoLine:
		return 0
	case p.glyphs != ASCII && len(s.X) > max(p.cols/3, 20):
		return 10
	}
	return usualGap
}

// markers draws a marker at every sample, at most one in a cell, or at some samples if there are very many, see
// markerGap. It leaves out a marker beside a point of its colour, such as that of m = 94 beside m = 100. It returns
// arrows for samples that are zero but for rounding, to be drawn above all markers.
func (p *plot) markers() (arrows []Point) {
	at := make([][]int, p.cols*p.rows)  // the series with a marker in each cell
	shown := make([]int, len(p.Series)) // markers, of faint series after all others
	for i, s := range p.Series {
		if s.Faint {
			shown[i] = math.MaxInt32 / 2
		}
		if s.NoMarkers {
			continue
		}
		gap, lastCol, lastRow := p.markerGap(s), -math.MaxInt32, 0
		for _, k := range ascending(p.X.Scale, s.X[:min(len(s.X), len(s.Y))]) {
			if p.Y.Sinks(s.Y[k]) {
				arrows = append(arrows, Point{X: s.X[k], Y: p.Y.Lo, Marker: '↓', Color: s.Color, Faint: s.Faint})
			}
			col, row, ok := p.cell(s.X[k], s.Y[k])
			near := func(x, y, gap int) bool { return abs(col-x) < gap && abs(row-y) < usualGap }
			byPoint := func(m Point) bool {
				x, y, ok := p.cell(m.X, m.Y)
				return ok && near(x, y, 2*usualGap) && m.Color == s.Color
			}
			apart := (gap <= usualGap || col >= lastCol+gap) && !near(lastCol, lastRow, usualGap)
			if ok && (gap == 0 || apart && !slices.ContainsFunc(p.Points, byPoint)) {
				lastCol, lastRow = col, row
				at[col*p.rows+row] = append(at[col*p.rows+row], i)
			}
		}
	}
	for k, list := range at {
		if len(list) > 0 {
			best := slices.MinFunc(list, func(a, b int) int { return shown[a] - shown[b] })
			shown[best]++
			s := p.Series[best]
			p.put(k/p.rows, k%p.rows, p.glyphs.marker(s.Sign()), s.Color, s.Faint)
		}
	}
	return arrows
}

func abs(n int) int { return max(n, -n) }
