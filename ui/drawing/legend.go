package drawing

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// legend explains colours and marks. It stands at the right of a chart or, if it has too many entries for that, below
// it in columns.
type legend []entry

// entry is a text beside samples of what it explains; without samples it is a heading. end is where its curve ends on
// the y axis, from 0 to 1; NaN for none.
type entry struct {
	text    string
	samples []plot.Thumbnailer
	end     float64
}

func (l *legend) add(text string, samples ...plot.Thumbnailer) {
	*l = append(*l, entry{text, samples, math.NaN()})
}

// glyphSample is a sample of a mark.
func glyphSample(style draw.GlyphStyle) plot.Thumbnailer { return &plotter.Scatter{GlyphStyle: style} }

// placed is a legend in columns of a width, at the right of a chart or below it.
type placed struct {
	on      Paper
	columns []legend
	width   vg.Length // of a column
	below   bool
}

// inColumns divides the legend into columns.
func (l legend) inColumns(p Paper, columns int, width vg.Length) placed {
	each := max((len(l)+columns-1)/max(columns, 1), 1)
	return placed{on: p, columns: slices.Collect(slices.Chunk(l, each)), width: width}
}

// place puts the legend beside a chart of that height, if there is enough space, or else below it in as many columns as
// the paper is wide. A pane has none: texts beside it name what is in it.
func (l legend) place(p Paper, height vg.Length) placed {
	if p.bare {
		return placed{on: p}
	}
	wide := vg.Length(0) // of a column in which no text is broken
	for _, e := range l {
		wide = max(wide, p.sample+p.gap+label(p.legend).Width(e.text))
	}
	if b := l.inColumns(p, 1, min(wide, vg.Length(p.beside)*p.width)); p.beside > 0 && b.height() <= height {
		return b
	}
	room := p.width - 2*p.margin
	columns := max(1, min(len(l), int((room+p.between)/(wide+p.between))))
	b := l.inColumns(p, columns, (room+p.between)/vg.Length(columns)-p.between)
	b.below = true
	return b
}

// lines returns the lines of an entry, and their height with the space below.
func (b placed) lines(e entry) (lines []string, high vg.Length) {
	style := label(b.on.legend)
	lines = wrapped(style, e.text, b.width-b.on.sample-b.on.gap)
	return lines, vg.Length(len(lines))*leading(style) + vg.Length(b.on.legend)*0.28
}

// height returns the height of the highest column.
func (b placed) height() (h vg.Length) {
	for _, column := range b.columns {
		sum := vg.Length(0)
		for _, e := range column {
			_, high := b.lines(e)
			sum += high
		}
		h = max(h, sum)
	}
	return h
}

// extra returns the height that the legend takes below the chart.
func (b placed) extra() vg.Length {
	if !b.below {
		return 0
	}
	return b.height() + b.on.over
}

// split divides a canvas into one for the chart and one for the legend; least is the smallest width of a legend at the
// right.
func (b placed) split(c draw.Canvas, least vg.Length) (of, aside draw.Canvas) {
	if b.below {
		of, aside = draw.Crop(c, 0, 0, b.extra(), 0), c
		aside.Max.Y = aside.Min.Y + b.height()
		return of, aside
	}
	side := least
	if len(b.columns) > 0 {
		side = max(least, b.width)
	}
	if side == 0 {
		return c, c
	}
	return draw.Crop(c, 0, -side-b.on.between, 0, 0), draw.Crop(c, c.Size().X-side, 0, 0, 0)
}

// draw writes the legend below the top of a canvas, from its left on.
func (b placed) draw(c draw.Canvas) {
	for k, column := range b.columns {
		y := c.Max.Y
		for _, e := range column {
			y -= b.entry(c, e, vg.Point{X: c.Min.X + vg.Length(k)*(b.width+b.on.between), Y: y})
		}
	}
}

// entry writes one entry below a point, and returns its height.
func (b placed) entry(c draw.Canvas, e entry, at vg.Point) vg.Length {
	p, style := b.on, label(b.on.legend)
	sample := c
	sample.Rectangle = box(at.X, at.Y-leading(style), at.X+p.sample, at.Y)
	for _, s := range e.samples {
		s.Thumbnail(&sample)
	}
	lines, high := b.lines(e)
	paragraph(c, style, vg.Point{X: at.X + p.sample + p.gap, Y: at.Y - 1 + p.lift}, lines)
	return high
}

// drawAtEnds writes a legend at the right of the axes with the names of curves as near to their ends as other names
// permit, and the other entries below them.
func (b placed) drawAtEnds(c draw.Canvas, area vg.Rectangle) {
	list := slices.DeleteFunc(slices.Concat(b.columns...), func(e entry) bool { return math.IsNaN(e.end) })
	rest := slices.DeleteFunc(slices.Concat(b.columns...), func(e entry) bool { return !math.IsNaN(e.end) })
	gap, half := vg.Length(0), leading(label(b.on.legend))/2
	var wanted []float64 // from the top of the canvas to the upper ends of the texts
	for _, e := range list {
		_, high := b.lines(e)
		gap = max(gap, high)
		wanted = append(wanted, float64(c.Max.Y-area.Min.Y-vg.Length(e.end)*area.Size().Y-half))
	}
	below := placed{on: b.on, columns: []legend{rest}, width: b.width}
	end := c.Size().Y - below.height() - gap
	if vg.Length(len(list))*gap > end {
		b.draw(c)
		return
	}
	for i, top := range chart.Apart(wanted, float64(gap), float64(end)) {
		b.entry(c, list[i], vg.Point{X: c.Min.X, Y: c.Max.Y - vg.Length(top)})
	}
	c.Max.Y = c.Min.Y + below.height()
	below.draw(c)
}
