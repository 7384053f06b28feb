package samples

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// sampled is a chart with two curves, of which one has a band, and a bound without markers.
func sampled() chart.Lines {
	return chart.Lines{
		X: chart.Axis{Title: "m", ID: "m", Scale: chart.Log, Lo: 10, Hi: 1000},
		Y: chart.Axis{Title: "error", Scale: chart.Log, Lo: 0.001, Hi: 1},
		Series: []chart.Series{
			{Name: "nystrom", Marker: '▲', X: []float64{10, 100, 1000}, Y: []float64{0.5, 0.25, 0.0125},
				Lo: []float64{0.4, 0.2, 0.01}, Hi: []float64{0.6, 0.3, 0.015}},
			{Name: "rls", Marker: '◆', X: []float64{10, 1000}, Y: []float64{0.125, 0.002}},
			{Name: "floor", NoMarkers: true, Thin: true, X: []float64{10, 50, 1000}, Y: []float64{0.1, 0.05, 0.001}},
		},
	}
}

// TestCrosshair: it appears in the middle, goes from sample to sample and no further than the ends, and is of one axis.
func TestCrosshair(t *testing.T) {
	l, c := sampled(), Crosshair{}
	if _, ok := c.At(l); ok || len(c.Over(l).VLines) > 0 {
		t.Error("a crosshair that is off is in the chart")
	}
	for i, step := range []struct{ by, at int }{{1, 100}, {1, 1000}, {5, 1000}, {-1, 100}, {-9, 10}} {
		if ok := c.Move(l, step.by); !ok || c.X != float64(step.at) {
			t.Errorf("step %d goes to %v, want %d", i, c.X, step.at)
		}
	}
	if x, ok := c.At(l); !ok || x != 10 || c.Over(l).VLines[0].Label != "[10]" {
		t.Errorf("the crosshair is at %v, %v", x, ok)
	}
	for u, want := range map[float64]float64{-1: 10, 0.4: 100, 0.6: 100, 0.9: 1000} {
		if near := Near(l, u); !near.On || near.X != want {
			t.Errorf("near %v is %v, want %v", u, near.X, want)
		}
	}
	l.X.ID = "σ"
	if _, ok := c.At(l); ok {
		t.Error("the crosshair over m is in a chart over σ")
	}
	if c.Move(chart.Lines{}, 1) || Near(chart.Lines{}, 0.5).On {
		t.Error("a chart without samples has a crosshair")
	}
}

// TestValuesAtTheCrosshair: the title has the values of the curves that have a sample there, in as many digits as there
// is room for, at last without bounds and zeros before points; numbers in place of the chart have all samples.
func TestValuesAtTheCrosshair(t *testing.T) {
	shown := look.New("braille", "none", func(string) string { return "" })
	l, c := sampled(), Crosshair{On: true, Axis: "m", X: 1000}
	for w, wants := range map[int][]string{
		100: {"m=1000", "▲ nystrom 0.0125±0.0025", "◆ rls 0.002", "─ floor 0.001", "end"},
		40:  {"m=1000", "▲ 0.01", "◆ 0.002"},
		29:  {"m=1000 ▲0.013 ◆0.002 ─0.001"},
		22:  {"m=1000 ▲.013 ◆.002"},
		18:  {"m=1000 ▲.01 ◆.002"},
		17:  {"m=1000 ▲.01 …"}, // no number is cut
	} {
		title := c.Title(l, "  end", w, &shown)
		for _, want := range wants {
			if !strings.Contains(title, want) || ansi.StringWidth(title) >= w {
				t.Errorf("in %d cells the title is %q, want %q", w, title, want)
			}
		}
	}
	c.X = 100
	if title := c.Title(l, "", 100, &shown); !strings.Contains(title, "nystrom 0.25±0.05") ||
		strings.Contains(title, "rls") {
		t.Errorf("at 100 the title is %q, where rls has no sample", title)
	}
	numbers := c.Numbers(l, 60, 5, &shown)
	lines := strings.Split(numbers, "\n")
	for i, want := range [][]string{{"m", "nystrom", "rls"}, {"10", "0.5", "0.125"}, {"100", "0.25"},
		{"1000", "0.0125", "0.002"}} {
		for _, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("line %d of the numbers is %q, want %q", i, lines[i], part)
			}
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d lines of numbers, want 5", len(lines))
	}
	if text := c.Numbers(chart.Lines{Empty: "nothing yet"}, 60, 5, &shown); !strings.Contains(text, "nothing yet") {
		t.Errorf("numbers of nothing are %q", text)
	}
}
