package chart

import (
	"image/color"
	"math"
)

// Viridis returns the colour of t, limited to [0, 1], on the scale viridis (S. van der Walt, N. Smith and E. Firing,
// matplotlib 2.0, CC0): dark blue for 0, yellow for 1. Lightness ascends evenly in between, so that equal steps look
// equal with any colour vision and in grey. The colour of NaN is transparent black, the zero value.
func Viridis(t float64) color.NRGBA {
	// Every fifth of matplotlib's 256 colours; the others differ by at most 1 of 255 from what lies between these.
	return between("44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a3a538b38598c355e8d33638d31688e"+
		"2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d20928c1f978b1e9c891fa18821a58524aa8328ae802eb37c35b7793dbc74"+
		"46c06f50c46a5ac86465cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11fd8e219e5e419f1e51dfde725", t)
}

// Diverging returns the colour of t, limited to [−1, 1], on a scale for signed figures: blue for −1, white for 0, red
// for 1. Lightness and chroma in CIELAB are equal at ±t and change in steps of equal length: equal steps look equal,
// and in grey only |t| shows. The colour of NaN is transparent black, the zero value.
func Diverging(t float64) color.NRGBA {
	return between("063b710b417a124783194d8c205395285a9d3161a63a68ae436fb64c77be567ec55f85cc698cd27293d77b9adc84a1e18ca7e5"+
		"95ade99db4eca5baefadc0f2b5c5f4bccbf6c4d1f8cbd6f9d2dcfbd9e1fcdfe6fde6ebfeecf0fef3f5fff9fafffffffffff9f7"+
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
	channel := func(c int) uint8 {
		i, j := 6*k+2*c, 6*(k+1)+2*c
		a, b := float64(hex(table[i])<<4|hex(table[i+1])), float64(hex(table[j])<<4|hex(table[j+1]))
		return uint8(math.Round(a + (b-a)*(at-float64(k))))
	}
	return color.NRGBA{channel(0), channel(1), channel(2), 0xff}
}

// hex returns the value of a digit from 0 to 9 or a to f.
func hex(digit byte) byte {
	if digit >= 'a' {
		return digit - 'a' + 10
	}
	return digit - '0'
}
