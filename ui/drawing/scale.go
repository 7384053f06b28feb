package drawing

import (
	"image"
	"image/color"

	scale "golang.org/x/image/draw"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// scaled is a colour of a scale, or of what is drawn on one. It is the same on any paper.
type scaled struct{ color.Color }

// bar is a strip with the colours of a scale. Its figures are at the right of an upright bar, else below. Figures
// increase upwards or to the right.
type bar struct {
	axis    chart.Axis              // from its first figure to its last
	share   func(v float64) float64 // where a figure is between these, from 0 to 1
	figure  func(share float64) float64
	color   func(v float64) color.Color
	upright bool
	ratio   bool // even steps would be crowded at the upper end
}

// Sizes of bars.
const (
	barWidth = vg.Length(11)
	barTick  = vg.Length(3)
)

// steps is the number of colours of a bar.
const steps = 256

// draw fills the strip and writes the figures.
func (b bar) draw(c draw.Canvas, strip vg.Rectangle) {
	from, along := strip.Min.X, strip.Size().X
	if b.upright {
		from, along = strip.Min.Y, strip.Size().Y
	}
	row, column := make([]float64, steps), make([][]float64, steps)
	for k := range row {
		row[k] = b.figure((float64(k) + 0.5) / steps)
		column[steps-1-k] = row[k : k+1]
	}
	if !b.upright {
		column = [][]float64{row}
	}
	c.DrawImage(strip, picture(column, b.color))
	frame(c, strip)
	style := label(tickSize)
	line := draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}
	for _, tick := range b.ticks(along) {
		at := from + vg.Length(b.share(tick.Value))*along
		if b.upright {
			style.YAlign = draw.YCenter
			c.StrokeLine2(line, strip.Max.X, at, strip.Max.X+barTick, at)
			c.FillText(style, vg.Point{X: strip.Max.X + barTick + 2, Y: at}, tick.Label)
			continue
		}
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.StrokeLine2(line, at, strip.Min.Y, at, strip.Min.Y-barTick)
		if over := at + style.Width(tick.Label)/2 - c.Max.X - margin/2; over > 0 { // of the paper
			at -= over
		}
		c.FillText(style, vg.Point{X: at, Y: strip.Min.Y - barTick - 2}, tick.Label)
	}
}

// ticks returns the ends of a bar of that length, and the ticks that fit between them.
func (b bar) ticks(length vg.Length) []chart.Tick {
	tick := func(v float64) chart.Tick { return chart.Tick{Value: v, Label: chart.Brief(v)} }
	list := []chart.Tick{tick(b.axis.Lo), tick(b.axis.Hi)}
	room := 14 / float64(length) // a share of the bar
	switch {
	case b.axis.Lo == b.axis.Hi:
		return list[:1]
	case b.ratio:
		return append(list, tick(b.figure(0.5)))
	case !b.upright:
		style := label(tickSize)
		room = float64(max(style.Width(list[0].Label), style.Width(list[1].Label)) * 1.2 / length)
	}
	for _, t := range chart.Ticks(b.axis, int(length/8)) {
		if at := b.share(t.Value); at > room && at < 1-room {
			list = append(list, t)
		}
	}
	return list
}

// box returns the rectangle from (x0, y0) to (x1, y1).
func box(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
}

// frame draws the outline of a rectangle.
func frame(c draw.Canvas, r vg.Rectangle) {
	c.SetLineStyle(draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)})
	c.Stroke(r.Path())
}

// noFigure returns the colour of entries without a figure.
func noFigure() color.Color { return color.Gray{0xcc} }

// picture returns an image of values in the colours of a scale, the first row at the top. NaN is transparent, and ±Inf
// has the colour of no figure. A value has several pixels, so that its edges stay sharp in viewers that smooth images;
// an image of 128×128 values takes tens of kilobytes, where a path for each would take megabytes.
func picture(values [][]float64, colour func(v float64) color.Color) image.Image {
	rows, cols := len(values), len(values[0])
	of := image.NewRGBA(image.Rect(0, 0, cols, rows))
	for y, row := range values {
		for x, v := range row {
			of.Set(x, y, colour(v))
		}
	}
	side := max(8, 256/max(rows, cols)) // in pixels
	to := image.NewRGBA(image.Rect(0, 0, cols*side, rows*side))
	scale.NearestNeighbor.Scale(to, to.Bounds(), of, of.Bounds(), scale.Src, nil)
	return to
}
