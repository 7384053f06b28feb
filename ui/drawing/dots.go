package drawing

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Dots are scatter charts of points in groups side by side, all on the same axes, and the texts of their legend. Cursors are
// drawn on a pane only, which shows the first chart alone.
type Dots struct {
	slide
	Panes  []Scatter
	Of     string                  // heading of the groups; "" for none
	Groups []string                // names by colour
	Levels [chart.DotLevels]string // meaning of the sizes; empty if all dots have one size

	ends []vg.Rectangle // of the axes of charts with titles on a pane
}

// Scatter is one of them. The title stands above it, behind the glyph of its marks.
type Scatter struct {
	chart.Dots
	Title string
}

const paneGap = vg.Length(16)

// abreast returns how many charts are in a row: up to three, and two of four.
func (d Dots) abreast() int {
	if n := len(d.Panes); n != 4 {
		return min(n, 3)
	}
	return 2
}

// legend explains groups and sizes.
func (d Dots) legend() (l legend) {
	if d.Of != "" {
		l.add(d.Of)
	}
	for k, name := range d.Groups {
		style := d.Panes[0].glyph(k, chart.DotLevels-1)
		style.Radius = max(style.Radius, vg.Points(3))
		l.add(name, glyphSample(style))
	}
	for level, name := range d.Levels {
		if name != "" {
			style := d.Panes[0].glyph(0, level)
			style.Color = paint(chart.NoColor, level == 0)
			l.add(name, glyphSample(style))
		}
	}
	return l
}

// place puts the legend below charts that are side by side.
func (d Dots) place() placed {
	if len(d.Panes) > 1 {
		return placed{d.legend().below(d.paper()), true}
	}
	return d.legend().place(d.paper(), legendRoom)
}

// heading returns the title of a chart as a legend of one entry.
func (s Scatter) heading() (l legend) {
	var samples []plot.Thumbnailer
	if len(s.Marks) > 0 {
		samples = append(samples, glyphSample(s.mark(s.Marks[0])))
	}
	if s.Title != "" {
		l.add(s.Title, samples...)
	}
	return l
}

// headings are the titles of charts of that width, and the height of the highest.
func (d Dots) headings(width vg.Length) (list []block, high vg.Length) {
	for _, s := range d.Panes {
		b := s.heading().block(d.paper(), 1, width)
		list, high = append(list, b), max(high, b.height())
	}
	return list, high
}

// each returns the width of a chart, and the height of a row of charts: that of squares where several are side by side.
func (d Dots) each() (wide, high vg.Length) {
	n := vg.Length(max(d.abreast(), 1))
	if wide = (width - 2*margin - (n-1)*paneGap) / n; n == 1 {
		return wide, bodyHeight
	}
	_, titles := d.headings(wide)
	return wide, wide + titles
}

func (d Dots) on(p Paper) Chart { d.pane = p; return d }

func (d Dots) height() vg.Length {
	if len(d.Panes) == 0 {
		return bodyHeight
	}
	n := len(d.Panes)
	rows := vg.Length((n + d.abreast() - 1) / d.abreast())
	_, high := d.each()
	return rows*high + (rows-1)*paneGap + d.place().extra()
}

// settled returns the charts with the axes of them all: the least that show the dots of each.
func (d Dots) settled() (Dots, error) {
	var x, y chart.Axis
	d.Panes = slices.Clone(d.Panes)
	for k := range d.Panes {
		one, ok := d.Panes[k].Settled()
		if !ok {
			return d, errNothing
		}
		if k == 0 {
			x, y = one.X, one.Y
		}
		x.Lo, x.Hi = min(x.Lo, one.X.Lo), max(x.Hi, one.X.Hi)
		y.Lo, y.Hi = min(y.Lo, one.Y.Lo), max(y.Hi, one.Y.Hi)
	}
	for k := range d.Panes {
		d.Panes[k].X, d.Panes[k].Y = x, y
	}
	if len(d.Panes) == 0 {
		return d, errNothing
	}
	return d, nil
}

// draw draws the charts and the legend.
func (d Dots) draw(c draw.Canvas) error {
	d, err := d.settled()
	if err != nil {
		return err
	}
	if d.paper().bare {
		d.drawBare(c)
		return nil
	}
	legend := d.place()
	notes := d.Panes[0].Hidden()
	wide, high := d.each()
	if len(d.Panes) == 1 {
		headings, titles := d.headings(c.Size().X)
		headings[0].draw(c)
		c.Max.Y -= titles
		legend.drawWith(above(c, notes), d.Panes[0].axes())
		return nil
	}
	headings, titles := d.headings(wide)
	foot := c
	foot.Max.Y = c.Min.Y + legend.height()
	legend.draw(foot)
	c.Min.Y += legend.extra()
	above(c, notes)
	for k, s := range d.Panes {
		row, column := k/d.abreast(), k%d.abreast()
		at := c
		at.Min.X += vg.Length(column) * (wide + paneGap)
		at.Max.X = at.Min.X + wide
		at.Max.Y -= vg.Length(row) * (high + paneGap)
		at.Min.Y = at.Max.Y - high
		headings[k].draw(at)
		at.Max.Y -= titles
		s.axes().draw(at)
	}
	return nil
}

// drawBare draws the charts on a pane. Of those with titles the text below them has the titles of the axes, and the number of points.
func (d Dots) drawBare(c draw.Canvas) {
	for k, one := range d.Panes {
		p, on := d.paper(), c
		if len(d.ends) > k {
			p.area, one.X.Title, one.Y.Title = d.ends[k], "", ""
			head := c
			head.Min.X, head.Max.Y = p.area.Min.X, p.area.Max.Y+vg.Length(1.5*p.legend)
			one.heading().block(p, 1, p.area.Size().X).draw(head)
		} else {
			on = p.above(c, one.Hidden())
		}
		axes := p.axesOn(one.X, one.Y, c.Size().X*0.8, c.Size().Y-vg.Length(3*p.tick))
		axes.Add(dotPlot{one})
		if one.Cursor != nil {
			axes.Add(cursor{one})
		}
		axes.draw(on)
	}
}

// axes returns the plot of a chart.
func (s Scatter) axes() axes {
	p := newAxes(s.X, s.Y)
	p.Add(dotPlot{s})
	return p
}

// shows reports whether (x, y) is within both axes.
func (d Scatter) shows(x, y float64) bool {
	_, okX := d.X.Shows(x)
	_, okY := d.Y.Shows(y)
	return okX && okY
}

// shown returns the dots within both axes, the lightest first.
func (d Scatter) shown() []chart.Dot {
	list := slices.DeleteFunc(slices.Clone(d.Dots.Dots), func(dot chart.Dot) bool { return !d.shows(dot.X, dot.Y) })
	slices.SortStableFunc(list, func(a, b chart.Dot) int { return a.Level - b.Level })
	return list
}

// glyph returns the glyph of a dot.
func (d Scatter) glyph(color, level int) draw.GlyphStyle {
	level = min(max(level, 0), chart.DotLevels-1)
	c := paint(color, false)
	c.A = []uint8{0x60, 0x80, 0xa0}[level] // paler than marks
	return draw.GlyphStyle{Color: c, Shape: shape(0, color), Radius: d.scaled([]vg.Length{1.2, 1.8, 2.5}[level])}
}

// mark returns the glyph of a mark: hollow, so that the dots below it are visible.
func (d Scatter) mark(m chart.Point) draw.GlyphStyle {
	return draw.GlyphStyle{Color: paint(m.Color, false), Shape: open{shape(m.Marker, 0)}, Radius: max(d.scaled(3.4), 2.6)}
}

// scaled reduces a size if there are many dots.
func (d Scatter) scaled(size vg.Length) vg.Length {
	n := max(float64(len(d.Dots.Dots)), 1)
	return size * vg.Length(min(max(math.Pow(1000/n, 0.25), 0.6), 1.6))
}

// dotPlot draws a scatter into its axes.
type dotPlot struct{ Scatter }

// Plot implements [plot.Plotter].
func (d dotPlot) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	type kind struct{ color, level int }
	glyphs := map[kind]draw.GlyphStyle{} // as there are many dots of each kind
	for _, dot := range d.shown() {
		of := kind{dot.Color, dot.Level}
		if _, known := glyphs[of]; !known {
			glyphs[of] = d.glyph(dot.Color, dot.Level)
		}
		c.DrawGlyphNoClip(glyphs[of], vg.Point{X: toX(dot.X), Y: toY(dot.Y)})
	}
	for _, m := range d.Marks {
		if d.shows(m.X, m.Y) {
			c.DrawGlyphNoClip(d.mark(m), vg.Point{X: toX(m.X), Y: toY(m.Y)})
		}
	}
	d.drawLabels(c, p)
}

// cursor draws the cursor of a scatter.
type cursor struct{ Scatter }

// Plot implements [plot.Plotter].
func (d cursor) Plot(c draw.Canvas, p *plot.Plot) {
	if toX, toY := p.Transforms(&c); d.shows(d.Cursor.X, d.Cursor.Y) {
		at := vg.Point{X: toX(d.Cursor.X), Y: toY(d.Cursor.Y)}
		line := draw.LineStyle{Color: paint(chart.MarkColor, false), Width: vg.Points(0.7)}
		c.StrokeLine2(line, at.X, c.Min.Y, at.X, c.Max.Y)
		c.StrokeLine2(line, c.Min.X, at.Y, c.Max.X, at.Y)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: line.Color, Shape: hollow(disc), Radius: vg.Points(5)}, at)
	}
}

// drawLabels writes the labels on translucent discs. It moves a label up if it would cover
// another one.
func (d Scatter) drawLabels(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	const radius = 6.5
	style := label(noteSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	var taken []vg.Point
	for _, l := range d.Labels {
		if !d.shows(l.X, l.Y) {
			continue
		}
		at := vg.Point{X: toX(l.X), Y: toY(l.Y)}
		for slices.ContainsFunc(taken, func(o vg.Point) bool { return math.Hypot(float64(o.X-at.X), float64(o.Y-at.Y)) < 2*radius }) {
			at.Y += radius
		}
		taken = append(taken, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.NRGBA{0xff, 0xff, 0xff, 0xb0}, Shape: edged{solid(disc)}, Radius: radius}, at)
		c.FillText(style, at, spelled(l.Text))
	}
}
