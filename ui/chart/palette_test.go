package chart

import (
	"image/color"
	"math"
	"testing"
)

// visions turn linear RGB into what a reader without one kind of cones sees: the
// matrices for severity 1 of Machado, Oliveira & Fernandes (IEEE TVCG 15, 2009),
// table 1, and the identity.
var visions = map[string][3][3]float64{
	"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan":    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan":    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan":    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab is a colour in CIE L*a*b*, under D65, as a vision has it.
func lab(c color.NRGBA, vision [3][3]float64) [3]float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	times := func(m [3][3]float64, v [3]float64) (out [3]float64) {
		for i, row := range m {
			out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
		}
		return out
	}
	rgb := times(vision, [3]float64{linear(c.R), linear(c.G), linear(c.B)})
	for i := range rgb {
		rgb[i] = min(max(rgb[i], 0), 1)
	}
	xyz := times([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, rgb)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(xyz[0]/0.9505), f(xyz[1]), f(xyz[2]/1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestColoursStayApart: any two colours of the palette differ by ΔE = 15 or more
// for every kind of colour vision, where 2.3 can just be seen.
func TestColoursStayApart(t *testing.T) {
	red := lab(color.NRGBA{0xff, 0, 0, 0xff}, visions["all cones"])
	for i, want := range []float64{53.24, 80.09, 67.20} { // of sRGB red
		if math.Abs(red[i]-want) > 0.1 {
			t.Errorf("red is %v in L*a*b*", red)
		}
	}
	all := OkabeIto()
	for name, vision := range visions {
		for i := range all {
			for j := range i {
				a, b := lab(all[i], vision), lab(all[j], vision)
				if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < 15 {
					t.Errorf("%s: colours %d and %d differ by %.1f", name, i, j, d)
				}
			}
		}
	}
}
