package drawing

import (
	"bytes"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"gramscope/ui/chart"
)

// TestShapesAreThoseOfTheScreens: as many, and no two methods' alike in shape and
// colour.
func TestShapesAreThoseOfTheScreens(t *testing.T) {
	all := shapes()
	if got, want := len(all), len(chart.Markers(chart.Braille)); got != want {
		t.Fatalf("%d shapes in glyphs.go, chart.Markers has %d characters: draw the new one in shapes", got, want)
	}
	seen := map[string]int{}
	for i := range chart.Hues * len(chart.Markers(chart.Braille)) {
		c := vgsvg.New(20, 20)
		marker, _ := chart.Braille.Sign(i)
		canvas := draw.NewCanvas(c, 20, 20)
		canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: paint(i, false), Radius: 5, Shape: shape(marker)},
			vg.Point{X: 10, Y: 10})
		var b bytes.Buffer
		if _, err := c.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[b.String()]; ok {
			t.Errorf("the signs of %d and %d are alike", other, i)
		}
		seen[b.String()] = i
	}
}
