// Package drawing draws the charts of package chart as SVG, PNG, PDF and pictures for LaTeX, and into images for the
// panes of a terminal.
package drawing

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gramscope/ui/chart"
)

// body is a chart on a paper, without the title.
type body interface {
	height() vg.Length        // if the paper has none
	draw(c draw.Canvas) error // on a canvas of that height
}

// body returns a chart on the paper.
func (p Paper) body(of chart.Chart) body {
	switch of := of.(type) {
	case chart.Lines:
		return lines{p, of}
	case chart.Panes:
		return panes{p, of}
	case chart.Heat:
		return heat{p, of}
	}
	return matrices{p, of.(chart.Matrices)}
}

// Errors of a chart whose axes can show none of its data, and of a page on which too little space is left for the
// curves.
var (
	errNothing = errors.New("there is nothing to draw yet")
	errSmall   = errors.New("the page is too small for texts, legend and curves; make it larger, or the texts smaller")
)

// PNG writes a chart as PNG. It returns an error if there is nothing to draw.
func (p Paper) PNG(w io.Writer, title string, of chart.Chart) error {
	return p.write(w, title, of, func(wide, high vg.Length) vg.CanvasWriterTo {
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(wide, high), vgimg.UseDPI(int(p.dots)))}
	})
}

// write draws a chart on a canvas of the paper's size and writes that.
func (p Paper) write(
	w io.Writer, title string, of chart.Chart, canvas func(wide, high vg.Length) vg.CanvasWriterTo,
) error {
	body := p.body(of)
	high := p.height
	if high == 0 {
		high = 2*p.margin + p.titleHeight(title) + body.height()
	}
	on := canvas(p.width, high)
	c := draw.NewCanvas(on, p.width, high)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, p.margin, -p.margin, p.margin, -p.margin)
	style := label(p.title)
	style.XAlign = draw.XCenter
	paragraph(c, style, vg.Point{X: c.Center().X, Y: c.Max.Y}, p.titleLines(title))
	c.Max.Y -= p.titleHeight(title)
	if err := body.draw(c); err != nil {
		return err
	}
	_, err := on.WriteTo(w)
	return err
}

// above writes a note, if it is not "", at the foot of a canvas and returns the canvas above it.
func (p Paper) above(c draw.Canvas, note string) draw.Canvas {
	style := label(p.note)
	style.Color = color.Gray{0x55}
	lines := wrapped(style, spelled(note), c.Size().X)
	high := vg.Length(len(lines)) * leading(style)
	paragraph(c, style, vg.Point{X: c.Min.X, Y: c.Min.Y + high}, lines)
	c.Min.Y += high
	return c
}

// SVG writes a chart as SVG. It returns an error if there is nothing to draw.
func (p Paper) SVG(w io.Writer, title string, of chart.Chart) error {
	return p.write(w, title, of, func(wide, high vg.Length) vg.CanvasWriterTo {
		return &anchoring{Canvas: vgsvg.New(wide, high)}
	})
}

// anchoring is an SVG canvas that anchors texts where they are aligned, so that a wider font moves none of them.
// Package vgsvg anchors all at their beginnings.
type anchoring struct {
	*vgsvg.Canvas
	aligned
	anchors []string // of the texts so far
}

// aligned is part of the canvases that are told how a text is aligned.
type aligned struct{ align text.XAlignment } // of the next text

func (a *aligned) alignTo(align text.XAlignment) { a.align = align }

// FillString implements [vg.Canvas].
func (a *anchoring) FillString(f font.Face, at vg.Point, s string) {
	anchor := map[text.XAlignment]string{draw.XLeft: "start", draw.XCenter: "middle", draw.XRight: "end"}[a.align]
	at.X -= vg.Length(a.align) * f.Width(s)
	a.anchors = append(a.anchors, anchor)
	a.Canvas.FillString(f, at, s)
}

// WriteTo writes the file with the anchors, and corrects what package vgsvg writes: images are PNG, and other fonts
// take the place of missing ones.
func (a *anchoring) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := a.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	parts := strings.Split(b.String(), "<text ")
	for i, anchor := range a.anchors {
		parts[i+1] = `<text text-anchor="` + anchor + `" ` + parts[i+1]
	}
	corrections := strings.NewReplacer("data:image/jpg;", "data:image/png;",
		"font-family:Liberation Sans;", "font-family:"+families+";")
	n, err := corrections.WriteString(w, strings.Join(parts, ""))
	return int64(n), err
}
