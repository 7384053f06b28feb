package drawing

import (
	"bytes"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// TestBarsAreDrawn: two strokes more for a sample with bars, and the legend says what they are.
func TestBarsAreDrawn(t *testing.T) {
	drawn := func(with bool, band string) string {
		s := chart.Series{Name: "nystrom", X: []float64{2, 4}, Y: []float64{1, 3}, Lo: []float64{1, 2}, Hi: []float64{2, 4},
			NoLine: true}
		if with {
			s.XLo, s.XHi, s.Lo, s.Hi = []float64{1, -3}, []float64{3, 9}, []float64{0.5, 2}, []float64{1.5, 99}
		}
		var b bytes.Buffer
		if err := Slide().SVG(&b, "",
			chart.Lines{X: chart.Axis{Lo: 0, Hi: 5}, Y: chart.Axis{Lo: 0, Hi: 4}, Series: []chart.Series{s},
				Band: band}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	with, without := drawn(true, "±se"), drawn(false, "")
	if got := strings.Count(with, "<path") - strings.Count(without, "<path"); got != 3 {
		t.Errorf("%d paths more with four bars than with a band", got)
	}
	if !strings.Contains(with, ">bars: ±se<") || !strings.Contains(drawn(false, "±se"), ">band: ±se<") ||
		strings.Contains(without, "band") {
		t.Error("the legend does not say what bands and bars are")
	}
}
