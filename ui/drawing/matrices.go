package drawing

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Matrices are pictures of square matrices side by side. Neighbours with the same
// Full have one colour scale, those without Full one of their own.
type Matrices []chart.Matrix

// Sizes of the parts of a picture.
const (
	panelGap   = vg.Length(10)
	panelTitle = vg.Length(16)
	cutRoom    = vg.Length(14) // for the numbers of groups, at the left and below
	figureRoom = vg.Length(30) // for bars with their figures
)

// side returns the side of a picture.
func (m Matrices) side() vg.Length {
	count := vg.Length(max(len(m), 1))
	return min((width-2*margin-(count-1)*panelGap)/count-cutRoom, 9*vg.Centimeter)
}

func (m Matrices) height() vg.Length {
	return 2*margin + vg.Points(20) + panelTitle + m.side() + cutRoom + figureRoom
}

// place returns the rectangle of picture k.
func (m Matrices) place(c draw.Canvas, k int) vg.Rectangle {
	side := m.side()
	left, top := c.Min.X+vg.Length(k)*(cutRoom+side+panelGap)+cutRoom, c.Max.Y-panelTitle
	return vg.Rectangle{Min: vg.Point{X: left, Y: top - side}, Max: vg.Point{X: left + side, Y: top}}
}

// draw draws the pictures and, below them, their scales.
func (m Matrices) draw(c draw.Canvas) error {
	if len(m) == 0 || slices.ContainsFunc(m, func(one chart.Matrix) bool { return len(one.Values) == 0 }) {
		return errNothing
	}
	all := newShades()
	for k, one := range m {
		r, title := m.place(c, k), spelled(one.Title)
		c.FillText(fitted(11, title, r.Size().X), vg.Point{X: r.Min.X, Y: r.Max.Y + 4}, title)
		_, full := extent(one)
		c.DrawImage(r, picture(one.Values, full, all))
		frame(c, r)
		drawCuts(c, r, one.Cuts)
	}
	for first := 0; first < len(m); {
		end := first + 1
		for end < len(m) && m[first].Full > 0 && m[end].Full == m[first].Full {
			end++
		}
		m.drawBar(c, first, end, all)
		first = end
	}
	return nil
}

// drawBar draws the scale of the pictures from first to end−1.
func (m Matrices) drawBar(c draw.Canvas, first, end int, all shades) {
	_, full := extent(m[first])
	low := 0.0
	for _, one := range m[first:end] {
		if least, _ := extent(one); least <= -full/(2*tints) { // else it has the colour of 0
			low = min(low, least)
		}
	}
	from, to := m.place(c, first), m.place(c, end-1)
	top := from.Min.Y - cutRoom - 4
	strip := vg.Rectangle{Min: vg.Point{X: from.Min.X, Y: top - barWidth}, Max: vg.Point{X: to.Max.X, Y: top}}
	bar{scale: chart.HeatScale{Best: full, Worst: low}, color: func(v float64) color.Color { return all.of(v / full) }}.draw(c, strip)
}

// extent returns the extent of a matrix; full is 1 for a matrix of zeros.
func extent(m chart.Matrix) (least, full float64) {
	if least, full = m.Extent(); full == 0 {
		full = 1
	}
	return least, full
}

// pixels is the side of an entry in pixels: several, so that edges stay sharp in viewers that
// smooth images.
const pixels = 8

// tints is the number of colours for positive entries, and for negative ones.
const tints = 127

// picture returns an image of a matrix, row 1 at the top. An image of 128×128 entries takes
// tens of kilobytes; a path for each entry would take megabytes.
func picture(values [][]float64, full float64, all shades) image.Image {
	var colors color.Palette
	for k := -tints; k <= tints; k++ {
		colors = append(colors, all.of(float64(k)/tints))
	}
	colors = append(colors, noFigure())
	rows, cols := len(values), len(values[0])
	to := image.NewPaletted(image.Rect(0, 0, cols*pixels, rows*pixels), colors)
	for y := range rows * pixels {
		for x := range cols * pixels {
			v := values[y/pixels][x/pixels] / full
			index := len(colors) - 1
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				index = tints + int(math.Round(tints*min(max(v, -1), 1)))
			}
			to.SetColorIndex(x, y, uint8(index))
		}
	}
	return to
}

// drawCuts marks the ends of groups of rows and columns, and numbers the groups that are wide
// enough.
func drawCuts(c draw.Canvas, r vg.Rectangle, shares []float64) {
	if len(shares) < 2 {
		return
	}
	line := draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}
	fine := draw.LineStyle{Color: color.NRGBA{0x55, 0x55, 0x55, 0x80}, Width: vg.Points(0.4)}
	style := label(8)
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
			c.FillText(style, vg.Point{X: r.Min.X + middle, Y: r.Min.Y - 7}, name)
			c.FillText(style, vg.Point{X: r.Min.X - 7, Y: r.Max.Y - middle}, name)
		}
		start = end
	}
}
