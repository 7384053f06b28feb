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

// Heat is a heat map, the lighter the better, with the texts of its legend. The cursor is drawn on a pane only.
type Heat struct {
	slide
	chart.Heat
	Figure string          // name of the figure in the cells
	Names  map[rune]string // meaning of the marks, by their characters
	Failed string          // meaning of a cross
}

func (h Heat) on(p Paper) Chart { h.pane = p; return h }

func (Heat) height() vg.Length { return bodyHeight }

// draw draws the map and, at its right, the legend.
func (h Heat) draw(c draw.Canvas) error {
	b, err := h.bar()
	if err != nil {
		return err
	}
	p := axes{Plot: plot.New(), x: spelled(h.X.Title), y: spelled(h.Y.Title), size: axisSize}
	for axis, values := range map[*plot.Axis][]float64{&p.X: h.X.Values, &p.Y: h.Y.Values} {
		dress(axis)
		axis.Min, axis.Max, axis.Padding = -0.5, float64(len(values))-0.5, 0
		axis.LineStyle.Width = 0 // the frame is the line
	}
	if h.paper().bare {
		return h.drawAt(c, p, b)
	}
	const side = 85 // for the bar with its figures and its label
	legend := h.legend().beside(h.paper())
	across := c.Size().X - max(legend.width, side) - vg.Points(80)
	p.X.Tick.Marker, p.Y.Tick.Marker = cellTicks(h.X.Values, across), cellTicks(h.Y.Values, math.MaxFloat64)
	p.Add(cells{h, b})
	column := legend.drawBeside(c, p, side)

	strip := vg.Rectangle{Min: column.Min, Max: vg.Point{X: column.Min.X + barWidth, Y: column.Max.Y - vg.Points(14)}}
	b.draw(c, strip)
	style := label(legendSize)
	style.Rotation, style.XAlign = math.Pi/2, draw.XCenter
	for i, line := range wrapped(style, spelled(h.Figure), strip.Size().Y) {
		c.FillText(style, vg.Point{X: strip.Max.X + 52 + vg.Length(i)*leading(style), Y: (strip.Min.Y + strip.Max.Y) / 2}, line)
	}
	return nil
}

// drawAt draws the map where its text has it, with the bar of colours as the last line.
func (h Heat) drawAt(c draw.Canvas, p axes, b bar) error {
	area, style := h.paper().area, label(tickSize)
	p.X.Tick.Marker, p.Y.Tick.Marker = cellTicks(h.X.Values, area.Size().X), cellTicks(h.Y.Values, math.MaxFloat64)
	p.area, p.size, p.y = area, tickSize, ""
	p.Add(cells{h, b})
	p.drawAt(c, label(tickSize))
	c.FillText(style, vg.Point{X: c.Min.X, Y: area.Min.Y - vg.Length(tickSize)}, spelled(h.Y.Title))
	at := vg.Point{X: area.Min.X, Y: c.Min.Y + vg.Points(1)}
	write := func(text string) {
		c.FillText(style, at, spelled(text))
		at.X += style.Width(text) + vg.Points(4)
	}
	lo, hi := b.figure(0), b.figure(1)
	write(brief(lo))
	if lo != hi {
		strip := vg.Rectangle{Min: at, Max: vg.Point{X: at.X + area.Size().X*2/5, Y: at.Y + vg.Length(tickSize)}}
		b.upright = false
		b.fill(c, strip)
		frame(c, strip)
		at.X = strip.Max.X + vg.Points(4)
		write(brief(hi))
	}
	if room := c.Max.X - at.X; style.Width(spelled(h.Figure)) <= room {
		write(h.Figure)
	}
	return nil
}

// bar returns the scale of colours, which is that of the screens.
func (h Heat) bar() (bar, error) {
	scale, ok := h.Scale()
	if !ok {
		return bar{}, errNothing
	}
	return bar{scale: scale, upright: true, color: func(v float64) color.Color { return chart.Viridis(1 - scale.Badness(v)) }}, nil
}

// legend returns the legend of the marks, and of the cross if there is one.
func (h Heat) legend() (l legend) {
	if h.paper().bare {
		return nil
	}
	named := map[rune]bool{}
	for _, m := range h.Marks {
		if !named[m.Marker] {
			l.add(h.Names[m.Marker], glyphSample(mark(m.Marker)))
		}
		named[m.Marker] = true
	}
	for row := range h.Y.Values {
		for column := range h.X.Values {
			if math.IsInf(h.Value(column, row), 0) {
				l.add(h.Failed, glyphSample(cross()))
				return l
			}
		}
	}
	return l
}

// mark returns the glyph of a character; the star, which marks the best cell, is the largest.
func mark(r rune) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: scaled{color.White}, Shape: edged{shape(r, 0)}, Radius: vg.Points(4.5)}
	if r == '★' {
		style.Radius = vg.Points(6)
	}
	return style
}

// cellTicks returns ticks at the middles of rows or columns, labelled as far as labels fit.
func cellTicks(values []float64, room vg.Length) plot.ConstantTicks {
	widest := vg.Length(0)
	for _, v := range values {
		widest = max(widest, label(tickSize).Width(brief(v))+vg.Points(6))
	}
	every := int(math.Ceil(float64(widest * vg.Length(len(values)) / room)))
	var ticks plot.ConstantTicks
	for k, v := range values {
		t := plot.Tick{Value: float64(k)}
		if k%max(every, 1) == 0 {
			t.Label = brief(v)
		}
		if !math.IsNaN(v) {
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// cells draws a heat map into its axes.
type cells struct {
	Heat
	bar bar
}

// Plot implements [plot.Plotter]. Each cell extends a little into those at its right and
// above, which are drawn later, so that there are no gaps between cells.
func (h cells) Plot(c draw.Canvas, p *plot.Plot) {
	const overlap = 0.5
	toX, toY := p.Transforms(&c)
	for row := range h.Y.Values {
		for column := range h.X.Values {
			x, y := float64(column), float64(row)
			r := vg.Rectangle{Min: vg.Point{X: toX(x - 0.5), Y: toY(y - 0.5)}, Max: vg.Point{X: toX(x+0.5) + overlap, Y: toY(y+0.5) + overlap}}
			r.Max.X, r.Max.Y = min(r.Max.X, c.Max.X), min(r.Max.Y, c.Max.Y)
			v := h.Value(column, row)
			switch {
			case math.IsNaN(v):
				c.SetColor(color.White)
			case math.IsInf(v, 0):
				c.SetColor(noFigure())
			default:
				c.SetColor(scaled{h.bar.color(v)})
			}
			c.Fill(r.Path())
			if math.IsInf(v, 0) {
				c.DrawGlyphNoClip(cross(), vg.Point{X: toX(x), Y: toY(y)})
			}
		}
	}
	frame(c, c.Rectangle)
	h.outline(c, toX, toY)
	if h.Cursor && h.paper().bare {
		x, y := float64(h.Column), float64(h.Row)
		c.SetLineStyle(draw.LineStyle{Color: scaled{color.White}, Width: vg.Points(1.5)})
		c.Stroke(vg.Rectangle{Min: vg.Point{X: toX(x - 0.5), Y: toY(y - 0.5)}, Max: vg.Point{X: toX(x + 0.5), Y: toY(y + 0.5)}}.Path())
	}
	at := map[[2]int][]chart.HeatMark{}
	for _, m := range h.Marks {
		cell := [2]int{m.Column, m.Row}
		at[cell] = append(at[cell], m)
	}
	for _, m := range h.Marks {
		same := at[[2]int{m.Column, m.Row}]
		aside := vg.Length(slices.Index(same, m)) - vg.Length(len(same)-1)/2
		c.DrawGlyph(mark(m.Marker), vg.Point{X: toX(float64(m.Column)) + aside*vg.Points(15), Y: toY(float64(m.Row))})
	}
}

// outline draws the sides of cells near the best at which their neighbours are not.
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
