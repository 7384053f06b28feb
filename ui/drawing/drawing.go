// Package drawing draws charts as SVG and PNG. Package chart, which draws them in
// characters, determines what is drawn where.
package drawing

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Width of a drawing, its margin, and the resolution of a PNG in dots per inch.
const (
	width  = 18 * vg.Centimeter
	margin = vg.Length(10)
	dpi    = 200
)

// Chart is a chart that can be drawn: [Lines], [Dots], [Matrices] or [Heat].
type Chart interface {
	height() vg.Length
	draw(c draw.Canvas) error // below the title
}

// errNothing is the error of a chart whose axes can show none of its data.
var errNothing = errors.New("there is nothing to draw yet")

// SVG writes a chart as SVG. It returns an error if there is nothing to draw.
func SVG(w io.Writer, title string, of Chart) error {
	c := vgsvg.New(width, of.height())
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := mended().WriteString(w, b.String())
	return err
}

// mended corrects the output of package vgsvg: images are PNG, and fonts of the same
// widths replace a missing one.
func mended() *strings.Replacer {
	return strings.NewReplacer("data:image/jpg;", "data:image/png;", "font-family:Liberation Serif;", "font-family:Liberation Serif,Times New Roman,Times,serif;")
}

// PNG writes a chart as PNG. It returns an error if there is nothing to draw.
func PNG(w io.Writer, title string, of Chart) error {
	c := vgimg.NewWith(vgimg.UseWH(width, of.height()), vgimg.UseDPI(dpi))
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// drawOn draws the title and, below it, the chart.
func drawOn(c draw.Canvas, title string, of Chart) error {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	if title = spelled(title); title != "" {
		style := fitted(12, title, c.Size().X)
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, title)
		c.Max.Y -= vg.Points(20)
	}
	return of.draw(c)
}

// above writes a note, if it is not "", at the foot of a canvas and returns the canvas
// above it.
func above(c draw.Canvas, note string) draw.Canvas {
	if note != "" {
		style := fitted(8, spelled(note), c.Size().X)
		style.Color = color.Gray{0x55}
		c.FillText(style, c.Min, spelled(note))
		c.Min.Y += vg.Points(14)
	}
	return c
}

// drawBeside draws a plot and, at its right, the legend in a column of at least the
// width least. It returns the free part of the column, down to the x axis.
func drawBeside(c draw.Canvas, p *plot.Plot, legend *plot.Legend, least vg.Length) (free draw.Canvas) {
	size := legend.Rectangle(c).Size()
	side := max(size.X, least)
	left, column := draw.Crop(c, 0, -side-2*margin, 0, 0), draw.Crop(c, c.Size().X-side, 0, 0, 0)
	p.Draw(left)
	legend.Draw(column)
	column.Min.Y = p.DataCanvas(left).Min.Y
	column.Max.Y -= size.Y
	return column
}
