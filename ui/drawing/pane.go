package drawing

import (
	"image"
	"image/color"

	scale "golang.org/x/image/draw"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gramscope/ui/chart"
)

// Inks are the colours of a chart on a terminal.
type Inks struct {
	Paper  color.NRGBA   // the background; not opaque if it is not known
	Text   color.NRGBA   // of texts, axes and marks
	Series []color.NRGBA // of curves, groups and methods: those of the hues of chart.OkabeIto, in turn
}

// perLine is the height of a line of text of the terminal, in points of a drawing. Its small texts, of ten points, are
// then about as large as those of the terminal.
const perLine = 13.3

// Pane draws a chart, without a title and a legend, into an image for cols×rows characters of a terminal, each of cell
// pixels. Its background is transparent. Lines, Dots and Heat are where their texts have them, so that a cell has the
// same meaning in both. Pane returns an error if there is nothing to draw, or no room for it.
func Pane(of chart.Chart, cols, rows int, cell image.Point, inks Inks) (*image.RGBA, error) {
	dots := max(int(72*float64(cell.Y)/perLine+0.5), 1) // an inch
	point := vg.Inch / vg.Length(dots)                  // the length of a pixel
	p := Slide()
	p.width, p.height = vg.Length(cols*cell.X)*point, vg.Length(rows*cell.Y)*point
	p.margin, p.curve, p.radius, p.axis, p.bare = 2, vg.Points(1.3), vg.Points(2.7), p.tick, true
	p.room = p.height - 2*p.margin
	if p.width < 120 || p.height < 70 {
		return nil, errSmall
	}
	if p.areas = ends(of, cols, rows, cell, point); len(p.areas) > 0 {
		if p.area = p.areas[0]; p.area.Size().X < 60 || p.area.Size().Y < 40 {
			return nil, errSmall
		}
	}
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dots), vgimg.UseBackgroundColor(color.Transparent))
	if err := p.body(of).draw(draw.Crop(draw.New(&inked{c, inks}), p.margin, -p.margin, p.margin, -p.margin)); err != nil {
		return nil, err
	}
	to := c.Image().(*image.RGBA)
	if of.Stale() {
		for i, v := range to.Pix {
			to.Pix[i] = v / 2 // of premultiplied colours: half as opaque
		}
	}
	return to, nil
}

// ends returns where the axes of a chart end, given the size of a pixel: for Lines in the middles of the cells of the
// text in which those of package chart do, for Panes those of each, whose titles are above them, for Heat at the edges
// of the cells that its text fills, and for Matrices at those of each with its title. The ends of a map that does not
// fit into the text are too close to draw it.
func ends(of chart.Chart, cols, rows int, cell image.Point, pixel vg.Length) (list []vg.Rectangle) {
	var areas []chart.Area
	inset := 0.5 // of a cell
	switch of := of.(type) {
	case chart.Lines:
		areas = append(areas, of.AreaOf(cols, rows, chart.Braille))
	case chart.Panes:
		for k, one := range of.Charts {
			one.X.Title, one.Y.Title, one.Of = "", "", 0
			area, cells := one.AreaOf(of.At.W, of.At.H-1, chart.Braille), of.At.Area(k)
			area.Left, area.Top = area.Left+cells.Left, area.Top+cells.Top+1
			areas = append(areas, area)
		}
	case chart.Matrices:
		for k := range of.List {
			areas = append(areas, of.At.Area(k))
		}
		inset = 0
	case chart.Heat:
		area, fits := of.AreaOf(cols, rows+1, chart.Braille) // whose last line, the bar of colours, stays text
		if !fits {
			area = chart.Area{Cols: 1, Rows: 1}
		}
		areas, inset = append(areas, area), 0
	}
	x := func(cells float64) vg.Length { return vg.Length(cells*float64(cell.X)) * pixel }
	y := func(cells float64) vg.Length { return vg.Length((float64(rows)-cells)*float64(cell.Y)) * pixel }
	for _, area := range areas {
		left, top := float64(area.Left)+inset, float64(area.Top)+inset
		right, bottom := float64(area.Left+area.Cols)-inset, float64(area.Top+area.Rows)-inset
		list = append(list, box(x(left), y(bottom), x(right), y(top)))
	}
	return list
}

// inked is a canvas on which the colours of slides become those of a terminal: white is the background, black is text,
// greys are mixtures of these, and the colours of [chart.OkabeIto] are those of the series. Colours of scales stay as
// they are.
type inked struct {
	*vgimg.Canvas
	inks Inks
}

// SetColor implements [vg.Canvas].
func (k *inked) SetColor(c color.Color) { k.Canvas.SetColor(k.inks.of(c)) }

// of returns the colour on the terminal for one of a slide.
func (k Inks) of(c color.Color) color.Color {
	if same, ok := c.(scaled); ok {
		return same.Color
	}
	if c == nil {
		return k.Text
	}
	of := color.NRGBAModel.Convert(c).(color.NRGBA)
	opaque := of
	opaque.A = 0xff
	for i, hue := range chart.OkabeIto() {
		if opaque == hue {
			to := k.Series[i%len(k.Series)]
			to.A = of.A
			return to
		}
	}
	switch {
	case of.R != of.G || of.G != of.B:
		return of
	case of.R == 0xff && (of.A == 0xff || k.Paper.A < 0xff):
		return color.NRGBA{}
	case k.Paper.A < 0xff:
		to := k.Text
		to.A = uint8(int(of.A) * int(0xff-of.R/2) / 0xff)
		return to
	}
	part := func(paper, text uint8) uint8 { return uint8((int(of.R)*int(paper) + int(0xff-of.R)*int(text)) / 0xff) }
	return color.NRGBA{part(k.Paper.R, k.Text.R), part(k.Paper.G, k.Text.G), part(k.Paper.B, k.Text.B), of.A}
}

// DrawImage implements [vg.Canvas]. It keeps the edges of an image's pixels sharp, and is many times faster than that
// of vgimg.
func (k *inked) DrawImage(at vg.Rectangle, of image.Image) {
	pixel := func(v vg.Length) int { return int(v.Dots(k.DPI()) + 0.5) }
	high := k.Image().Bounds().Max.Y
	to := image.Rect(pixel(at.Min.X), high-pixel(at.Max.Y), pixel(at.Max.X), high-pixel(at.Min.Y))
	scale.NearestNeighbor.Scale(k.Image(), to, of, of.Bounds(), scale.Src, nil)
}
