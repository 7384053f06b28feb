package drawing

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// matrices are pictures of square matrices side by side on a paper. Neighbours with the same
// Full have one colour scale, those without Full one of their own. The scale of matrices with negative entries has white for 0.
type matrices struct {
	Paper
	list chart.Matrices
}

// Sizes of the parts of a picture.
const (
	panelGap   = vg.Length(10)
	cutRoom    = vg.Length(16) // for the numbers of groups, at the left and below
	figureRoom = vg.Length(30) // for bars with their figures
)

// side returns the side of a picture, of those on a canvas of that width.
func (m matrices) side(across vg.Length) vg.Length {
	count := vg.Length(max(len(m.list), 1))
	return min((across-(count-1)*panelGap)/count-cutRoom, 9*vg.Centimeter)
}

// titles returns the titles in lines, and the height of the highest.
func (m matrices) titles(side vg.Length) (list [][]string, high vg.Length) {
	for _, one := range m.list {
		lines := wrapped(label(legendSize), spelled(one.Title), side)
		list, high = append(list, lines), max(high, vg.Length(len(lines))*leading(label(legendSize))+4)
	}
	return list, high
}

func (m matrices) height() vg.Length {
	side := m.side(width - 2*margin)
	_, titles := m.titles(side)
	return titles + side + cutRoom + figureRoom
}

// place returns the rectangle of picture k below the top of a canvas.
func place(c draw.Canvas, k int, side, titles vg.Length) vg.Rectangle {
	left, top := c.Min.X+vg.Length(k)*(cutRoom+side+panelGap)+cutRoom, c.Max.Y-titles
	return vg.Rectangle{Min: vg.Point{X: left, Y: top - side}, Max: vg.Point{X: left + side, Y: top}}
}

// draw draws the pictures and, below them, their scales. They are smaller on a canvas that is too low for them.
func (m matrices) draw(c draw.Canvas) error {
	if len(m.list) == 0 || slices.ContainsFunc(m.list, func(one chart.Matrix) bool { return len(one.Values) == 0 }) {
		return errNothing
	}
	side := m.side(c.Size().X)
	titles, high := m.titles(side)
	if low := c.Size().Y - high - cutRoom - figureRoom; low < side-0.01 { // rounding errors of sums
		side = low
		titles, high = m.titles(side)
	}
	if side <= 0 {
		return errSmall
	}
	for first := 0; first < len(m.list); {
		end := first + 1
		for end < len(m.list) && m.list[first].Full > 0 && m.list[end].Full == m.list[first].Full {
			end++
		}
		scale, least := m.scale(first, end)
		for k := first; k < end; k++ {
			r := place(c, k, side, high)
			paragraph(c, label(legendSize), vg.Point{X: r.Min.X, Y: r.Max.Y + 4 + vg.Length(len(titles[k]))*leading(label(legendSize))}, titles[k])
			c.DrawImage(r, picture(m.list[k].Values, scale.of))
			frame(c, r)
			drawCuts(c, r, m.list[k].Cuts)
		}
		from, to := place(c, first, side, high), place(c, end-1, side, high)
		top := from.Min.Y - cutRoom - 4
		strip := vg.Rectangle{Min: vg.Point{X: from.Min.X, Y: top - barWidth}, Max: vg.Point{X: to.Max.X, Y: top}}
		bar{scale: chart.HeatScale{Best: scale.full, Worst: least}, color: scale.of}.draw(c, strip)
		first = end
	}
	return nil
}

// scale returns the colours of the pictures from first to end−1, and the least entry if it is visibly negative, else 0.
func (m matrices) scale(first, end int) (s entryScale, least float64) {
	_, s.full = extent(m.list[first])
	for _, one := range m.list[first:end] {
		if v, _ := extent(one); v <= -s.full/(2*tints) { // else it has the colour of 0
			least, s.signed = min(least, v), true
		}
	}
	return s, least
}

// entryScale is a scale of colours for entries of a matrix.
type entryScale struct {
	full   float64 // the absolute value with the last colour
	signed bool
}

// of returns the colour of an entry.
func (s entryScale) of(v float64) color.Color {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return noFigure()
	case s.signed:
		return chart.Diverging(math.Round(tints*v/s.full) / tints)
	}
	return chart.Viridis(math.Round(2*tints*v/s.full) / (2 * tints))
}

// extent returns the extent of a matrix; full is 1 for a matrix of zeros.
func extent(m chart.Matrix) (least, full float64) {
	if least, full = m.Extent(); full == 0 {
		full = 1
	}
	return least, full
}

// tints is the number of colours for positive entries, and for negative ones.
const tints = 127

// drawCuts marks the ends of groups of rows and columns, and numbers the groups that are wide
// enough.
func drawCuts(c draw.Canvas, r vg.Rectangle, shares []float64) {
	if len(shares) < 2 {
		return
	}
	line := draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}
	fine := draw.LineStyle{Color: color.NRGBA{0x55, 0x55, 0x55, 0x80}, Width: vg.Points(0.4)}
	style := label(noteSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	side, start := r.Size().X, 0.0
	for k, end := range shares {
		x, y := r.Min.X+side*vg.Length(end), r.Max.Y-side*vg.Length(end)
		if end < 1 {
			c.StrokeLine2(fine, x, r.Min.Y, x, r.Max.Y)
			c.StrokeLine2(fine, r.Min.X, y, r.Max.X, y)
			c.StrokeLine2(line, x, r.Min.Y, x, r.Min.Y-5)
			c.StrokeLine2(line, r.Min.X, y, r.Min.X-5, y)
		}
		name := strconv.Itoa(k + 1)
		middle, room := side*vg.Length((start+end)/2), side*vg.Length(end-start)
		if room >= max(style.Width(name)+2, style.FontExtents().Ascent) {
			c.FillText(style, vg.Point{X: r.Min.X + middle, Y: r.Min.Y - 8}, name)
			c.FillText(style, vg.Point{X: r.Min.X - 9, Y: r.Max.Y - middle}, name)
		}
		start = end
	}
}
