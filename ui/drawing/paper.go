package drawing

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"gramscope/ui/chart"
)

// Paper is what a chart is drawn on: its size, and the sizes of texts, curves and marks.
type Paper struct {
	width, height vg.Length // the height is 0 for the one that suits the chart
	margin        vg.Length
	room          vg.Length // default height of a chart without its title and a legend below it

	note, tick, legend, axis, title float64 // sizes of texts in points

	curve, radius vg.Length // width of curves, and radius of markers
	dash          vg.Length // length of a point of dashes
	sample, gap   vg.Length // width of a sample in a legend, and space after it
	between       vg.Length // space between the columns of a legend
	over          vg.Length // space above a legend below the chart
	lift          vg.Length // raises the texts of a legend to the middle of their samples
	beside        float64   // largest share of the width that a legend at the right takes; 0 if all are below
	dots          float64   // resolution of a PNG per inch
	printed       bool      // whether it is a figure of a paper, see Page

	bare  bool           // whether it is a pane of a terminal, see Pane: title and legend are texts beside it
	area  vg.Rectangle   // the ends of the axes on a pane, empty if they are not given
	areas []vg.Rectangle // those of several charts
}

// Width of a slide, its margin, and the height of a title of one line.
const (
	width     = 18 * vg.Centimeter
	margin    = vg.Length(10)
	titleRoom = vg.Length(22)
)

// Sizes of texts in points. On a slide of 800 pixels a drawing has 1.57 pixels a point, so that the smallest texts have
// 15 pixels.
const (
	noteSize   = 9.5 // notes, and texts within charts
	tickSize   = 10
	legendSize = 10.5
	axisSize   = 12.5
	titleSize  = 13.5
)

// Slide returns the paper of charts that are shown on screens and slides: 18 cm wide, with large texts. The legend is
// at the right if there is enough space.
func Slide() Paper {
	return Paper{
		width: width, margin: margin, room: 12*vg.Centimeter - 2*margin - titleRoom,
		note: noteSize, tick: tickSize, legend: legendSize, axis: axisSize, title: titleSize,
		curve: 1.7, radius: 3.2, dash: 1, sample: 22, gap: 5, between: 14, over: 10, beside: 0.26, dots: 200,
	}
}

// Smallest sizes of a page in inches, and of its texts in points.
const (
	LeastPage = 1.5
	LeastFont = 4
)

// Page returns the paper of a figure for a paper, with width and height in inches and the size of its texts in points.
// With height 0 the axes have the ratio of the golden section. As printed figures may be black and white, every curve
// has dashes of its own; powers of ten are written as such, and the legend is below the axes unless the page has two
// columns. Only [chart.Lines] can be drawn on it.
func Page(width, height, points float64) Paper {
	k := vg.Length(points / 10)
	p := Paper{
		width: vg.Length(width) * vg.Inch, height: vg.Length(height) * vg.Inch, margin: 3,
		note: points, tick: points, legend: points, axis: points, title: points,
		curve: 1.3 * k, radius: 2.7 * k, dash: 0.75 * k, sample: 30 * k, gap: 4 * k, between: 9 * k, over: 5 * k, lift: 2 * k,
		dots: 300, printed: true,
	}
	p.room = 0.62 * (p.width - 2*p.margin)
	if width > 5 {
		p.room, p.beside = 0.45*(p.width-2*p.margin), 0.26
	}
	return p
}

// titleLines returns the lines of a title.
func (p Paper) titleLines(title string) []string {
	return wrapped(label(p.title), spelled(title), p.width-2*p.margin)
}

// titleHeight returns the height that a title takes above the chart.
func (p Paper) titleHeight(title string) vg.Length {
	lines := vg.Length(len(p.titleLines(title)))
	if p.printed {
		return lines * leading(label(p.title))
	}
	return titleRoom + max(lines-1, 0)*leading(label(p.title))
}

// cells returns the length of an axis in digits, into which package chart fits the labels of ticks side by side. Those
// of an upright axis are above each other and need less: it has five digits for a line.
func (p Paper) cells(length vg.Length, upright bool) int {
	style := label(p.tick)
	digit := style.Width("0")
	if upright {
		digit = leading(style) / 5
	}
	return max(int(length/digit), 8)
}

// paint returns the colour for the Color of a chart: one of [chart.OkabeIto] for methods,
// curves and groups, black for marks, and grey for everything else.
func paint(index int, faint bool) color.NRGBA {
	c := color.NRGBA{0x55, 0x55, 0x55, 0xff}
	switch {
	case index >= chart.MarkColor:
		c = color.NRGBA{0, 0, 0, 0xff}
	case index >= 0:
		_, hue := chart.Braille.Sign(index)
		c = chart.OkabeIto()[hue]
	}
	if faint {
		c.A = 0x80
	}
	return c
}
