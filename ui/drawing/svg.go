package drawing

import (
	"bytes"
	"io"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"gramscope/ui/chart"
)

// SVG writes a chart as SVG. It returns an error if there is nothing to draw.
func (p Paper) SVG(w io.Writer, title string, of chart.Chart) error {
	return p.write(w, title, of, func(wide, high vg.Length) vg.CanvasWriterTo { return &anchoring{Canvas: vgsvg.New(wide, high)} })
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

// WriteTo writes the file with the anchors, and corrects what package vgsvg writes: images are PNG, and fonts have
// others in their place where they are missing.
func (a *anchoring) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := a.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	parts := strings.Split(b.String(), "<text ")
	for i, anchor := range a.anchors {
		parts[i+1] = `<text text-anchor="` + anchor + `" ` + parts[i+1]
	}
	n, err := strings.NewReplacer("data:image/jpg;", "data:image/png;", "font-family:Liberation Sans;", "font-family:"+families+";").WriteString(w, strings.Join(parts, ""))
	return int64(n), err
}
