package drawing

import (
	"image/color"
	"io"
	"sync"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"

	"gramscope/ui/chart"
)

// undated makes files of the same chart equal: package fpdf dates them otherwise.
var undated = sync.OnceFunc(func() {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
})

// PDF writes a chart as PDF, with its font. It returns an error if there is nothing to draw.
func (p Paper) PDF(w io.Writer, title string, of chart.Chart) error {
	undated()
	return p.write(w, title, of, func(wide, high vg.Length) vg.CanvasWriterTo { return pdf{vgpdf.New(wide, high)} })
}

// pdf is a canvas of one PDF page. The canvas of package vgpdf has only the characters of Windows-1252, so that others,
// such as Greek letters, are drawn as outlines, and it multiplies colours by their opacity twice.
type pdf struct{ *vgpdf.Canvas }

// SetColor implements [vg.Canvas].
func (c pdf) SetColor(of color.Color) { c.Canvas.SetColor(straightened(of)) }

// FillString implements [vg.Canvas].
func (c pdf) FillString(f font.Face, at vg.Point, s string) {
	var run []byte // of characters that have the same number in Windows-1252
	flush := func(to vg.Length) {
		if len(run) > 0 {
			c.Canvas.FillString(f, at, string(run))
		}
		run, at.X = nil, to
	}
	end := at.X
	for _, r := range s {
		wide := f.Width(string(r))
		if r < 0x7f || r >= 0xa0 && r <= unicode.MaxLatin1 {
			run = append(run, byte(r))
		} else {
			flush(end)
			c.Fill(outlineOf(f, at, r))
			at.X += wide
		}
		end += wide
	}
	flush(end)
}

// outlineOf returns the outline of a character whose base line begins at a point.
func outlineOf(f font.Face, at vg.Point, r rune) (p vg.Path) {
	const units = 64 // of fixed-point numbers
	size := f.Font.Size
	// The index is 0, the sign for what is missing, if there is none. There is no error, as the font is the program's own.
	index, _ := f.Face.GlyphIndex(nil, r)
	parts, _ := f.Face.LoadGlyph(&sfnt.Buffer{}, index, fixed.Int26_6(1000*units), nil)
	place := func(of fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + size*vg.Length(of.X)/(1000*units), Y: at.Y - size*vg.Length(of.Y)/(1000*units)}
	}
	for _, part := range parts {
		switch end := part.Args; part.Op {
		case sfnt.SegmentOpMoveTo:
			if len(p) > 0 {
				p.Close()
			}
			p.Move(place(end[0]))
		case sfnt.SegmentOpLineTo:
			p.Line(place(end[0]))
		case sfnt.SegmentOpQuadTo: // the font has no cubic curves
			p.QuadTo(place(end[0]), place(end[1]))
		}
	}
	p.Close()
	return p
}

// straight is a colour whose channels RGBA does not multiply by its opacity.
type straight color.NRGBA

// RGBA implements [color.Color].
func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.R) * 0x101, uint32(s.G) * 0x101, uint32(s.B) * 0x101, uint32(s.A) * 0x101
}

func straightened(of color.Color) straight {
	if of == nil {
		of = color.Black
	}
	return straight(color.NRGBAModel.Convert(of).(color.NRGBA))
}
