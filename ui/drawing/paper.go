package drawing

import (
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Paper is what a line chart is drawn on: its size, and the sizes of texts, curves and marks.
type Paper struct {
	width, height vg.Length // the height is 0 for the one that suits the chart
	margin        vg.Length
	body          vg.Length // default height of a chart without its title and a legend below it

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
	formulas      bool      // whether it has all characters, as LaTeX does

	bare bool         // whether it is a pane of a terminal, see Pane: title and legend are texts beside it
	area vg.Rectangle // the ends of the axes on a pane, empty if they are not given
}

// Slide returns the paper of charts that are shown on screens and slides: 18 cm wide, with large texts. The legend is at the right
// if there is enough space.
func Slide() Paper {
	return Paper{width: width, margin: margin, body: bodyHeight, note: noteSize, tick: tickSize, legend: legendSize, axis: axisSize, title: titleSize,
		curve: vg.Points(1.7), radius: vg.Points(3.2), dash: 1, sample: 22, gap: 5, between: 14, over: 10, beside: 0.26, dots: 200}
}

// Smallest sizes of a page in inches, and of its texts in points.
const (
	LeastPage = 1.5
	LeastFont = 4
)

// Page returns the paper of a figure for a paper, with width and height in inches and the size of its texts in points. With height 0
// the axes have the ratio of the golden section. As printed figures may be black and white, every curve has dashes of its own;
// powers of ten are written as such, and the legend is below the axes unless the page has two columns. Only [Lines] can
// be drawn on it.
func Page(width, height, points float64) Paper {
	k := vg.Length(points / 10)
	p := Paper{width: vg.Length(width) * vg.Inch, height: vg.Length(height) * vg.Inch, margin: 3, note: points, tick: points, legend: points, axis: points, title: points,
		curve: 1.3 * k, radius: 2.7 * k, dash: 0.75 * k, sample: 30 * k, gap: 4 * k, between: 9 * k, over: 5 * k, lift: 2 * k, dots: 300, printed: true}
	p.body = 0.62 * (p.width - 2*p.margin)
	if width > 5 {
		p.body, p.beside = 0.45*(p.width-2*p.margin), 0.26
	}
	return p
}

// titleLines returns the lines of a title.
func (p Paper) titleLines(title string) []string {
	return wrapped(label(p.title), p.spelled(title), p.width-2*p.margin)
}

// titleHeight returns the height that a title takes above the chart.
func (p Paper) titleHeight(title string) vg.Length {
	lines := vg.Length(len(p.titleLines(title)))
	if p.printed {
		return lines * leading(label(p.title))
	}
	return titleRoom + max(lines-1, 0)*leading(label(p.title))
}

// heightOf returns the height of the paper with a chart and its title.
func (p Paper) heightOf(title string, of Chart) vg.Length {
	if p.height > 0 {
		return p.height
	}
	return 2*p.margin + p.titleHeight(title) + of.height()
}

// cells returns the length of an axis in digits, into which package chart fits the labels of ticks side by side. Those of an
// upright axis are above each other and need less: it has five digits for a line.
func (p Paper) cells(length vg.Length, upright bool) int {
	style := label(p.tick)
	digit := style.Width("0")
	if upright {
		digit = leading(style) / 5
	}
	return max(int(length/digit), 8)
}

// power is a handler of texts that writes 1e-02 as a power of ten, with a raised exponent.
type power struct{ handler }

// raised is the size of an exponent, relative to the text.
const raised = 0.75

// powerOfTen returns the parts of a number such as 1e-02: 10 or 3·10, and −2. Of other texts the exponent is "".
func powerOfTen(s string) (base, exponent string) {
	mantissa, power, found := strings.Cut(s, "e")
	n, err := strconv.Atoi(power)
	if _, bad := strconv.ParseFloat(mantissa, 64); !found || err != nil || bad != nil {
		return s, ""
	}
	if base = mantissa + "·10"; mantissa == "1" {
		base = "10"
	}
	return base, strings.Replace(strconv.Itoa(n), "-", "−", 1)
}

// Box implements [text.Handler].
func (h power) Box(s string, f font.Font) (width, height, depth vg.Length) {
	base, exponent := powerOfTen(s)
	width, height, depth = h.handler.Box(base, f)
	if exponent != "" {
		f.Size *= raised
		more, _, _ := h.handler.Box(exponent, f)
		width += more
	}
	return width, height, depth
}

// Draw implements [text.Handler]. Base and exponent meet at a point, from which the base extends to the left and the exponent to the
// right, so that they do not overlap in wider fonts.
func (h power) Draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	base, exponent := powerOfTen(s)
	if exponent == "" {
		h.handler.Draw(c, s, style, at)
		return
	}
	small := style
	small.Font.Size *= raised
	before, _, _ := h.Plain.Box(base, style.Font)
	after, _, _ := h.Plain.Box(exponent, small.Font)
	if style.XAlign == text.XRight {
		at.X -= vg.Points(2)
	}
	at.X += before + vg.Length(style.XAlign)*(before+after)
	style.Handler, small.Handler = h.handler, h.handler
	small.XAlign = text.XLeft
	h.handler.Draw(c, exponent, small, vg.Point{X: at.X, Y: at.Y + 0.35*style.Font.Size})
	style.XAlign = text.XRight
	h.handler.Draw(c, base, style, vg.Point{X: at.X + vg.Points(2), Y: at.Y})
}
