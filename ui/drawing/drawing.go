// Package drawing draws the charts of the screens as SVG and PNG: what a terminal
// shows in characters. What is drawn where is settled by package chart for both.
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

// Width of a drawing, the room around what it holds, and the resolution of a PNG
// in dots per inch.
const (
	width  = 18 * vg.Centimeter
	margin = vg.Length(10)
	dpi    = 200
)

// Chart is what can be drawn: [Lines], [Dots], [Matrices] or [Heat].
type Chart interface {
	height() vg.Length
	draw(c draw.Canvas) error // below the title
}

// errNothing is the error of a chart without anything that its axes can show.
var errNothing = errors.New("there is nothing to draw yet")

// SVG writes a chart as SVG. A chart without anything to show is an error.
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

// mended replaces what package vgsvg writes amiss: pictures are PNG, and where the
// font isn't installed others of the same widths do.
func mended() *strings.Replacer {
	return strings.NewReplacer("data:image/jpg;", "data:image/png;", "font-family:Liberation Serif;", "font-family:Liberation Serif,Times New Roman,Times,serif;")
}

// PNG writes the same as PNG.
func PNG(w io.Writer, title string, of Chart) error {
	c := vgimg.NewWith(vgimg.UseWH(width, of.height()), vgimg.UseDPI(dpi))
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// drawOn draws the title, and below it the chart.
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

// above writes a note at the foot of a chart, if there is one, and returns what is
// left above it.
func above(c draw.Canvas, note string) draw.Canvas {
	if note != "" {
		style := fitted(8, spelled(note), c.Size().X)
		style.Color = color.Gray{0x55}
		c.FillText(style, c.Min, spelled(note))
		c.Min.Y += vg.Points(14)
	}
	return c
}

// drawBeside draws a plot, and at its right the legend. The legend's column is at
// least so wide; what it leaves free down to the x axis is returned.
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
