package pixel

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// mostColors is the largest number of colours of a picture: all that the small form of PNG has.
const mostColors = 256

// shade is a colour with 5 bits a channel and 4 bits of opacity, which the eye does not tell from the full one along an
// anti-aliased edge.
type shade uint32

// shadeOf returns the shade of a premultiplied colour.
func shadeOf(r, g, b, a uint8) shade {
	if a < 8 {
		return 0
	}
	level := func(v uint8) shade { return shade((min(int(v)*0xff/int(a), 0xff)*31 + 127) / 0xff) }
	return level(r)<<14 | level(g)<<9 | level(b)<<4 | shade((int(a)*15+127)/0xff)
}

// color returns the colour of a shade.
func (s shade) color() color.NRGBA {
	level := func(at int) uint8 { return uint8((int(s>>at&31)*0xff + 15) / 31) }
	return color.NRGBA{level(14), level(9), level(4), uint8(s&15) * 17}
}

// reduced returns an image with few enough colours: the most frequent shades, and in place of the others the nearest of
// these.
func reduced(of *image.RGBA) *image.Paletted {
	counts := map[shade]int{}
	size := of.Bounds().Size()
	shades := make([]shade, 0, size.X*size.Y)
	var last [4]uint8
	run, now := 0, shade(0) // most pixels are as the one before them
	for y := range size.Y {
		for x := range size.X {
			if pix := [4]uint8(of.Pix[y*of.Stride+4*x:]); pix != last {
				counts[now] += run
				run, now, last = 0, shadeOf(pix[0], pix[1], pix[2], pix[3]), pix
			}
			run++
			shades = append(shades, now)
		}
	}
	counts[now] += run
	order := make([]shade, 0, len(counts))
	for s := range counts {
		order = append(order, s)
	}
	slices.SortFunc(order, func(a, b shade) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	var colors color.Palette
	for _, s := range order[:min(len(order), mostColors)] {
		colors = append(colors, s.color())
	}
	index := make(map[shade]uint8, len(order))
	for k, s := range order {
		if index[s] = uint8(k); k >= mostColors {
			index[s] = uint8(colors.Index(s.color()))
		}
	}
	to := image.NewPaletted(of.Bounds(), colors)
	at := index[0]
	for i, s := range shades {
		if i == 0 || s != shades[i-1] {
			at = index[s]
		}
		to.Pix[i] = at
	}
	return to
}
