package drawing

import (
	"bytes"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"gramscope/ui/chart"
)

// TestShapesAreThoseOfTheScreens: as many, and no two alike.
func TestShapesAreThoseOfTheScreens(t *testing.T) {
	all := shapes()
	if got, want := len(all), len(chart.Markers(chart.Braille)); got != want {
		t.Errorf("%d shapes, the screens have %d markers", got, want)
	}
	seen := map[string]int{}
	for i, s := range all {
		c := vgsvg.New(20, 20)
		s.DrawGlyph(&draw.Canvas{Canvas: c}, draw.GlyphStyle{Color: paint(0, false), Radius: 5}, vg.Point{X: 10, Y: 10})
		var b bytes.Buffer
		if _, err := c.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[b.String()]; ok {
			t.Errorf("shapes %d and %d are alike", other, i)
		}
		seen[b.String()] = i
	}
}
