package drawing

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend explains colours and marks. It stands at the right of a chart or, if it has too many entries for that, below it in columns.
type legend []entry

// entry is a text beside samples of what it explains; without samples it is a heading.
type entry struct {
	text    string
	samples []plot.Thumbnailer
}

// entryGap is the space below an entry.
func (p Paper) entryGap() vg.Length { return vg.Length(p.legend) * 0.28 }

func (l *legend) add(text string, samples ...plot.Thumbnailer) {
	*l = append(*l, entry{spelled(text), samples})
}

// width returns the width of a column in which no text is broken.
func (l legend) width(p Paper) (w vg.Length) {
	for _, e := range l {
		w = max(w, p.sample+p.gap+label(p.legend).Width(e.text))
	}
	return w
}

// lines returns the lines of an entry in a column of that width.
func (e entry) lines(p Paper, width vg.Length) []string {
	return wrapped(label(p.legend), e.text, width-p.sample-p.gap)
}

// block is a legend divided into columns.
type block struct {
	on      Paper
	columns []legend
	width   vg.Length // of a column
}

// block divides the legend into the given number of columns.
func (l legend) block(p Paper, columns int, width vg.Length) (b block) {
	b.on, b.width = p, width
	each := (len(l) + columns - 1) / max(columns, 1)
	for from := 0; from < len(l); from += each {
		b.columns = append(b.columns, l[from:min(from+each, len(l))])
	}
	return b
}

// beside returns the legend as one column at the right of a chart.
func (l legend) beside(p Paper) block {
	return l.block(p, 1, min(l.width(p), vg.Length(p.beside)*p.width))
}

// below returns the legend in as many columns as the paper is wide.
func (l legend) below(p Paper) block {
	room := p.width - 2*p.margin
	columns := max(1, min(len(l), int((room+p.between)/(l.width(p)+p.between))))
	return l.block(p, columns, (room+p.between)/vg.Length(columns)-p.between)
}

// height returns the height of the highest column.
func (b block) height() (h vg.Length) {
	for _, column := range b.columns {
		sum := vg.Length(0)
		for _, e := range column {
			sum += vg.Length(len(e.lines(b.on, b.width)))*leading(label(b.on.legend)) + b.on.entryGap()
		}
		h = max(h, sum)
	}
	return h
}

// draw writes the legend below the top of a canvas, from its left on.
func (b block) draw(c draw.Canvas) {
	p := b.on
	style := label(p.legend)
	for k, column := range b.columns {
		left, y := c.Min.X+vg.Length(k)*(b.width+p.between), c.Max.Y
		for _, e := range column {
			high := leading(style)
			sample := draw.Crop(c, left-c.Min.X, 0, 0, 0)
			sample.Max.X, sample.Max.Y, sample.Min.Y = left+p.sample, y, y-high
			for _, s := range e.samples {
				s.Thumbnail(&sample)
			}
			lines := e.lines(p, b.width)
			paragraph(c, style, vg.Point{X: left + p.sample + p.gap, Y: y - 1 + p.lift}, lines)
			y -= vg.Length(len(lines))*high + p.entryGap()
		}
	}
}

// glyphSample and lineSample are samples of marks and of lines.
func glyphSample(style draw.GlyphStyle) plot.Thumbnailer { return &plotter.Scatter{GlyphStyle: style} }
func lineSample(style draw.LineStyle) plot.Thumbnailer   { return &plotter.Line{LineStyle: style} }

// tint is a sample of an area.
type tint struct{ color.Color }

// Thumbnail implements [plot.Thumbnailer].
func (t tint) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(t, []vg.Point{c.Min, {X: c.Min.X, Y: c.Max.Y}, c.Max, {X: c.Max.X, Y: c.Min.Y}})
}

// drawBeside draws a plot and, at its right, a legend in a column of at least the width least. It returns the free part of the column,
// down to the x axis.
func (b block) drawBeside(c draw.Canvas, p axes, least vg.Length) (free draw.Canvas) {
	side := least
	if len(b.columns) > 0 {
		side = max(least, b.width)
	}
	left, column := c, draw.Crop(c, c.Size().X-side, 0, 0, 0)
	if side > 0 {
		left = draw.Crop(c, 0, -side-b.on.between, 0, 0)
	}
	area := p.draw(left)
	b.draw(column)
	column.Min.Y = area.Min.Y
	column.Max.Y -= b.height()
	return column
}

// placed is a legend with its position.
type placed struct {
	block
	below bool
}

// place puts the legend beside a chart of that height, if there is enough space.
func (l legend) place(p Paper, height vg.Length) placed {
	if b := l.beside(p); p.beside > 0 && b.height() <= height {
		return placed{b, false}
	}
	return placed{l.below(p), true}
}

// extra returns the height that the legend takes below the chart.
func (p placed) extra() vg.Length {
	if !p.below {
		return 0
	}
	return p.height() + p.on.over
}

// drawWith draws a plot and the legend.
func (p placed) drawWith(c draw.Canvas, of axes) {
	if !p.below {
		p.drawBeside(c, of, 0)
		return
	}
	of.draw(draw.Crop(c, 0, 0, p.extra(), 0))
	c.Max.Y = c.Min.Y + p.height()
	p.draw(c)
}
