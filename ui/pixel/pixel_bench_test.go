package pixel

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"gramscope/ui/chart"
	"gramscope/ui/drawing"
)

// BenchmarkPicture draws and encodes six curves with bands at 1000×600.
func BenchmarkPicture(b *testing.B) {
	var l chart.Lines
	for k := range 6 {
		s := chart.Series{Color: k}
		for i := range 30 {
			y := math.Exp(-float64(i*(k+1)) / 20)
			s.X, s.Y, s.Lo, s.Hi = append(s.X, float64(10*i+10)), append(s.Y, y), append(s.Lo, 0.8*y), append(s.Hi, 1.2*y)
		}
		l.Series = append(l.Series, s)
	}
	l.X, l.Y = chart.Axis{Scale: chart.Log, Title: "m"}, chart.Axis{Scale: chart.Log}
	inks := drawing.Inks{Paper: color.NRGBA{0x10, 0x14, 0x1a, 0xff}, Text: color.NRGBA{0xd0, 0xd0, 0xd0, 0xff},
		Series: chart.OkabeIto()}
	draw := func() *image.RGBA {
		drawn, err := drawing.Pane(l, 125, 37, image.Pt(8, 16), inks)
		if err != nil {
			b.Fatal(err)
		}
		return drawn
	}
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			draw()
		}
	})
	drawn := draw()
	for _, p := range []Protocol{Kitty, ITerm} {
		b.Run(fmt.Sprint("encode ", p), func(b *testing.B) {
			n := 0
			for b.Loop() {
				picture, err := p.New(1, image.Rect(0, 0, 125, 37), drawn)
				if err != nil {
					b.Fatal(err)
				}
				n = len(picture.data)
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}
