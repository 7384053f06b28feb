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

// curves draws a settled chart into its axes.
type curves struct {
	lines
	toX, toY func(float64) vg.Length
}

func (l curves) at(x, y float64) vg.Point { return vg.Point{X: l.toX(x), Y: l.toY(y)} }

// Plot implements [plot.Plotter].
func (l curves) Plot(c draw.Canvas, p *plot.Plot) {
	l.toX, l.toY = p.Transforms(&c)
	order, strokes := l.Layers(), l.strokes(l.Series)
	samples := make([]chart.Curve, len(l.Series))
	for _, i := range order {
		samples[i] = l.Curve(l.Series[i])
		l.drawBand(c, samples[i], l.Series[i])
		l.drawBars(c, l.Series[i])
	}
	l.drawDots(c)
	l.drawRules(c)
	for _, i := range order {
		for _, part := range l.Strokes(l.Series[i]) {
			l.drawLine(c, part, strokes[i])
		}
	}
	for _, i := range order {
		if !l.Series[i].NoMarkers {
			s := l.Series[i]
			for k := range min(len(s.X), len(s.Y)) {
				style, y := l.glyph(s), s.Y[k]
				if l.Y.Sinks(y) {
					style.Shape, y = fallen, l.Y.Lo
				}
				l.drawGlyph(c, style, s.X[k], y)
			}
		}
	}
	for _, m := range l.Points {
		l.drawGlyph(c, l.mark(m), m.X, m.Y)
	}
	l.drawNumbers(c)
	l.drawLabels(c)
	l.drawCursor(c)
}

// drawGlyph draws a sample if it is within both axes.
func (l curves) drawGlyph(c draw.Canvas, style draw.GlyphStyle, x, y float64) {
	if l.Shows(x, y) {
		c.DrawGlyphNoClip(style, l.at(x, y))
	}
}

// drawLine draws a curve with its gaps; a single sample between two gaps is a dash.
func (l curves) drawLine(c draw.Canvas, of chart.Curve, style draw.LineStyle) {
	for _, part := range chart.Stretches(of.Y) {
		var line []vg.Point
		for k := part[0]; k < part[1]; k++ {
			line = append(line, l.at(of.X[k], of.Y[k]))
		}
		if len(line) == 1 {
			line = []vg.Point{{X: line[0].X - 3, Y: line[0].Y}, {X: line[0].X + 3, Y: line[0].Y}}
		}
		c.StrokeLines(style, c.ClipLinesXY(line)...)
	}
}

// drawBand shades the area between Lo and Hi. A lower end that a log axis can't show is
// drawn at the bottom of the chart.
func (l curves) drawBand(c draw.Canvas, of chart.Curve, s chart.Series) {
	both := make([]float64, len(of.Lo))
	for k := range both {
		both[k] = of.Lo[k] + of.Hi[k] // NaN where one of them is
	}
	fill := paint(s.Color, s.Faint)
	fill.A = 40
	for _, part := range chart.Stretches(both) {
		var ring, back []vg.Point
		for k := part[0]; k < part[1]; k++ {
			ring, back = append(ring, l.at(of.X[k], of.Hi[k])), append(back, l.at(of.X[k], max(of.Lo[k], l.Y.Lo)))
		}
		slices.Reverse(back)
		if ring = c.ClipPolygonXY(append(ring, back...)); len(ring) > 2 {
			c.FillPolygon(fill, ring)
		}
	}
}

// drawRules draws the vertical and the horizontal lines, without labels.
func (l curves) drawRules(c draw.Canvas) {
	dotted := draw.LineStyle{Color: color.Gray{0x88}, Width: vg.Points(0.7), Dashes: []vg.Length{1.5, 2}}
	for _, v := range l.VLines {
		if _, ok := l.X.Shows(v.X); ok {
			c.StrokeLine2(dotted, l.toX(v.X), c.Min.Y, l.toX(v.X), c.Max.Y)
		}
	}
	for _, h := range l.HLines {
		if _, ok := l.Y.Shows(h.Y); ok {
			c.StrokeLine2(dotted, c.Min.X, l.toY(h.Y), c.Max.X, l.toY(h.Y))
		}
	}
}

// drawLabels writes the labels of lines above all else, on a translucent ground: those of vertical lines at the top,
// below each other where they would overlap. The label of a horizontal line beyond an end of the y axis has an arrow;
// beyond the upper end it is above the chart.
func (l curves) drawLabels(c draw.Canvas) {
	style := label(noteSize)
	style.Color = color.Gray{0x33}
	write := func(at vg.Point, text string) {
		c.SetColor(color.NRGBA{0xff, 0xff, 0xff, 0xb0})
		c.Fill(box(at.X-1, at.Y-1, at.X+style.Width(text), at.Y+leading(style)-2).Path())
		c.FillText(style, at, text)
	}
	free := map[vg.Length]vg.Length{} // where the labels of each height end
	for _, v := range l.VLines {
		if _, ok := l.X.Shows(v.X); !ok {
			continue
		}
		text := spelled(v.Label)
		at := vg.Point{X: min(l.toX(v.X)+vg.Points(3), c.Max.X-style.Width(text)), Y: c.Max.Y - leading(style)}
		for at.X < free[at.Y] {
			at.Y -= leading(style)
		}
		free[at.Y] = at.X + style.Width(text)
		write(at, text)
	}
	for _, h := range l.HLines {
		u, ok := l.Y.Map(h.Y)
		if !ok || len(h.Labels) == 0 {
			continue
		}
		at, arrow := vg.Point{X: c.Min.X + vg.Points(3), Y: c.Min.Y + vg.Points(2)}, "↓ "
		if _, shown := l.Y.Shows(h.Y); shown {
			at.Y, arrow = l.toY(h.Y)+vg.Points(2), ""
		} else if u > 1 {
			at.Y, arrow = c.Max.Y+vg.Points(1), "↑ "
		}
		write(at, spelled(arrow+h.Labels[0]))
	}
}

// drawBars draws the ranges of the samples of a series that has them in both directions, cut at the ends of the axes.
func (l curves) drawBars(c draw.Canvas, s chart.Series) {
	style := draw.LineStyle{Color: paint(s.Color, s.Faint), Width: vg.Points(0.7)}
	cut := func(a chart.Axis, v float64) float64 {
		if math.IsNaN(v) {
			return a.Lo
		}
		return min(max(v, a.Lo), a.Hi)
	}
	for i := range min(len(s.XLo), len(s.XHi), len(s.Lo), len(s.Hi)) {
		if x, y := s.X[i], s.Y[i]; l.Shows(x, y) {
			c.StrokeLines(style,
				[]vg.Point{l.at(cut(l.X, s.XLo[i]), y), l.at(cut(l.X, s.XHi[i]), y)},
				[]vg.Point{l.at(x, cut(l.Y, s.Lo[i])), l.at(x, cut(l.Y, s.Hi[i]))})
		}
	}
}

// glyph returns the marker of a series.
func (p Paper) glyph(s chart.Series) draw.GlyphStyle {
	return draw.GlyphStyle{Color: paint(s.Color, s.Faint), Radius: p.radius, Shape: shape(s.Sign())}
}

// mark returns the glyph of a marked point: a large one, or among dots a hollow one, which does not hide them.
func (l lines) mark(m chart.Point) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: paint(m.Color, m.Faint), Radius: vg.Points(5.5), Shape: shape(m.Sign())}
	if len(l.Dots) > 0 {
		style.Shape, style.Radius = open{shape(m.Sign())}, max(l.scaled(3.4), 2.6)
	}
	return style
}

// dot returns the glyph of a dot, paler than marks.
func (l lines) dot(index, level int) draw.GlyphStyle {
	c, marker := paint(index, false), chart.Series{Color: index}.Sign()
	c.A = []uint8{0x60, 0x80, 0xa0}[level]
	return draw.GlyphStyle{Color: c, Shape: shape(marker), Radius: l.scaled([]vg.Length{1.2, 1.8, 2.5}[level])}
}

// scaled reduces a size if there are many dots.
func (l lines) scaled(size vg.Length) vg.Length {
	return size * vg.Length(min(max(math.Pow(1000/max(float64(len(l.Dots)), 1), 0.25), 0.6), 1.6))
}

// drawDots draws the dots within both axes, the lightest first.
func (l curves) drawDots(c draw.Canvas) {
	list := slices.Clone(l.Dots)
	slices.SortStableFunc(list, func(a, b chart.Dot) int { return a.Level - b.Level })
	for _, dot := range list {
		l.drawGlyph(c, l.dot(dot.Color, dot.Level), dot.X, dot.Y)
	}
}

// drawNumbers writes the labels of groups of dots on translucent discs. It moves up a label that would cover another.
func (l curves) drawNumbers(c draw.Canvas) {
	const radius = 6.5
	style := label(noteSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	ground := draw.GlyphStyle{Color: color.NRGBA{0xff, 0xff, 0xff, 0xb0}, Radius: radius}
	ground.Shape = edged(disc)
	var taken []vg.Point
	for _, n := range l.Labels {
		if !l.Shows(n.X, n.Y) {
			continue
		}
		at := l.at(n.X, n.Y)
		near := func(o vg.Point) bool { return math.Hypot(float64(o.X-at.X), float64(o.Y-at.Y)) < 2*radius }
		for slices.ContainsFunc(taken, near) {
			at.Y += radius
		}
		taken = append(taken, at)
		c.DrawGlyphNoClip(ground, at)
		c.FillText(style, at, spelled(n.Text))
	}
}

// drawCursor draws the cursor of dots on a pane.
func (l curves) drawCursor(c draw.Canvas) {
	if !l.bare || l.Cursor == nil || !l.Shows(l.Cursor.X, l.Cursor.Y) {
		return
	}
	at := l.at(l.Cursor.X, l.Cursor.Y)
	line := draw.LineStyle{Color: paint(chart.MarkColor, false), Width: vg.Points(0.7)}
	c.StrokeLine2(line, at.X, c.Min.Y, at.X, c.Max.Y)
	c.StrokeLine2(line, c.Min.X, at.Y, c.Max.X, at.Y)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: line.Color, Shape: glyph{line: []outline{disc}}, Radius: vg.Points(5)}, at)
}
