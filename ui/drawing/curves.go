package drawing

import (
	"image/color"
	"slices"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// curves draws a settled chart into its axes.
type curves struct {
	chart.Lines
	on      Paper
	strokes []draw.LineStyle
}

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
			drawLine(c, samples[i], l.strokes[i], at)
		}
	}
	for _, i := range order {
		if !l.Series[i].NoMarkers {
			for k, y := range samples[i].Y {
				l.drawGlyph(c, l.on.glyph(l.Series[i], i), samples[i].X[k], y, at)
			}
		}
	}
	for _, m := range l.Points {
		l.drawGlyph(c, marked(m), m.X, m.Y, at)
	}
	l.drawLabels(c, toX, toY)
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

// drawRules draws the vertical and the horizontal lines, without labels.
func (l curves) drawRules(c draw.Canvas, toX, toY func(float64) vg.Length) {
	dotted := draw.LineStyle{Color: color.Gray{0x88}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(1.5), vg.Points(2)}}
	for _, v := range l.VLines {
		if _, ok := l.X.Shows(v.X); ok {
			c.StrokeLine2(dotted, toX(v.X), c.Min.Y, toX(v.X), c.Max.Y)
		}
	}
	for _, h := range l.HLines {
		if _, ok := l.Y.Shows(h.Y); ok {
			c.StrokeLine2(dotted, c.Min.X, toY(h.Y), c.Max.X, toY(h.Y))
		}
	}
}

// drawLabels writes the labels of lines above all else, on a translucent ground. One of a vertical line is above others, and above
// curves that it would cover, as far as there is space. One of a horizontal line beyond an end of the y axis has an arrow; beyond the upper end it is above the chart.
func (l curves) drawLabels(c draw.Canvas, toX, toY func(float64) vg.Length) {
	style := label(noteSize)
	style.Color = color.Gray{0x33}
	write := func(at vg.Point, text string) {
		c.SetColor(color.NRGBA{0xff, 0xff, 0xff, 0xb0})
		c.Fill(vg.Rectangle{Min: vg.Point{X: at.X - 1, Y: at.Y - 1}, Max: vg.Point{X: at.X + style.Width(text), Y: at.Y + leading(style) - 2}}.Path())
		c.FillText(style, at, text)
	}
	covers := func(at vg.Point, wide vg.Length) bool {
		space := vg.Points(6) // half a marked point
		return l.crosses(vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - space}, Max: vg.Point{X: at.X + wide, Y: at.Y + leading(style) + space/2}}, toX, toY)
	}
	free := map[vg.Length]vg.Length{} // where the labels of each height end
	for _, v := range l.VLines {
		if _, ok := l.X.Shows(v.X); !ok {
			continue
		}
		wide := style.Width(l.on.spelled(v.Label))
		at := vg.Point{X: min(toX(v.X)+vg.Points(3), c.Max.X-wide), Y: c.Min.Y + vg.Points(3)}
		for lowest := at.Y; at.X < free[at.Y] || covers(at, wide); at.Y += leading(style) {
			if at.Y+2*leading(style) > c.Max.Y {
				covers, at.Y = func(vg.Point, vg.Length) bool { return false }, lowest-leading(style)
			}
		}
		free[at.Y] = at.X + wide
		write(at, l.on.spelled(v.Label))
	}
	for _, h := range l.HLines {
		u, ok := l.Y.Map(h.Y)
		if !ok || len(h.Labels) == 0 {
			continue
		}
		at, arrow := vg.Point{X: c.Min.X + vg.Points(3), Y: c.Min.Y + vg.Points(2)}, "↓ "
		if _, shown := l.Y.Shows(h.Y); shown {
			at.Y, arrow = toY(h.Y)+vg.Points(2), ""
		} else if u > 1 {
			at.Y, arrow = c.Max.Y+vg.Points(1), "↑ "
		}
		write(at, l.on.spelled(arrow+h.Labels[0]))
	}
}

// crosses reports whether a curve or a marked point is within a rectangle.
func (l curves) crosses(r vg.Rectangle, toX, toY func(float64) vg.Length) bool {
	within := func(x, y vg.Length) bool { return x >= r.Min.X && x <= r.Max.X && y >= r.Min.Y && y <= r.Max.Y }
	const steps = 64 // between two samples
	for _, s := range l.Series {
		of := l.Curve(s)
		for k := 1; k < len(of.Y); k++ {
			x0, y0, x1, y1 := toX(of.X[k-1]), toY(of.Y[k-1]), toX(of.X[k]), toY(of.Y[k])
			for i := range steps + 1 {
				if u := vg.Length(i) / steps; within(x0+u*(x1-x0), y0+u*(y1-y0)) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(l.Points, func(m chart.Point) bool { return within(toX(m.X), toY(m.Y)) })
}

// Kinds of lines.
const (
	solidLine = iota
	dashedLine
	dottedLine
)

// strokes returns the styles of the curves. Those of one colour differ in their dashes; in print, those of different colours do so, too.
func (p Paper) strokes(list []chart.Series) []draw.LineStyle {
	patterns := [][][]vg.Length{
		solidLine:  {nil, {9, 3}, {9, 3, 2, 3}, {2, 2.5}, {9, 3, 2, 3, 2, 3}},
		dashedLine: {{4, 3}, {4, 3, 1.5, 3}, {6, 2, 4, 2}, {4, 3, 1.5, 3, 1.5, 3}},
		dottedLine: {{1.2, 2.8}},
	}
	if p.printed {
		patterns[solidLine] = [][]vg.Length{nil, {9, 3.5}, {1.8, 2.4}, {9, 3, 1.8, 3}, {4.5, 2.5}, {9, 2.5, 1.8, 2.5, 1.8, 2.5}}
	}
	type kind struct {
		color color.NRGBA
		line  int
	}
	seen := map[kind]int{}
	styles := make([]draw.LineStyle, len(list))
	for i, s := range list {
		of := kind{paint(s.Color, s.Faint), solidLine}
		switch {
		case s.Dotted:
			of.line = dottedLine
		case s.Dashed:
			of.line = dashedLine
		}
		styles[i] = draw.LineStyle{Color: of.color, Width: p.curve}
		if s.NoLine {
			continue
		}
		if p.printed && of.line == dashedLine && s.NoMarkers { // a front or a bound, which the dashes of methods are not to resemble
			styles[i].Width = p.curve / 2
			continue
		}
		list, at := patterns[of.line], seen[of]
		if p.printed && of.line == solidLine && s.Color >= 0 && s.Color < chart.MarkColor {
			_, hue := chart.Braille.Sign(s.Color)
			at += hue
		}
		for _, length := range list[at%len(list)] {
			styles[i].Dashes = append(styles[i].Dashes, length*p.dash)
		}
		seen[of]++
	}
	return styles
}

// glyph returns the marker of series i. A letter, by which the title of a pane names a curve, stays one there.
func (p Paper) glyph(s chart.Series, i int) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: paint(s.Color, s.Faint), Radius: p.radius, Shape: shape(s.Marker, i)}
	if p.bare && unicode.IsLetter(s.Marker) {
		style.Shape = letter(s.Marker)
	}
	return style
}

// marked returns the style of a marked point.
func marked(m chart.Point) draw.GlyphStyle {
	return draw.GlyphStyle{Color: paint(m.Color, m.Faint), Radius: vg.Points(5.5), Shape: shape(m.Marker, 0)}
}
