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
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// palette are the colours of Okabe and Ito, which stay apart for colour-blind
// readers (jfly.uni-koeln.de/color), without the yellow, which is too light for lines.
func palette() []color.NRGBA {
	return []color.NRGBA{
		{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff},
		{0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff},
	}
}

// paint is the colour of a series; what has none of its own is grey.
func paint(index int, faint bool) color.NRGBA {
	c := color.NRGBA{0x55, 0x55, 0x55, 0xff}
	if all := palette(); index >= 0 {
		c = all[index%len(all)]
	}
	if faint {
		c.A = 0x80
	}
	return c
}

// shape is a series' marker, which carries it where colour can't.
func shape(index int) draw.GlyphDrawer {
	all := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{},
		draw.CrossGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.PlusGlyph{}}
	return all[max(index, 0)%len(all)]
}

// spelled replaces the characters that the fonts of a PNG lack.
func spelled(s string) string {
	return strings.NewReplacer("ₛ", "_s", "‖", "||", "K̃", "K~", "₂", "_2", "₁", "_1", "ᵣ", "_r", "ᵢ", "_i", "⁻", "-", "╌", "-", "┄", "-").Replace(s)
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
				t.Label = strconv.FormatFloat(v, 'g', 3, 64)
				labels++
			}
			ticks = append(ticks, t)
		}
	}
	if labels < 2 {
		for _, v := range []float64{lo, hi} {
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
		}
	}
	return ticks
}

// rules are the chart's straight lines across.
type rules struct{ chart.Lines }

// Plot implements [plot.Plotter].
func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	label := text.Style{Color: color.Gray{0x55}, Font: font.From(p.X.Tick.Label.Font, vg.Points(8)), Handler: p.X.Tick.Label.Handler}
	dotted := draw.LineStyle{Color: color.Gray{0x88}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(1.5), vg.Points(2)}}
	for _, v := range r.VLines {
		if x := toX(v.X); drawable(r.X.Scale, v.X) && c.ContainsX(x) {
			c.StrokeLine2(dotted, x, c.Min.Y, x, c.Max.Y)
			c.FillText(label, vg.Point{X: x + vg.Points(2), Y: c.Min.Y + vg.Points(3)}, spelled(v.Label))
		}
	}
	for _, h := range r.HLines {
		if y := toY(h.Y); drawable(r.Y.Scale, h.Y) && c.ContainsY(y) {
			c.StrokeLine2(dotted, c.Min.X, y, c.Max.X, y)
			if len(h.Labels) > 0 {
				c.FillText(label, vg.Point{X: c.Min.X + vg.Points(3), Y: y + vg.Points(2)}, spelled(h.Labels[0]))
			}
		}
	}
}
