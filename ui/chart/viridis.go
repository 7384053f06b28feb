package chart

import (
	"image/color"
	"math"
)

// Viridis returns the colour of t, limited to [0, 1], on the scale viridis (S. van der Walt, N. Smith and E. Firing, matplotlib 2.0,
// CC0): dark blue for 0, yellow for 1. Lightness ascends evenly in between, so that equal steps look equal with any colour vision and
// in grey. The colour of NaN is transparent black, the zero value.
func Viridis(t float64) color.NRGBA {
	// Every fifth of matplotlib's 256 colours; the others differ by at most 1 of 255 from what lies between these.
	return between("44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a3a538b38598c355e8d33638d31688e"+
		"2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d20928c1f978b1e9c891fa18821a58524aa8328ae802eb37c35b7793dbc74"+
		"46c06f50c46a5ac86465cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11fd8e219e5e419f1e51dfde725", t)
}

// Diverging returns the colour of t, limited to [−1, 1], on a scale for signed figures: blue for −1, white for 0, red for 1. Both
// sides are straight lines in CIELAB with equal lightness at ±t: equal steps look equal, and in grey only |t| shows. The colour of
// NaN is transparent black, the zero value.
func Diverging(t float64) color.NRGBA {
	return between("0e458c1e4a902a4f933454973d599b455e9e4d64a25469a55c6fa96374ac6a7ab0717fb37885b77f8bba8690be8c96c2939cc5"+
		"9aa2c9a1a8cca7aed0aeb4d4b5bad7bbc0dbc2c6dec9cce2d0d3e6d6d9e9dddfede4e5f0ebecf4f1f2f8f8f9fbfffffffcf8f7"+
		"f9f1f0f5eae8f2e3e0efdcd9ebd5d1e8cecae5c7c2e1c0bbddb9b4dab2acd6aba5d2a59ecf9e97cb9790c79189c38a82bf837b"+
		"bb7d74b7766eb37067af6960aa635aa65c53a2564d9d4f4799484194423b903b348b342f862d29822623", (t+1)/2)
}

// between interpolates linearly between the colours of a table, rrggbb in hexadecimal digits, of which the first is at 0 and the last
// at 1.
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
