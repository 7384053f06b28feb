package drawing

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Dots is a scatter chart of points in groups, with the texts of its legend. The cursor is
// not drawn.
type Dots struct {
	chart.Dots
	Of     string                  // heading of the legend: the method of the marks
	Marked string                  // meaning of the marks
	Groups []string                // names by colour
	Levels [chart.DotLevels]string // meaning of the sizes; empty if all dots have one size
}

func (Dots) height() vg.Length { return 12 * vg.Centimeter }

// draw draws the dots, heavier ones above lighter ones, then marks and labels.
func (d Dots) draw(c draw.Canvas) error {
	var ok bool
	if d.Dots, ok = d.Settled(); !ok {
		return errNothing
	}
	p := newPlot(d.X, d.Y)
	p.Add(dotPlot{d})
	legend := d.legend()
	drawBeside(above(c, d.Hidden()), p, &legend, 0)
	return nil
}

// shows reports whether (x, y) is within both axes.
func (d Dots) shows(x, y float64) bool {
	_, okX := d.X.Shows(x)
	_, okY := d.Y.Shows(y)
	return okX && okY
}

// shown returns the dots within both axes, the lightest first.
func (d Dots) shown() []chart.Dot {
	list := slices.DeleteFunc(slices.Clone(d.Dots.Dots), func(dot chart.Dot) bool { return !d.shows(dot.X, dot.Y) })
	slices.SortStableFunc(list, func(a, b chart.Dot) int { return a.Level - b.Level })
	return list
}

// glyph returns the glyph of a dot.
func (d Dots) glyph(color, level int) draw.GlyphStyle {
	level = min(max(level, 0), chart.DotLevels-1)
	return draw.GlyphStyle{Color: paint(color, level == 0), Shape: shape(0, color), Radius: d.scaled([]vg.Length{1.1, 1.7, 2.5}[level])}
}

// mark returns the glyph of a mark.
func (d Dots) mark(m chart.Point) draw.GlyphStyle {
	return draw.GlyphStyle{Color: highlight(), Shape: edged{shape(m.Marker, 0)}, Radius: max(d.scaled(2.7), 2)}
}

// scaled reduces a size if there are many dots.
func (d Dots) scaled(size vg.Length) vg.Length {
	n := max(float64(len(d.Dots.Dots)), 1)
	return size * vg.Length(min(max(math.Pow(1000/n, 0.25), 0.6), 1.6))
}

// legend returns the legend of groups, marks and levels.
func (d Dots) legend() plot.Legend {
	l := newLegend()
	thumb := func(style draw.GlyphStyle) plot.Thumbnailer { return &plotter.Scatter{GlyphStyle: style} }
	if d.Of != "" {
		l.Add(spelled(d.Of))
	}
	if len(d.Marks) > 0 {
		l.Add(spelled(d.Marked), thumb(d.mark(d.Marks[0])))
	}
	for k, name := range d.Groups {
		style := d.glyph(k, chart.DotLevels-1)
		style.Radius = max(style.Radius, vg.Points(2.5))
		l.Add(spelled(name), thumb(style))
	}
	if d.Levels[0] != "" {
		l.Add("")
	}
	for level, name := range d.Levels {
		if name != "" {
			style := d.glyph(0, level)
			style.Color = paint(chart.NoColor, level == 0)
			l.Add(spelled(name), thumb(style))
		}
	}
	return l
}

// dotPlot draws a scatter into its axes.
type dotPlot struct{ Dots }

// Plot implements [plot.Plotter].
func (d dotPlot) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for _, dot := range d.shown() {
		c.DrawGlyphNoClip(d.glyph(dot.Color, dot.Level), vg.Point{X: toX(dot.X), Y: toY(dot.Y)})
	}
	for _, m := range d.Marks {
		if d.shows(m.X, m.Y) {
			c.DrawGlyphNoClip(d.mark(m), vg.Point{X: toX(m.X), Y: toY(m.Y)})
		}
	}
	d.drawLabels(c, p)
}

// drawLabels writes the labels on translucent discs. It moves a label up if it would cover
// another one.
func (d Dots) drawLabels(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	const radius = 5.5
	style := label(8)
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
