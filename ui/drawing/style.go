package drawing

import (
	"image/color"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// paint is the colour of what a chart asks that Color for: that of a number of the
// methods, curves or groups, black for marks, and grey for what has none of its own.
func paint(index int, faint bool) color.NRGBA {
	c := color.NRGBA{0x55, 0x55, 0x55, 0xff}
	switch {
	case index >= chart.MarkColor:
		c = color.NRGBA{0, 0, 0, 0xff}
	case index >= 0:
		_, hue := chart.Braille.Sign(index)
		c = chart.OkabeIto()[hue]
	}
	if faint {
		c.A = 0x80
	}
	return c
}

// spelled makes a text legible, and spells out the characters that the fonts of a
// drawing lack.
func spelled(s string) string { return chart.Spell(legible.Text(s), lacks) }

// lacks tells whether a character isn't in the font of a PNG, or in those that
// viewers of an SVG have, or would stand beside what it belongs above.
func lacks(r rune) bool {
	const bar = '\u0304' // SVG and PNG put it above the letter
	if r < 0x7f || r == bar {
		return false
	}
	index, err := font.DefaultCache.Lookup(plot.DefaultFont, 10).Face.GlyphIndex(nil, r)
	return err != nil || index == 0 || strings.ContainsRune("‖₁₂ᵣᵢ\u0303", r)
}

// label is the style of a text at the left of a place and above it.
func label(points float64) text.Style {
	return text.Style{Color: color.Black, Font: font.From(plot.DefaultFont, vg.Points(points)), Handler: plot.DefaultTextHandler}
}

// fitted is a style of so many points, or of fewer where the text would be too wide.
func fitted(points float64, s string, room vg.Length) text.Style {
	style := label(points)
	if w := style.Width(s); w > room {
		style.Font.Size *= room / w
	}
	return style
}

// newLegend is an empty legend.
func newLegend() plot.Legend {
	l := plot.NewLegend()
	l.Top, l.Left, l.Padding, l.TextStyle = true, true, vg.Points(4), label(10)
	return l
}

// brief writes a figure with three digits.
func brief(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// highlight is the fill of marks: the yellow that the palette leaves out, which
// stands out from all of its colours.
func highlight() color.Color { return color.NRGBA{0xf0, 0xe4, 0x42, 0xff} }

// ticks are those of the screens on an axis that has room for so many characters.
type ticks struct {
	axis  chart.Axis
	cells int
}

// Ticks implements [plot.Ticker].
func (t ticks) Ticks(_, _ float64) (list []plot.Tick) {
	for _, one := range chart.Ticks(t.axis, t.cells) {
		list = append(list, plot.Tick{Value: one.Value, Label: one.Label})
	}
	return list
}
