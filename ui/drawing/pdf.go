package drawing

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PDF writes a chart as PDF, with the characters of the font that it uses. It returns an error if there is nothing to draw.
func PDF(w io.Writer, title string, of Chart) error {
	p := of.paper()
	c := newPDF(p.width, p.heightOf(title, of))
	if err := drawOn(draw.NewCanvas(c, c.w, c.h), title, of); err != nil {
		return err
	}
	c.doc.TransformEnd()
	return c.doc.Output(w)
}

// pdf is a canvas of one PDF page. That of package vgpdf has no characters but those of Windows-1252, and none of Greek.
type pdf struct {
	doc    *fpdf.Fpdf
	w, h   vg.Length
	images int
	styles []pdfStyle // of the pushed states, the present one last
}

// pdfStyle is a line width, which Pop restores.
type pdfStyle struct{ line vg.Length }

// pdfFont is the name of the font in the file.
const pdfFont = "LiberationSans"

// newPDF returns an empty page whose coordinates begin at the lower left, in points. Files of the same chart are equal: they have no date.
func newPDF(w, h vg.Length) *pdf {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: w.Points(), Ht: h.Points()}})
	doc.SetCatalogSort(true)
	epoch := time.Unix(0, 0).UTC()
	doc.SetCreationDate(epoch)
	doc.SetModificationDate(epoch)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddUTF8FontFromBytes(pdfFont, "", liberationsansregular.TTF)
	doc.AddPage()
	doc.TransformBegin()
	c := &pdf{doc: doc, w: w, h: h, styles: make([]pdfStyle, 1)}
	vg.Initialize(c)
	return c
}

// Size implements [vg.CanvasSizer].
func (c *pdf) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth implements [vg.Canvas].
func (c *pdf) SetLineWidth(w vg.Length) {
	c.styles[len(c.styles)-1].line = w
	c.doc.SetLineWidth(w.Points())
}

// SetLineDash implements [vg.Canvas].
func (c *pdf) SetLineDash(pattern []vg.Length, offset vg.Length) {
	var lengths []float64
	for _, l := range pattern {
		lengths = append(lengths, l.Points())
	}
	c.doc.SetDashPattern(lengths, offset.Points())
}

// SetColor implements [vg.Canvas].
func (c *pdf) SetColor(of color.Color) {
	n := color.NRGBAModel.Convert(of).(color.NRGBA)
	r, g, b := int(n.R), int(n.G), int(n.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(n.A)/0xff, "Normal")
}

// Package fpdf has y from the top of the page: all coordinates, and the centres of transformations, are turned over.
func (c *pdf) at(p vg.Point) (x, y float64) { return p.X.Points(), (c.h - p.Y).Points() }

// Rotate implements [vg.Canvas].
func (c *pdf) Rotate(angle float64) { c.doc.TransformRotate(angle*180/math.Pi, 0, c.h.Points()) }

// Translate implements [vg.Canvas].
func (c *pdf) Translate(by vg.Point) { c.doc.TransformTranslate(by.X.Points(), -by.Y.Points()) }

// Scale implements [vg.Canvas].
func (c *pdf) Scale(x, y float64) { c.doc.TransformScale(x*100, y*100, 0, c.h.Points()) }

// Push implements [vg.Canvas].
func (c *pdf) Push() {
	c.styles = append(c.styles, c.styles[len(c.styles)-1])
	c.doc.TransformBegin()
}

// Pop implements [vg.Canvas].
func (c *pdf) Pop() {
	c.doc.TransformEnd()
	c.styles = c.styles[:len(c.styles)-1]
	c.doc.SetLineWidth(c.styles[len(c.styles)-1].line.Points())
}

// Stroke implements [vg.Canvas].
func (c *pdf) Stroke(p vg.Path) {
	if c.styles[len(c.styles)-1].line > 0 {
		c.draw(p, "D")
	}
}

// Fill implements [vg.Canvas].
func (c *pdf) Fill(p vg.Path) { c.draw(p, "F") }

func (c *pdf) draw(p vg.Path, style string) {
	for _, part := range p {
		x, y := c.at(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.ArcComp:
			c.arc(part)
		case vg.CurveComp:
			x0, y0 := c.at(part.Control[0])
			if len(part.Control) == 1 {
				c.doc.CurveTo(x0, y0, x, y)
				break
			}
			x1, y1 := c.at(part.Control[1])
			c.doc.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
		case vg.CloseComp:
			c.doc.ClosePath()
		}
	}
	c.doc.DrawPath(style)
}

// arc draws an arc as cubic curves of at most a quarter of a circle, which are off by less than 1/3000 of the radius.
func (c *pdf) arc(of vg.PathComp) {
	point := func(angle, along float64) (x, y float64) { // on the circle, and from there along its tangent
		sin, cos := math.Sincos(angle)
		return c.at(vg.Point{X: of.Pos.X + of.Radius*vg.Length(cos-along*sin), Y: of.Pos.Y + of.Radius*vg.Length(sin+along*cos)})
	}
	c.doc.LineTo(point(of.Start, 0))
	parts := math.Ceil(math.Abs(of.Angle) / (math.Pi/2 + 1e-9))
	step := of.Angle / parts
	reach := 4.0 / 3 * math.Tan(step/4)
	for k := range int(parts) {
		from := of.Start + float64(k)*step
		x0, y0 := point(from, reach)
		x1, y1 := point(from+step, -reach)
		x, y := point(from+step, 0)
		c.doc.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
	}
}

// FillString implements [vg.Canvas].
func (c *pdf) FillString(f font.Face, at vg.Point, text string) {
	c.doc.SetFont(pdfFont, "", f.Font.Size.Points())
	x, y := c.at(at)
	c.doc.Text(x, y, text)
}

// DrawImage implements [vg.Canvas].
func (c *pdf) DrawImage(r vg.Rectangle, of image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, of); err != nil {
		c.doc.SetError(err)
		return
	}
	c.images++
	name, options := string(rune('a'+c.images)), fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, options, &b)
	x, y := c.at(vg.Point{X: r.Min.X, Y: r.Max.Y})
	c.doc.ImageOptions(name, x, y, r.Size().X.Points(), r.Size().Y.Points(), false, options, 0, "")
}
