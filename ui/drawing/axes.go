package drawing

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// axes is a plot with titles of its axes, which may take several lines. Package plot reserves space for a title as if it stood in
// the middle of the numbers and not of the axis, which wastes much of a logarithmic chart.
type axes struct {
	*plot.Plot
	x, y string       // the titles, spelled
	size float64      // of the titles, in points
	area vg.Rectangle // the ends of the axes, empty if they follow from the texts
}

// newAxes returns the axes of a settled chart on a slide.
func newAxes(x, y chart.Axis) axes {
	a := axes{Plot: plot.New(), x: spelled(x.Title), y: spelled(y.Title), size: axisSize}
	for to, from := range map[*plot.Axis]chart.Axis{&a.X: x, &a.Y: y} {
		dress(to)
		to.Min, to.Max, to.Tick.Marker = from.Lo, from.Hi, ticks{from, 50}
		if from.Scale == chart.Log {
			to.Scale = plot.LogScale{}
		}
	}
	return a
}

// axesOn returns the axes of a settled chart whose lengths are about those given.
func (p Paper) axesOn(x, y chart.Axis, wide, high vg.Length) axes {
	a := newAxes(x, y)
	if a.area = p.area; p.bare {
		a.size = tickSize
		a.X.Tick.Marker, a.Y.Tick.Marker = ticks{x, p.cells(wide, false)}, ticks{y, p.cells(high, true)}
	}
	if !p.printed {
		return a
	}
	a.x, a.y, a.size = p.spelled(x.Title), p.spelled(y.Title), p.axis
	for to, from := range map[*plot.Axis]chart.Axis{&a.X: x, &a.Y: y} {
		to.Tick.Label.Font, to.Tick.Label.Handler = fontOf(p.tick), power{handler{text.Plain{Fonts: font.DefaultCache}}}
		to.LineStyle.Width, to.Tick.LineStyle.Width, to.Tick.Length = p.curve/2, p.curve/2, p.radius
		length := p.cells(wide, false)
		if to == &a.Y {
			length = p.cells(high, true)
		}
		to.Tick.Marker = printedTicks{ticks{from, length}}
	}
	return a
}

// draw draws the plot and the titles, and returns the area between the axes.
func (a axes) draw(c draw.Canvas) (area draw.Canvas) {
	style := label(a.size)
	if a.area != (vg.Rectangle{}) {
		return a.drawAt(c, style)
	}
	style.XAlign = draw.XCenter
	below := wrapped(style, a.x, 0.8*c.Size().X)
	beside := wrapped(style, a.y, 0.9*c.Size().Y)
	foot, left := vg.Length(len(below))*leading(style), vg.Length(len(beside))*leading(style)
	if left > 0 {
		left += vg.Points(4)
	}
	inner := draw.Crop(c, left, 0, foot, 0)
	a.Draw(inner)
	area = a.DataCanvas(inner)
	paragraph(c, style, vg.Point{X: area.Center().X, Y: c.Min.Y + foot}, below)
	style.Rotation, style.YAlign = math.Pi/2, draw.YTop
	for i, line := range beside {
		c.FillText(style, vg.Point{X: c.Min.X + vg.Length(i)*leading(style), Y: area.Center().Y}, line)
	}
	return area
}

// drawAt is draw for axes with given ends. The titles are where package chart has them: that of y above the axis, that of x at its
// right end.
func (a axes) drawAt(c draw.Canvas, style text.Style) (area draw.Canvas) {
	inner := c
	for range 2 { // as the room that labels take depends a little on the size
		got := a.DataCanvas(inner)
		inner.Min = inner.Min.Add(a.area.Min.Sub(got.Min))
		inner.Max = inner.Max.Add(a.area.Max.Sub(got.Max))
	}
	a.Draw(inner)
	style.YAlign = draw.YTop
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, a.y)
	style.YAlign = draw.YCenter
	c.FillText(style, vg.Point{X: min(a.area.Max.X+vg.Points(8), c.Max.X-style.Width(a.x)), Y: a.area.Min.Y}, a.x)
	return a.DataCanvas(inner)
}
