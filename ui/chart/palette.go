package chart

import (
	"encoding/hex"
	"image/color"
	"math"
)

// OkabeIto returns Hues of the colours of Okabe and Ito (Color universal design, jfly.uni-koeln.de/color, 2008), which
// readers with any colour vision can distinguish. Black is left out, and yellow, which is too light for lines on white.
func OkabeIto() []color.NRGBA {
	return []color.NRGBA{
		{0x00, 0x72, 0xb2, 0xff}, // blue
		{0xd5, 0x5e, 0x00, 0xff}, // vermilion
		{0x00, 0x9e, 0x73, 0xff}, // bluish green
		{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
		{0xe6, 0x9f, 0x00, 0xff}, // orange
		{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	}
}

// NoColor is the Color of series and marks without a colour; AxisColor is that of axes, tick labels, titles and
// footnotes.
const (
	NoColor   = -1
	AxisColor = -2
)

// The steps of the two colour scales, from 0 to Steps−1: ScaleColor+step is a colour of Viridis, DivergingColor+step
// one of Diverging. TintColor+c is a shade of color c for the background of a band.
const (
	Steps          = 256
	ScaleColor     = 1 << 17
	DivergingColor = ScaleColor + Steps
	TintColor      = 1 << 18
)

// Ink has the colours of a run of text.
type Ink struct {
	Color  int  // the Color of a Series, VLine or Point, NoColor, AxisColor, MarkColor, or a step of a scale
	Ground int  // colour of the background: 0 for none, a step of a scale, or TintColor and a series' color
	Faint  bool // dimmed text
}

// Paint styles a run of text. It must not change the width of s. A nil Paint leaves the text plain. One that cannot
// paint backgrounds returns blanks as they are, whatever their Ground.
type Paint func(s string, ink Ink) string

// step returns the step of a scale for t, which is limited to [0, 1].
func step(t float64) int { return int(min(max(t, 0), 1)*(Steps-1) + 0.5) }

// Viridis returns the colour of t, limited to [0, 1], on the scale viridis (S. van der Walt, N. Smith and E. Firing,
// matplotlib 2.0, CC0): dark blue for 0, yellow for 1. Lightness ascends evenly in between, so that equal steps look
// equal with any colour vision and in grey. The colour of NaN is transparent black, the zero value.
func Viridis(t float64) color.NRGBA {
	// Every fifth of matplotlib's 256 colours; the others differ by at most 1 of 255 from what lies between two of the
	// table.
	return between("44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a3a538b38598c"+
		"355e8d33638d31688e2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d20928c1f978b1e9c891fa18821a58524aa83"+
		"28ae802eb37c35b7793dbc7446c06f50c46a5ac86465cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11fd8e219"+
		"e5e419f1e51dfde725", t)
}

// Diverging returns the colour of t, limited to [−1, 1], on a scale for signed figures: blue for −1, white for 0, red
// for 1. Lightness and chroma in CIELAB are equal at ±t and change in steps of equal length: equal steps look equal,
// and in grey only |t| shows. The colour of NaN is transparent black, the zero value.
func Diverging(t float64) color.NRGBA {
	return between("063b710b417a124783194d8c205395285a9d3161a63a68ae436fb64c77be567ec55f85cc698cd27293d77b9adc84a1e1"+
		"8ca7e595ade99db4eca5baefadc0f2b5c5f4bccbf6c4d1f8cbd6f9d2dcfbd9e1fcdfe6fde6ebfeecf0fef3f5fff9fafffffffffff9f7"+
		"fff3efffede6fee7defde1d6fcdbcefad4c5f8cebdf6c7b5f4c1acf1baa4eeb39ceaac93e6a58be29e83dd977ad88f72d3886a"+
		"cd8162c67959bf7152b86a4ab06242a85b3b9f5334974c2e8e46288540237c3a1e74341a6c2f16632a13", (t+1)/2)
}

// between interpolates linearly between the colours of a table, rrggbb in hexadecimal digits, of which the first is at
// 0 and the last at 1.
func between(table string, t float64) color.NRGBA {
	if math.IsNaN(t) {
		return color.NRGBA{}
	}
	last := len(table)/6 - 1
	at := min(max(t, 0), 1) * float64(last)
	k := min(int(at), last-1)
	two, _ := hex.DecodeString(table[6*k : 6*k+12]) // as it is in hexadecimal digits
	channel := func(c int) uint8 {
		a, b := float64(two[c]), float64(two[c+3])
		return uint8(math.Round(a + (b-a)*(at-float64(k))))
	}
	return color.NRGBA{channel(0), channel(1), channel(2), 0xff}
}
