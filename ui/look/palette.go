package look

import (
	"fmt"
	"image/color"
	"strconv"

	"github.com/charmbracelet/lipgloss"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"

	"gramscope/ui/chart"
)

// palette is a theme for terminals with 256 colours or more, as #rrggbb. It sets no background of the window and no
// colour of ordinary text: these are the terminal's own.
type palette struct {
	dim     string // decoration, axes, what is stale or unused
	accent  string // headings, keys, the frame of the focused pane
	alarm   string
	bar     string // surface of the first and the last line of the window; "" for none
	raised  string // surface of the element that keys act on; "" for none: the accent alone
	text    string // of raised elements and bars
	series  [chart.Hues]string
	paper   string  // what bands and stale curves are mixed with; "" if that is not known: there are no mixtures
	mixture float64 // share of a series' colour in its band

	tints [chart.Hues]string // of bands with 256 colours, of which few are as dark or as pale as a mixture
}

// Dark, light, and for a background that is not known. Contrasts of texts are at least 4.5:1 on the backgrounds in
// look_test.go. Series have the hues of chart.OkabeIto in its order and stay apart for every colour vision.
var (
	darkPalette = palette{
		dim: "#9aa5b1", accent: "#8ab8ff", alarm: "#ff8a80", bar: "#232a36", raised: "#34405a", text: "#e6ebf2",
		series: [chart.Hues]string{"#689cfe", "#fdab82", "#a8f5c0", "#f86aa3", "#bfa000", "#7cdcfc"},
		paper:  "#10141a", mixture: 0.3,
		tints: [chart.Hues]string{"#00005f", "#5f0000", "#005f00", "#5f005f", "#5f5f00", "#005f5f"},
	}
	lightPalette = palette{
		dim: "#5c6670", accent: "#1a4f9c", alarm: "#b3121d", bar: "#e3e8ef", raised: "#cddaf0", text: "#1c2430",
		series: [chart.Hues]string{"#0d3fb9", "#a03c00", "#003d2a", "#8a1f6a", "#ba7f00", "#4a8fc4"},
		paper:  "#ffffff", mixture: 0.22,
		tints: [chart.Hues]string{"#d7d7ff", "#ffd7af", "#d7ffd7", "#ffd7ff", "#ffffd7", "#d7ffff"},
	}
	eitherPalette = palette{dim: "#767676", accent: "#1a7bbf", alarm: "#d53c33",
		series: [chart.Hues]string{"#2b64b9", "#c13500", "#029260", "#9c4a7d", "#c86a02", "#0086ff"}}
)

// viridis256 has the steps of chart.Viridis among 256 colours. The nearest of them would not become lighter from step
// to step.
var viridis256 = []string{
	"#5f005f", "#5f0087", "#5f00af", "#005faf", "#0087af", "#00afaf",
	"#00d787", "#5fd787", "#87d75f", "#afd75f", "#d7d700", "#ffd700",
}

// Paper returns the colours, #rrggbb, of the background and of plain text in a picture of the screen. They are those of
// the theme dark where the terminal's are not known.
func (l *Look) Paper() (paper, plain string) {
	if l.paper == "" {
		return darkPalette.paper, darkPalette.text
	}
	return l.paper, l.text
}

// Inks returns the colours of pictures: the background, which is not opaque if it is not known, plain text, and the
// series.
func (l *Look) Inks() (paper, text color.NRGBA, series []color.NRGBA) {
	text = rgb(eitherPalette.dim)
	switch {
	case l.profile == termenv.Ascii:
		return paper, text, []color.NRGBA{text}
	case !l.rich(): // the usual values of the terminal's own colours
		for _, style := range l.Series {
			r, g, b := termenv.ConvertToRGB(l.profile.Color(string(style.GetForeground().(lipgloss.Color)))).RGB255()
			series = append(series, color.NRGBA{r, g, b, 0xff})
		}
		return paper, text, series
	case l.palette.paper != "":
		paper, text = rgb(l.palette.paper), mix(rgb(l.palette.text), rgb(l.palette.paper), 0.85) // as its lines are thin
	}
	for _, name := range l.palette.series {
		series = append(series, rgb(name))
	}
	return paper, text, series
}

// hex writes a colour as lipgloss reads it.
func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// rgb reads a colour that hex has written.
func rgb(name string) color.NRGBA {
	v, _ := strconv.ParseUint(name[1:], 16, 32)
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

// mix returns share of colour a and the rest of b.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	part := func(x, y uint8) uint8 { return uint8(share*float64(x) + (1-share)*float64(y) + 0.5) }
	return color.NRGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// luminance returns the relative luminance of a colour, from 0 to 1 (WCAG 2.2).
func luminance(c color.NRGBA) float64 {
	of, _ := colorful.MakeColor(c)
	r, g, b := of.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// farthest returns black or white, whichever has more contrast on a background.
func farthest(ground color.NRGBA) color.NRGBA {
	if luminance(ground) > 0.18 {
		return color.NRGBA{0, 0, 0, 0xff}
	}
	return color.NRGBA{0xff, 0xff, 0xff, 0xff}
}

// grey returns the grey as bright as a colour.
func grey(c color.NRGBA) color.NRGBA {
	v := uint8((3*int(c.R) + 6*int(c.G) + int(c.B)) / 10)
	return color.NRGBA{v, v, v, 0xff}
}

// grey256 returns the index, among xterm's 256 colours, of the nearest of the 24 greys. Termenv's can be far from it.
func grey256(v uint8) int { return 232 + min(max((int(v)-3)/10, 0), 23) }
