// Package drawing draws charts as SVG, PNG and PDF, and line charts for LaTeX. Package chart, which draws them in
// characters, determines what is drawn where.
package drawing

import (
	"bytes"
	"errors"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Width of a slide, its margin, and the height of a chart with a title of one line.
const (
	width  = 18 * vg.Centimeter
	margin = vg.Length(10)
	height = 12 * vg.Centimeter
)

// Chart is a chart that can be drawn: [Lines], [Dots], [Matrices] or [Heat].
type Chart interface {
	paper() Paper
	on(p Paper) Chart         // the same chart on a pane of a terminal
	height() vg.Length        // below the title
	draw(c draw.Canvas) error // on a canvas of that height
}

// slide is embedded in charts that are drawn on slides and on panes, but not on pages.
type slide struct{ pane Paper }

func (s slide) paper() Paper {
	if s.pane == (Paper{}) {
		return Slide()
	}
	return s.pane
}

// errNothing is the error of a chart whose axes can show none of its data.
var errNothing = errors.New("there is nothing to draw yet")

// SVG writes a chart as SVG. It returns an error if there is nothing to draw.
func SVG(w io.Writer, title string, of Chart) error {
	p := of.paper()
	c := &anchoring{Canvas: vgsvg.New(p.width, p.heightOf(title, of))}
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, c.anchored(b.String()))
	return err
}

// PNG writes a chart as PNG. It returns an error if there is nothing to draw.
func PNG(w io.Writer, title string, of Chart) error {
	p := of.paper()
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.heightOf(title, of)), vgimg.UseDPI(int(p.dots)))
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// bodyHeight is the height of a chart whose legend is not below it.
const bodyHeight = height - 2*margin - titleRoom

// titleRoom is the height of a title of one line.
const titleRoom = vg.Length(22)

// drawOn draws the title and, below it, the chart.
func drawOn(c draw.Canvas, title string, of Chart) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	p := of.paper()
	c = draw.Crop(c, p.margin, -p.margin, p.margin, -p.margin)
	style := label(p.title)
	style.XAlign = draw.XCenter
	paragraph(c, style, vg.Point{X: c.Center().X, Y: c.Max.Y}, p.titleLines(title))
	c.Max.Y -= p.titleHeight(title)
	return of.draw(c)
}

// above writes a note, if it is not "", at the foot of a canvas and returns the canvas
// above it.
func above(c draw.Canvas, note string) draw.Canvas { return Slide().above(c, note) }

func (p Paper) above(c draw.Canvas, note string) draw.Canvas {
	style := label(p.note)
	style.Color = color.Gray{0x55}
	lines := wrapped(style, p.spelled(note), c.Size().X)
	high := vg.Length(len(lines)) * leading(style)
	paragraph(c, style, vg.Point{X: c.Min.X, Y: c.Min.Y + high}, lines)
	c.Min.Y += high
	return c
}
