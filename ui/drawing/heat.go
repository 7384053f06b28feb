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

// heat is a heat map on a paper, the lighter the better, with the texts of its legend. The cursor is drawn on a pane
// only.
type heat struct {
	Paper
	chart.Heat
}

func (h heat) height() vg.Length { return h.room }

// draw draws the map and, at its right, the legend.
func (h heat) draw(c draw.Canvas) error {
	scale, ok := h.Scale()
	if !ok {
		return errNothing
	}
	p, b := h.emptyAxes(h.X.Title, h.Y.Title), barOfScale(scale)
	legend := h.legend().place(h.Paper, h.room)
	const side = 85 // for the bar with its figures and its label
	across := c.Size().X - vg.Points(80) - max(legend.width, side)
	if h.bare {
		across = h.area.Size().X
	}
	for axis, values := range map[*plot.Axis][]float64{&p.X: h.X.Values, &p.Y: h.Y.Values} {
		axis.Min, axis.Max, axis.Padding = -0.5, float64(len(values))-0.5, 0
		axis.LineStyle.Width = 0 // the frame is the line
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = cellTicks(h.X.Values, across), cellTicks(h.Y.Values, math.MaxFloat64)
	p.Add(cells{h, b})
	if h.bare {
		title := p.y
		p.y = ""
		p.draw(c)
		c.FillText(label(tickSize), vg.Point{X: c.Min.X, Y: h.area.Min.Y - tickSize}, title)
		return nil
	}
	of, column := legend.split(c, side)
	column.Min.Y = p.draw(of).Min.Y
	legend.draw(column)
	column.Max.Y -= legend.height()
	strip := box(column.Min.X, column.Min.Y, column.Min.X+barWidth, column.Max.Y-14)
	b.draw(c, strip)
	style := label(legendSize)
	style.Rotation, style.XAlign = math.Pi/2, draw.XCenter
	at := vg.Point{X: strip.Max.X + 52, Y: (strip.Min.Y + strip.Max.Y) / 2}
	for _, line := range wrapped(style, spelled(h.Figure), strip.Size().Y) {
		c.FillText(style, at, line)
		at.X += leading(style)
	}
	return nil
}

// barOfScale returns the bar of a scale, in the colours of the screens.
func barOfScale(scale chart.HeatScale) bar {
	colour := func(v float64) color.Color {
		switch {
		case math.IsNaN(v):
			return color.Transparent
		case math.IsInf(v, 0):
			return noFigure()
		}
		return chart.Viridis(1 - scale.Badness(v))
	}
	return bar{axis: chart.Axis{Lo: scale.Best, Hi: scale.Worst}, share: scale.Badness, figure: scale.Figure,
		color: colour, upright: true, ratio: scale.Ratio()}
}

// legend returns the legend of the marks, and of the cross if there is one.
func (h heat) legend() (l legend) {
	for _, m := range h.Marks {
		l.add(spelled(m.Name), glyphSample(mark(m.Marker)))
	}
	if slices.ContainsFunc(slices.Concat(h.Values...), func(v float64) bool { return math.IsInf(v, 0) }) {
		l.add("failed", glyphSample(cross()))
	}
	return l
}

// mark returns the glyph of a character; the star, which marks the best cell, is the largest.
func mark(r rune) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: scaled{color.White}, Shape: edged(shape(r).fill[0]), Radius: vg.Points(4.5)}
	if r == '★' {
		style.Radius = vg.Points(6)
	}
	return style
}

// cellTicks returns ticks at the middles of rows or columns, labelled as far as labels fit.
func cellTicks(values []float64, room vg.Length) plot.ConstantTicks {
	widest := vg.Length(0)
	for _, v := range values {
		widest = max(widest, label(tickSize).Width(chart.Brief(v))+vg.Points(6))
	}
	every := int(math.Ceil(float64(widest * vg.Length(len(values)) / room)))
	var ticks plot.ConstantTicks
	for k, v := range values {
		t := plot.Tick{Value: float64(k)}
		if k%max(every, 1) == 0 {
			t.Label = chart.Brief(v)
		}
		if !math.IsNaN(v) {
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// cells draws a heat map into its axes.
type cells struct {
	heat
	bar bar
}

// Plot implements [plot.Plotter].
func (h cells) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	values := slices.Clone(h.Values)
	slices.Reverse(values)
	c.DrawImage(c.Rectangle, picture(values, h.bar.color))
	for row := range h.Y.Values {
		for column := range h.X.Values {
			if math.IsInf(h.Value(column, row), 0) {
				c.DrawGlyphNoClip(cross(), vg.Point{X: toX(float64(column)), Y: toY(float64(row))})
			}
		}
	}
	frame(c, c.Rectangle)
	h.outline(c, toX, toY)
	if h.Cursor && h.bare {
		x, y := float64(h.Column), float64(h.Row)
		c.SetLineStyle(draw.LineStyle{Color: scaled{color.White}, Width: vg.Points(1.5)})
		c.Stroke(box(toX(x-0.5), toY(y-0.5), toX(x+0.5), toY(y+0.5)).Path())
	}
	for _, m := range h.Marks {
		elsewhere := func(o chart.HeatMark) bool { return o.Column != m.Column || o.Row != m.Row }
		same := slices.DeleteFunc(slices.Clone(h.Marks), elsewhere)
		aside := vg.Length(slices.Index(same, m)) - vg.Length(len(same)-1)/2
		c.DrawGlyph(mark(m.Marker), vg.Point{X: toX(float64(m.Column)) + aside*15, Y: toY(float64(m.Row))})
	}
}

// outline draws the sides of cells near the best on which their neighbours are not near it.
func (h cells) outline(c draw.Canvas, toX, toY func(float64) vg.Length) {
	near := func(column, row int) bool { return column >= 0 && row >= 0 && h.Value(column, row) <= h.Near }
	c.SetLineStyle(draw.LineStyle{Color: scaled{color.Black}, Width: vg.Points(1)})
	for row := range h.Y.Values {
		for column := range h.X.Values {
			for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				if h.Near == 0 || !near(column, row) || near(column+d[0], row+d[1]) {
					continue
				}
				x, y, dx, dy := float64(column), float64(row), float64(d[0])/2, float64(d[1])/2
				var side vg.Path
				side.Move(vg.Point{X: toX(x + dx - dy), Y: toY(y + dy - dx)})
				side.Line(vg.Point{X: toX(x + dx + dy), Y: toY(y + dy + dx)})
				c.Stroke(side)
			}
		}
	}
}

// cross returns the glyph of a cell whose figure can't be computed.
func cross() draw.GlyphStyle {
	return draw.GlyphStyle{Color: color.Black, Radius: vg.Points(4), Shape: draw.CrossGlyph{}}
}
