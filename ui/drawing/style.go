package drawing

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// paint returns the colour for the Color of a chart: one of [chart.OkabeIto] for methods,
// curves and groups, black for marks, and grey for everything else.
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

// spelled escapes control characters and spells out characters that the fonts of a drawing
// lack.
func spelled(s string) string { return chart.Spell(legible.Text(s), lacks) }

func (p Paper) spelled(s string) string {
	if p.formulas {
		return legible.Text(s)
	}
	return spelled(s)
}

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

// brief formats a figure with three digits.
func brief(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// ticks places the ticks of package chart for an axis of so many characters.
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

// printedTicks places the ticks of an axis, and between those of a logarithmic axis short ones without labels, at most nine a decade.
type printedTicks struct{ ticks }

// Ticks implements [plot.Ticker].
func (t printedTicks) Ticks(lo, hi float64) []plot.Tick {
	list := t.ticks.Ticks(lo, hi)
	decades := math.Log10(t.axis.Hi) - math.Log10(t.axis.Lo)
	if t.axis.Scale != chart.Log || decades > float64(t.cells)/4 {
		return list
	}
	labelled := func(v float64) bool {
		return slices.ContainsFunc(list, func(o plot.Tick) bool { return math.Abs(o.Value-v) < 1e-9*v })
	}
	for k := math.Floor(math.Log10(t.axis.Lo)); k <= math.Log10(t.axis.Hi); k++ {
		for m := 1.0; m < 10; m++ {
			if v := m * math.Pow(10, k); v >= t.axis.Lo && v <= t.axis.Hi && !labelled(v) {
				list = append(list, plot.Tick{Value: v})
			}
		}
	}
	return list
}
