package chart

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// barred is one sample in the middle of a chart, with bars to the quarters of its axes.
func barred() Lines {
	return Lines{X: Axis{Lo: 0, Hi: 40}, Y: Axis{Lo: 0, Hi: 8}, Series: []Series{{
		X: []float64{20}, Y: []float64{4}, XLo: []float64{10}, XHi: []float64{30}, Lo: []float64{2}, Hi: []float64{6},
		NoLine: true, Marker: 'o', Color: 3,
	}}}
}

// TestBars: they begin and end where their values are, in every set of characters, and are no band.
func TestBars(t *testing.T) {
	for _, g := range []Glyphs{Braille, Line, ASCII} {
		var cells []string
		text := barred().Render(46, 12, g, func(s string, ink Ink) string {
			if ink.Color == 3 && ink.Faint {
				cells = append(cells, s)
			}
			return s
		})
		p := newPlot(barred(), 46, 12, g)
		var row, column int // cells of the bars in the row and in the column of the sample
		lines := strings.Split(text, "\n")
		at, _, _ := p.cell(20, 4)
		for y, line := range lines[p.top : p.top+p.rows] {
			area := []rune(line)[p.left:]
			for x := range min(p.cols, len(area)) {
				if area[x] == ' ' {
					continue
				}
				if x == at {
					column++
				}
				if _, r, _ := p.cell(20, 4); p.rows-1-y == r {
					row++
				}
			}
		}
		if w, h := float64(p.cols-1)/2+1, float64(p.rows-1)/2+1; math.Abs(float64(row)-w) > 1.5 ||
			math.Abs(float64(column)-h) > 1.5 {
			t.Errorf("%v: bars of %d×%d cells, want about %v×%v\n%s", g, row, column, w, h, text)
		}
		if len(cells) < 3 {
			t.Errorf("%v: the bars are not faint: %q", g, cells)
		}
	}
	if c := barred().Curve(barred().Series[0]); c.Lo != nil || c.Hi != nil {
		t.Errorf("bars are a band, too: %+v", c)
	}
}

// TestAxesCoverBars: linear axes whole bars, logarithmic ones those above the samples.
func TestAxesCoverBars(t *testing.T) {
	for scale, want := range map[Scale][2]float64{Linear: {10, 2}, Log: {20, 4}} {
		l := barred()
		l.X, l.Y = Axis{Scale: scale}, Axis{Scale: scale}
		xs, ys := l.Values()
		x, _, _ := Range(scale, xs...)
		if y, _, _ := Range(scale, ys...); x != want[0] || y != want[1] {
			t.Errorf("scale %v: axes begin at %v and %v, want %v", scale, x, y, want)
		}
	}
}

// TestBarsEndAtTheAxes: whatever their values, and where the sample is not shown there are none.
func TestBarsEndAtTheAxes(t *testing.T) {
	for _, end := range []float64{-1e308, -1, 0, math.Inf(1), math.Inf(-1), math.NaN(), 1e308} {
		for _, scale := range []Scale{Linear, Log} {
			l := barred()
			l.X, l.Y = Axis{Lo: 1, Hi: 40, Scale: scale}, Axis{Lo: 1, Hi: 8, Scale: scale}
			l.Series[0].XLo, l.Series[0].Hi = []float64{end}, []float64{end}
			for _, g := range []Glyphs{Braille, ASCII} {
				for i, line := range strings.Split(l.Render(40, 12, g, nil), "\n") {
					if n := len([]rune(line)); n > 40 {
						t.Errorf("end %v: line %d has %d cells", end, i, n)
					}
				}
			}
		}
	}
	l := barred()
	l.Series[0].X[0] = 50 // outside
	if text := l.Render(46, 12, ASCII, nil); slices.ContainsFunc(strings.Split(text, "\n")[:8],
		func(s string) bool { return strings.Contains(s[7:], ":") }) {
		t.Errorf("bars without a sample:\n%s", text)
	}
}
