package look

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/muesli/termenv"

	"gramscope/ui/chart"
)

// Paint is the chart.Paint of this look. Only rich looks have backgrounds.
func (l *Look) Paint(s string, ink chart.Ink) string {
	if ground, ok := l.color(ink.Ground, ink.Faint && ink.Ground < chart.TintColor); ok {
		return l.onGround(s, ink, ground)
	}
	if c, ok := l.color(ink.Color, ink.Faint); ok {
		return l.colored(s, c, nil, false)
	}
	switch {
	case ink.Color >= chart.HeatColor && ink.Faint:
		return l.Dim.Render(s)
	case ink.Color >= chart.HeatColor:
		return l.heat[min(ink.Color-chart.HeatColor, len(l.heat)-1)].Render(s)
	case ink.Color == chart.MarkColor:
		return l.Strong.Render(s)
	case ink.Color >= 0:
		styles := l.Series
		if ink.Faint {
			styles = l.dimSeries
		}
		_, hue := l.Glyphs.Sign(ink.Color)
		return styles[hue%len(styles)].Render(s)
	case ink.Faint:
		return l.Dim.Render(s)
	}
	return s
}

// Colored paints text in the colour of a method or curve.
func (l *Look) Colored(s string, series int) string {
	return l.Paint(s, chart.Ink{Color: series})
}

// color returns the colour of a step of a scale or of a band; ok is false if this look has none. Stale ones are grey.
func (l *Look) color(index int, stale bool) (c color.NRGBA, ok bool) {
	switch {
	case !l.rich() || index < chart.ScaleColor:
		return c, false
	case index >= chart.TintColor:
		if l.paper == "" {
			return c, false
		}
		_, hue := l.Glyphs.Sign(index - chart.TintColor)
		if l.profile == termenv.ANSI256 {
			return rgb(l.tints[hue]), true
		}
		return mix(rgb(l.series[hue]), rgb(l.paper), l.mixture), true
	case index >= chart.DivergingColor:
		c = chart.Diverging(2*float64(index-chart.DivergingColor)/(chart.Steps-1) - 1)
	case l.profile == termenv.ANSI256:
		c = rgb(viridis256[(index-chart.ScaleColor)*len(viridis256)/chart.Steps])
	default:
		c = chart.Viridis(float64(index-chart.ScaleColor) / (chart.Steps - 1))
	}
	if stale {
		c = mix(grey(c), color.NRGBA{0x80, 0x80, 0x80, 0xff}, 0.6)
	}
	return c, true
}

// onGround paints text on a background: marks black or white, whichever has more contrast.
func (l *Look) onGround(s string, ink chart.Ink, ground color.NRGBA) string {
	fore := farthest(ground)
	switch {
	case strings.Trim(s, " ") == "":
		return l.colored(s, ground, &ground, false)
	case ink.Color >= chart.ScaleColor:
		fore, _ = l.color(ink.Color, ink.Faint)
	case ink.Color >= 0 && ink.Color < chart.MarkColor:
		_, hue := l.Glyphs.Sign(ink.Color)
		if fore = rgb(l.series[hue]); ink.Faint && l.paper != "" {
			fore = mix(fore, rgb(l.paper), staleShare)
		}
	case ink.Ground >= chart.TintColor && ink.Faint: // decoration
		fore = rgb(l.dim)
	}
	return l.colored(s, fore, &ground, ink.Color == chart.MarkColor)
}

// code returns termenv's name for a colour.
func (l *Look) code(c color.NRGBA) string {
	if l.profile == termenv.ANSI256 && c == grey(c) {
		return strconv.Itoa(grey256(c.R))
	}
	return hex(c)
}

// colored writes text in a colour, on a background if there is one. Blanks need only the background.
func (l *Look) colored(s string, fore color.NRGBA, ground *color.NRGBA, bold bool) string {
	var codes []string
	if bold {
		codes = append(codes, termenv.BoldSeq)
	}
	if ground == nil || strings.Trim(s, " ") != "" {
		codes = append(codes, l.profile.Color(l.code(fore)).Sequence(false))
	}
	if ground != nil {
		codes = append(codes, l.profile.Color(l.code(*ground)).Sequence(true))
	}
	return termenv.CSI + strings.Join(codes, ";") + "m" + s + termenv.CSI + termenv.ResetSeq + "m"
}
