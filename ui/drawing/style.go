package drawing

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"gramscope/ui/chart"
	"gramscope/ui/legible"
)

// paint is the colour of a series; what has none of its own is grey.
func paint(index int, faint bool) color.NRGBA {
	c := color.NRGBA{0x55, 0x55, 0x55, 0xff}
	if all := chart.OkabeIto(); index >= 0 {
		c = all[index%len(all)]
	}
	if faint {
		c.A = 0x80
	}
	return c
}

// spelled makes a text legible, and replaces the characters that the fonts of a PNG
// lack.
func spelled(s string) string {
	s = legible.Text(s)
	return strings.NewReplacer("ₛ", "_s", "‖", "||", "K̃", "K~", "₂", "_2", "₁", "_1", "ᵣ", "_r", "ᵢ", "_i", "⁻", "-", "╌", "-", "┄", "-").Replace(s)
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

// linearTicks are those of the screens on an axis for so many characters.
type linearTicks int

// Ticks implements [plot.Ticker].
func (cells linearTicks) Ticks(lo, hi float64) (list []plot.Tick) {
	for _, t := range chart.Ticks(chart.Axis{Lo: lo, Hi: hi}, int(cells)) {
		list = append(list, plot.Tick{Value: t.Value, Label: t.Label})
	}
	return list
}

// logTicks are powers of ten with the 2s and 5s between where there is room for
// labels, and the ends where no such number is on the axis.
type logTicks struct{}

// Ticks implements [plot.Ticker].
func (logTicks) Ticks(lo, hi float64) []plot.Tick {
	decades := math.Log10(hi / lo)
	var ticks []plot.Tick
	labels := 0
	for k := math.Floor(math.Log10(lo)); k <= math.Ceil(math.Log10(hi)); k++ {
		for mantissa := 1.0; mantissa < 10; mantissa++ {
			v := mantissa * math.Pow(10, k)
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			t := plot.Tick{Value: v}
			if mantissa == 1 || decades < 3.5 && (mantissa == 2 || mantissa == 5) || decades < 1 {
				t.Label = brief(v)
				labels++
			}
			ticks = append(ticks, t)
		}
	}
	if labels < 2 {
		for _, v := range []float64{lo, hi} {
			ticks = append(ticks, plot.Tick{Value: v, Label: brief(v)})
		}
	}
	return ticks
}
