package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFrontByItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(nasty(), rapid.SampledFrom([]float64{1, 2, 3, 4}))
		xs := rapid.SliceOfN(coordinate, 0, 12).Draw(t, "xs")
		ys := rapid.SliceOfN(coordinate, len(xs), len(xs)).Draw(t, "ys")
		higher := rapid.Bool().Draw(t, "higher")
		front := Front(xs, ys, higher)
		noWorse := func(a, b float64) bool { return a == b || a < b != higher }
		known := func(i int) bool { return finite(xs[i]) && finite(ys[i]) }
		for k, i := range front {
			if !known(i) {
				t.Fatalf("(%v, %v) is on the front", xs[i], ys[i])
			}
			if k > 0 && !(xs[front[k-1]] < xs[i]) {
				t.Fatalf("the front does not ascend: %v", front)
			}
		}
		for i := range xs {
			beaten := !known(i)
			for j := range xs {
				if known(i) && known(j) && xs[j] <= xs[i] && noWorse(ys[j], ys[i]) && (xs[j] != xs[i] || ys[j] != ys[i] || j < i) {
					beaten = true // by a better one, or stood for by an equal one
				}
			}
			if slices.Contains(front, i) == beaten {
				t.Fatalf("point %d of %v, %v: on the front %v, beaten %v", i, xs, ys, !beaten, beaten)
			}
		}
	})
}

// TestHLinesStandAtTheirRows has 10 rows for 0 to 9.
func TestHLinesStandAtTheirRows(t *testing.T) {
	l := Lines{Y: Axis{Lo: 0, Hi: 9}, Series: []Series{{X: []float64{0, 1}, Y: []float64{4, 4}, NoMarkers: true}},
		HLines: []HLine{{Y: 7, Labels: []string{"seven and some more than fits into this", "seven"}}, {Y: 1},
			{Y: 30, Labels: []string{"thirty"}}, {Y: -5, Labels: []string{"minus five"}},
			{Y: math.NaN(), Labels: []string{"no number"}}}}
	lines := strings.Split(l.Render(40, 12, Braille, nil), "\n")
	for row, line := range lines[:10] {
		if got, want := strings.Count(line, "┄") > 20, row == 2 || row == 8; got != want {
			t.Errorf("row %d: a line is %v, want %v:\n%s", row, got, want, strings.Join(lines, "\n"))
		}
	}
	for row, want := range map[int]string{0: "↑ thirty", 1: "seven", 9: "↓ minus five"} {
		if !strings.HasSuffix(lines[row], want) {
			t.Errorf("row %d is %q, want it to end in %q", row, lines[row], want)
		}
	}
	if text := strings.Join(lines, "\n"); strings.Contains(text, "no number") {
		t.Errorf("a line at NaN is named:\n%s", text)
	}
}

// TestOneLabelOfALine: the longest that has room and no other, in the line itself where the
// rows above and below it are taken.
func TestOneLabelOfALine(t *testing.T) {
	l := Lines{Y: Axis{Lo: 0, Hi: 9}, Series: []Series{{X: []float64{0, 1}, Y: []float64{4, 4}, NoMarkers: true}},
		HLines: []HLine{{Y: 7, Labels: []string{"seven, much too long for a chart of this width", "seven in words",
			"seven"}}}}
	if text := l.Render(40, 12, Braille, nil); strings.Count(text, "seven") != 1 ||
		!strings.Contains(text, "seven in words") {
		t.Errorf("labels\n%s", text)
	}
	l = Lines{Y: Axis{Lo: 0, Hi: 2}, HLines: []HLine{{Y: 1, Labels: []string{"one"}}}}
	for _, y := range []float64{0, 2} {
		l.Series = append(l.Series, Series{X: []float64{0, 1}, Y: []float64{y, y}, NoMarkers: true})
	}
	if lines := strings.Split(l.Render(40, 5, Braille, nil), "\n"); !strings.HasSuffix(lines[1], "┄ one") {
		t.Errorf("between two curves\n%s", strings.Join(lines, "\n"))
	}
}

// TestHLabelsHideNothing compares with the chart without labels.
func TestHLabelsHideNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Lines{Y: Axis{Lo: 0, Hi: 1}}
		for range 3 {
			var s Series
			for i := range rapid.IntRange(1, 12).Draw(t, "points") {
				s.X, s.Y = append(s.X, float64(i)), append(s.Y, rapid.Float64Range(0, 1).Draw(t, "y"))
			}
			l.Series = append(l.Series, s)
		}
		for range 3 {
			l.HLines = append(l.HLines,
				HLine{Y: rapid.Float64Range(-0.2, 1.2).Draw(t, "level"), Labels: []string{"a long label", "label"}})
		}
		w, h := rapid.IntRange(20, 80).Draw(t, "w"), rapid.IntRange(4, 24).Draw(t, "h")
		with := strings.Split(l.Render(w, h, Braille, nil), "\n")
		for i := range l.HLines {
			l.HLines[i].Labels = nil
		}
		for y, line := range strings.Split(l.Render(w, h, Braille, nil), "\n") {
			got := []rune(with[y])
			for x, r := range []rune(line) {
				if r != ' ' && r != '┄' && (x >= len(got) || got[x] != r) {
					t.Fatalf("a label hides %q at %d, %d:\n%s", r, x, y, strings.Join(with, "\n"))
				}
			}
		}
	})
}

// TestArrowsStandBeforeMarkers: a sample that is zero but for rounding is seen where another curve's marker, or a point
// of the present setting, has the same cell.
func TestArrowsStandBeforeMarkers(t *testing.T) {
	xs := []float64{1, 2, 3}
	l := Lines{
		Y: Axis{Lo: 1e-3, Hi: 1, Scale: Log, Rounding: 1e-12},
		Series: []Series{
			{Marker: 'a', X: xs, Y: []float64{1, 0, 1e-16}},
			{Marker: 'b', X: xs, Y: []float64{1, 1e-3, 1e-3}},
		},
		Points: []Point{{X: 3, Y: 1e-3, Marker: 'c'}},
	}
	lines := strings.Split(l.Render(40, 12, Braille, nil), "\n")
	if lowest := lines[9]; strings.Count(lowest, "↓") != 2 {
		t.Errorf("the lowest row is %q, want two arrows", lowest)
	}
}
