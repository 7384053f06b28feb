package drawing

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sizes of texts in points. On a slide of 800 pixels a drawing has 1.57 pixels a point, so that the smallest texts have 15 pixels.
const (
	noteSize   = 9.5 // notes, and texts within charts
	tickSize   = 10
	legendSize = 10.5
	axisSize   = 12.5
	titleSize  = 13.5
)

// A PNG has Liberation Sans. An SVG has the first of the families that the viewer finds; Arial and Helvetica have the same widths,
// and the widest usual ones, DejaVu Sans and Verdana, are up to widest times as wide.
const (
	families = "Liberation Sans,Arimo,Arial,Helvetica,sans-serif"
	widest   = 1.17
)

// fontOf returns the font of texts of a size in points.
func fontOf(points float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(points)}
}

// label returns the style of texts that start at a point and are above it.
func label(points float64) text.Style {
	return text.Style{Color: color.Black, Font: fontOf(points), Handler: handler{text.Plain{Fonts: font.DefaultCache}}}
}

// dress sets the fonts and the sizes of an axis.
func dress(a *plot.Axis) {
	a.Tick.Label.Font, a.Tick.Label.Handler = fontOf(tickSize), label(tickSize).Handler
	a.Label.TextStyle = a.Tick.Label // whose blank is the space between ticks and their labels
	a.Tick.Length = vg.Points(5)
}

// handler draws plain texts. It measures them as wide as the widest font has them, so that no viewer cuts them off.
type handler struct{ text.Plain }

// Box implements [text.Handler].
func (h handler) Box(s string, f font.Font) (width, height, depth vg.Length) {
	width, height, depth = h.Plain.Box(s, f)
	return width * widest, height, depth
}

// Draw implements [text.Handler].
func (h handler) Draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	if to, ok := innermost(c).(interface{ alignTo(text.XAlignment) }); ok {
		to.alignTo(style.XAlign)
	}
	if style.XAlign == draw.XRight { // the labels of a y axis, which the ticks would touch
		at.X -= vg.Points(2)
	}
	h.Plain.Draw(c, s, style, at)
}

// innermost returns the canvas that was cropped.
func innermost(c vg.Canvas) vg.Canvas {
	for {
		switch of := c.(type) {
		case *draw.Canvas:
			c = of.Canvas
		case draw.Canvas:
			c = of.Canvas
		default:
			return c
		}
	}
}

// anchoring is an SVG canvas that anchors texts where they are aligned, so that a wider font moves none of them. Package vgsvg
// anchors all at their beginnings.
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

// anchored writes the anchors into an SVG file, and corrects what package vgsvg writes: images are PNG, and fonts have others in
// their place where they are missing.
func (a *anchoring) anchored(file string) string {
	parts := strings.Split(file, "<text ")
	for i, anchor := range a.anchors {
		parts[i+1] = `<text text-anchor="` + anchor + `" ` + parts[i+1]
	}
	return strings.NewReplacer("data:image/jpg;", "data:image/png;", "font-family:Liberation Sans;", "font-family:"+families+";").Replace(strings.Join(parts, ""))
}

// wrapped breaks a text at blanks into lines of at most a width. It breaks a longer word anywhere.
func wrapped(style text.Style, s string, width vg.Length) []string {
	width += 0.01 // rounding errors of sums
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		next := strings.TrimPrefix(line+" "+word, " ")
		if style.Width(next) <= width {
			line = next
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; style.Width(line) > width; {
			rest := []rune(line)
			end := len(rest) - 1
			for end > 1 && style.Width(string(rest[:end])) > width {
				end--
			}
			if end < 1 {
				break
			}
			lines, line = append(lines, string(rest[:end])), string(rest[end:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// leading returns the distance of lines.
func leading(style text.Style) vg.Length { return 1.25 * style.Font.Size }

// paragraph writes lines below a point, aligned there as the style is.
func paragraph(c draw.Canvas, style text.Style, top vg.Point, lines []string) {
	style.YAlign = draw.YTop
	for i, line := range lines {
		c.FillText(style, vg.Point{X: top.X, Y: top.Y - vg.Length(i)*leading(style)}, line)
	}
}
