package drawing

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// axes is a plot with titles of its axes, which may take several lines. Package plot reserves space for a title as if
// it stood in the middle of the numbers and not of the axis, which wastes much of a logarithmic chart.
type axes struct {
	*plot.Plot
	x, y string       // the titles, spelled
	size float64      // of the titles, in points
	area vg.Rectangle // the ends of the axes, empty if they follow from the texts
}

// axesOn returns the axes of a settled chart on a canvas of about that size.
func (p Paper) axesOn(x, y chart.Axis, room vg.Point) axes {
	a := p.emptyAxes(x.Title, y.Title)
	for to, from := range map[*plot.Axis]chart.Axis{&a.X: x, &a.Y: y} {
		to.Min, to.Max = from.Lo, from.Hi
		if from.Scale == chart.Log {
			to.Scale = plot.LogScale{}
		}
		length := 50 // in characters, on slides
		switch {
		case (p.bare || p.printed) && to == &a.X:
			length = p.cells(room.X*0.8, false)
		case p.bare || p.printed:
			length = p.cells(room.Y-vg.Length(3*p.tick), true)
		}
		to.Tick.Marker = p.ticks(from, length)
		if p.printed {
			to.LineStyle.Width, to.Tick.LineStyle.Width, to.Tick.Length = p.curve/2, p.curve/2, p.radius
		}
	}
	return a
}

// emptyAxes returns axes with titles and fonts.
func (p Paper) emptyAxes(x, y string) axes {
	a := axes{Plot: plot.New(), x: spelled(x), y: spelled(y), size: p.axis, area: p.area}
	for _, to := range []*plot.Axis{&a.X, &a.Y} {
		to.Tick.Label.Font, to.Tick.Label.Handler = fontOf(p.tick), label(p.tick).Handler
		to.Label.TextStyle = to.Tick.Label // whose blank is the space between ticks and their labels
		to.Tick.Length = vg.Points(5)
	}
	return a
}

// draw draws the plot and the titles, and returns the area between the axes.
func (a axes) draw(c draw.Canvas) (area draw.Canvas) {
	if a.area != (vg.Rectangle{}) {
		return a.drawAt(c)
	}
	style := label(a.size)
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

// drawAt is draw for axes with given ends. The titles are where package chart has them: that of y above the axis, that
// of x at its right end.
func (a axes) drawAt(c draw.Canvas) (area draw.Canvas) {
	inner, style := c, label(a.size)
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

// ticks returns the ticks of package chart for an axis of that length in characters. In print a logarithmic axis has
// short ticks without labels between them, at most nine a decade.
func (p Paper) ticks(axis chart.Axis, cells int) (list plot.ConstantTicks) {
	for _, one := range chart.Ticks(axis, cells) {
		list = append(list, plot.Tick{Value: one.Value, Label: one.Label})
	}
	if p.printed && axis.Scale == chart.Log && math.Log10(axis.Hi)-math.Log10(axis.Lo) <= float64(cells)/4 {
		for _, one := range (plot.LogTicks{}).Ticks(axis.Lo/10, axis.Hi) { // it begins above the decade of its lower end
			list = append(list, plot.Tick{Value: one.Value})
		}
	}
	return list
}
