package drawing

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Lines is a line chart.
type Lines chart.Lines

func (Lines) height() vg.Length { return 12 * vg.Centimeter }

// draw draws the chart and, at its right, the legend.
func (l Lines) draw(c draw.Canvas) error {
	settled, ok := chart.Lines(l).Settled()
	if !ok {
		return errNothing
	}
	legend := newLegend()
	for i, s := range l.Series {
		addLegend(&legend, s, i)
	}
	if l.Band != "" {
		legend.Add(spelled(bandText(l)))
	}
	p := newPlot(settled.X, settled.Y)
	p.Add(curves{settled})
	drawBeside(above(c, settled.Hidden()), p, &legend, 0)
	return nil
}

// newPlot returns a plot with the axes of a settled chart.
func newPlot(x, y chart.Axis) *plot.Plot {
	p := plot.New()
	for to, from := range map[*plot.Axis]chart.Axis{&p.X: x, &p.Y: y} {
		to.Label.Text, to.Min, to.Max, to.Tick.Marker = spelled(from.Title), from.Lo, from.Hi, ticks{from, 50}
		if from.Scale == chart.Log {
			to.Scale = plot.LogScale{}
		}
	}
	return p
}

// curves draws a settled chart into its axes.
type curves struct{ chart.Lines }

// Plot implements [plot.Plotter].
func (l curves) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	at := func(x, y float64) vg.Point { return vg.Point{X: toX(x), Y: toY(y)} }
	order := l.Layers()
	samples := make([]chart.Curve, len(l.Series))
	for _, i := range order {
		samples[i] = l.Curve(l.Series[i])
		l.drawBand(c, samples[i], l.Series[i], at)
		l.drawBars(c, l.Series[i], at)
	}
	l.drawRules(c, toX, toY)
	for _, i := range order {
		if !l.Series[i].NoLine {
			drawLine(c, samples[i], stroke(l.Series[i]), at)
		}
	}
	for _, i := range order {
		if !l.Series[i].NoMarkers {
			for k, y := range samples[i].Y {
				l.drawGlyph(c, glyph(l.Series[i], i), samples[i].X[k], y, at)
			}
		}
	}
	for _, m := range l.Points {
		style := draw.GlyphStyle{Color: paint(m.Color, m.Faint), Radius: vg.Points(4.5), Shape: shape(m.Marker, 0)}
		l.drawGlyph(c, style, m.X, m.Y, at)
	}
}

// drawGlyph draws a sample if it is within both axes.
func (l curves) drawGlyph(c draw.Canvas, style draw.GlyphStyle, x, y float64, at func(x, y float64) vg.Point) {
	_, okX := l.X.Shows(x)
	_, okY := l.Y.Shows(y)
	if okX && okY {
		c.DrawGlyphNoClip(style, at(x, y))
	}
}

// drawLine draws a curve with its gaps; a single sample between two gaps is a dash.
func drawLine(c draw.Canvas, of chart.Curve, style draw.LineStyle, at func(x, y float64) vg.Point) {
	for _, part := range chart.Stretches(of.Y) {
		var line []vg.Point
		for k := part[0]; k < part[1]; k++ {
			line = append(line, at(of.X[k], of.Y[k]))
		}
		if len(line) == 1 {
			line = []vg.Point{{X: line[0].X - 3, Y: line[0].Y}, {X: line[0].X + 3, Y: line[0].Y}}
		}
		c.StrokeLines(style, c.ClipLinesXY(line)...)
	}
}

// drawBand shades the area between Lo and Hi. A lower end that a log axis can't show is
// drawn at the bottom of the chart.
func (l curves) drawBand(c draw.Canvas, of chart.Curve, s chart.Series, at func(x, y float64) vg.Point) {
	both := make([]float64, len(of.Lo))
	for k := range both {
		both[k] = of.Lo[k] + of.Hi[k] // NaN where one of them is
	}
	fill := paint(s.Color, s.Faint)
	fill.A = 40
	for _, part := range chart.Stretches(both) {
		var ring, back []vg.Point
		for k := part[0]; k < part[1]; k++ {
			ring, back = append(ring, at(of.X[k], of.Hi[k])), append(back, at(of.X[k], max(of.Lo[k], l.Y.Lo)))
		}
		slices.Reverse(back)
		if ring = c.ClipPolygonXY(append(ring, back...)); len(ring) > 2 {
			c.FillPolygon(fill, ring)
		}
	}
}

// drawRules draws the vertical and horizontal lines. If a line is beyond an end of the y
// axis, only its label is drawn, with an arrow.
func (l curves) drawRules(c draw.Canvas, toX, toY func(float64) vg.Length) {
	style := label(8)
	style.Color = color.Gray{0x55}
	dotted := draw.LineStyle{Color: color.Gray{0x88}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(1.5), vg.Points(2)}}
	for _, v := range l.VLines {
		if _, ok := l.X.Shows(v.X); ok {
			x := toX(v.X)
			c.StrokeLine2(dotted, x, c.Min.Y, x, c.Max.Y)
			c.FillText(style, vg.Point{X: x + vg.Points(2), Y: c.Min.Y + vg.Points(3)}, spelled(v.Label))
		}
	}
	for _, h := range l.HLines {
		u, ok := l.Y.Map(h.Y)
		if !ok {
			continue
		}
		y, arrow := vg.Length(0), ""
		if _, shown := l.Y.Shows(h.Y); shown {
			y = toY(h.Y)
			c.StrokeLine2(dotted, c.Min.X, y, c.Max.X, y)
		} else if y, arrow = c.Min.Y, "↓ "; u > 1 {
			y, arrow = c.Max.Y-vg.Points(10), "↑ "
		}
		if len(h.Labels) > 0 {
			c.FillText(style, vg.Point{X: c.Min.X + vg.Points(3), Y: y + vg.Points(2)}, spelled(arrow+h.Labels[0]))
		}
	}
}

// addLegend adds a curve to a legend.
func addLegend(to *plot.Legend, s chart.Series, i int) {
	if s.Name == "" || len(s.X) == 0 {
		return
	}
	var thumbs []plot.Thumbnailer
	if !s.NoLine {
		thumbs = append(thumbs, &plotter.Line{LineStyle: stroke(s)})
	}
	if !s.NoMarkers {
		thumbs = append(thumbs, &plotter.Scatter{GlyphStyle: glyph(s, i)})
	}
	to.Add(spelled(s.Name), thumbs...)
}

func stroke(s chart.Series) draw.LineStyle {
	style := draw.LineStyle{Color: paint(s.Color, s.Faint), Width: vg.Points(1.2)}
	if s.Dashed {
		style.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	}
	return style
}

func glyph(s chart.Series, i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: paint(s.Color, s.Faint), Radius: vg.Points(2.5), Shape: shape(s.Marker, i)}
}
