package chart

import "image/color"

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
