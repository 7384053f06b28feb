package drawing

import (
	"image/color"
	"regexp"
	"sort"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// A PNG has Liberation Sans. An SVG has the first of the families that the viewer finds; Arial and Helvetica have the
// same widths, and the widest usual ones, DejaVu Sans and Verdana, are up to widest times as wide.
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

// handler draws plain texts, in which powers of ten at the end have raised exponents. It measures them as wide as the
// widest font has them, so that no viewer cuts them off.
type handler struct{ text.Plain }

// raised is the size of an exponent, relative to the text.
const raised = 0.75

// power matches a power of ten, as package chart writes it, at the end of a text.
var power = regexp.MustCompile(`10[⁻⁰¹²³⁴-⁹]+$`)

// powerOfTen returns the parts of a number such as 3·10⁻²: 3·10, and −2. For other texts the exponent is "".
func powerOfTen(s string) (base, exponent string) {
	at := power.FindStringIndex(s)
	if at == nil {
		return s, ""
	}
	base, exponent = s[:at[0]+len("10")], s[at[0]+len("10"):]
	all := func(rune) bool { return true }
	return base, strings.NewReplacer("^", "", "-", "−").Replace(chart.Spell(exponent, all))
}

// Box implements [text.Handler].
func (h handler) Box(s string, f font.Font) (width, height, depth vg.Length) {
	base, exponent := powerOfTen(s)
	width, height, depth = h.Plain.Box(base, f)
	f.Size *= raised
	more, _, _ := h.Plain.Box(exponent, f)
	return (width + more) * widest, height, depth
}

// Draw implements [text.Handler]. Base and exponent meet at a point, from which the base extends to the left and the
// exponent to the right, so that they do not overlap in wider fonts.
func (h handler) Draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	base, exponent := powerOfTen(s)
	if style.XAlign == draw.XRight { // the labels of a y axis, which the ticks would touch
		at.X -= vg.Points(2)
	}
	if exponent != "" {
		small := style
		small.Font.Size *= raised
		before, _, _ := h.Plain.Box(base, style.Font)
		after, _, _ := h.Plain.Box(exponent, small.Font)
		at.X += before + vg.Length(style.XAlign)*(before+after)
		small.XAlign, style.XAlign = draw.XLeft, draw.XRight
		h.draw(c, exponent, small, vg.Point{X: at.X, Y: at.Y + 0.35*style.Font.Size})
	}
	h.draw(c, base, style, at)
}

// draw draws a text without exponents.
func (h handler) draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	if to, ok := innermost(c).(interface{ alignTo(text.XAlignment) }); ok {
		to.alignTo(style.XAlign)
	}
	h.Plain.Draw(c, s, style, at)
}

// innermost returns the canvas that was cropped.
func innermost(c vg.Canvas) vg.Canvas {
	switch of := c.(type) {
	case *draw.Canvas:
		return innermost(of.Canvas)
	case draw.Canvas:
		return innermost(of.Canvas)
	}
	return c
}

// wrapped breaks a text at blanks into lines of at most a width. It breaks a longer word anywhere.
func wrapped(style text.Style, s string, width vg.Length) (lines []string) {
	width += 0.01 // rounding errors of sums
	for rest := []rune(strings.Join(strings.Fields(s), " ")); len(rest) > 0; {
		end := max(sort.Search(len(rest), func(n int) bool { return style.Width(string(rest[:n+1])) > width }), 1)
		next := end
		for at := end; end < len(rest) && at > 0; at-- {
			if rest[at] == ' ' {
				end, next = at, at+1
				break
			}
		}
		lines, rest = append(lines, string(rest[:end])), rest[next:]
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

// spelled escapes control characters and spells out characters that the fonts of a drawing lack.
func spelled(s string) string { return chart.Spell(legible.Text(s), lacks) }

// lacks reports whether the font of a PNG or the usual fonts of SVG viewers lack a character,
// or misplace it, as they do some combining characters.
func lacks(r rune) bool {
	const bar = '\u0304' // SVG and PNG put it above the letter
	if r < 0x7f || r == bar {
		return false
	}
	index, err := font.DefaultCache.Lookup(fontOf(10), 10).Face.GlyphIndex(nil, r)
	return err != nil || index == 0 || strings.ContainsRune("‖₁₂ᵣᵢ\u0303", r)
}
