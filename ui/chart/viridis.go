package chart

import "image/color"

func Viridis(t float64) color.NRGBA {
	return color.NRGBA{uint8(68 + t*180), uint8(1 + t*230), uint8(84 - t*50), 0xff}
}
func Diverging(t float64) color.NRGBA {
	return color.NRGBA{uint8(t * 250), uint8(128), uint8(250 - t*250), 0xff}
}
