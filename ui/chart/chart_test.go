package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// nasty draws any float64, the awkward ones often.
func nasty() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64(),
		rapid.Float64Range(-10, 10),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, 1 + 1e-15, 1e308,
			-1e308,
			math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-308, 1e15, 1e15 + 0.25, 0.1, 1e-300}),
	)
}

func nastyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(),
		rapid.SampledFrom([]string{"", "σ now", "K̃", "a\nb", "\x1b[31mred", "漢字", "👩‍👩‍👧", "\tx"}))
}

func nastyLines(t *rapid.T) Lines {
	axis := func(name string) Axis {
		a := Axis{Scale: Scale(rapid.IntRange(0, 1).Draw(t, name+" scale")), Title: nastyText().Draw(t, name+" title")}
		if rapid.Bool().Draw(t, name+" fixed") {
			a.Lo, a.Hi = nasty().Draw(t, name+" lo"), nasty().Draw(t, name+" hi")
		}
		return a
	}
	l := Lines{X: axis("x"), Y: axis("y"), Empty: nastyText().Draw(t, "empty")}
	values := func(name string) []float64 { return rapid.SliceOfN(nasty(), -1, 30).Draw(t, name) }
	for i := range rapid.IntRange(0, 4).Draw(t, "series") {
		s := Series{X: values("xs"), Y: values("ys"), Marker: rapid.Rune().Draw(t, "marker"), Color: i - 2}
		s.Faint, s.Dashed = rapid.Bool().Draw(t, "faint"), rapid.Bool().Draw(t, "dashed")
		s.Path = rapid.Bool().Draw(t, "path")
		s.NoMarkers, s.NoLine = rapid.Bool().Draw(t, "no markers"), rapid.Bool().Draw(t, "no line")
		if rapid.Bool().Draw(t, "band") {
			s.Lo, s.Hi = values("los"), values("his")
		}
		l.Series = append(l.Series, s)
	}
	for range rapid.IntRange(0, 3).Draw(t, "vlines") {
		l.VLines = append(l.VLines, VLine{X: nasty().Draw(t, "x"), Label: nastyText().Draw(t, "label")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "points") {
		l.Points = append(l.Points, Point{X: nasty().Draw(t, "x"), Y: nasty().Draw(t, "y"),
			Marker: rapid.Rune().Draw(t, "marker")})
	}
	return l
}

// red paints as a terminal program would, so that the size is checked with escapes in the text.
func red(s string, ink Ink) string { return "\x1b[31m" + s + "\x1b[0m" }

func checkSize(t interface{ Fatalf(string, ...any) }, text string, w, h int, g Glyphs) {
	if h == 0 {
		if text != "" {
			t.Fatalf("height 0 gives %q", text)
		}
		return
	}
	lines := strings.Split(text, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), h, text)
	}
	for _, line := range lines {
		if n := ansi.StringWidth(line); n > w {
			t.Fatalf("a line of %d cells, want at most %d: %q", n, w, line)
		}
		for _, r := range ansi.Strip(line) {
			if g == ASCII && r > '~' || unicode.IsControl(r) {
				t.Fatalf("character %q in %q", r, line)
			}
		}
		if strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
			t.Fatalf("a label that is no number: %q", line)
		}
	}
}

func TestSizeIsExactForAnyInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := nastyLines(t)
		w, h := rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h")
		g := Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs"))
		var paint Paint
		if rapid.Bool().Draw(t, "paint") {
			paint = red
		}
		checkSize(t, l.Render(w, h, g, paint), w, h, g)
	})
}

func TestSizeIsExactWhenSmall(t *testing.T) {
	for name, l := range map[string]Lines{"error": errorChart(), "rank": rankChart(), "nothing": {}} {
		t.Run(name, func(t *testing.T) {
			for w := 0; w < 70; w += 1 + w/10 {
				for h := 0; h < 25; h += 1 + h/8 {
					for _, g := range []Glyphs{Braille, Line, ASCII} {
						checkSize(t, l.Render(w, h, g, red), w, h, g)
					}
				}
			}
		})
	}
}

// TestMarkersStandAtTheirCells compares with cells worked out by hand: 56 columns less 7 for labels and axis (5+1+1)
// are 49, 12 rows less 2 for the axis are 10, so a step of the x axis from 0 to 48 is one column and one of the y axis
// from 0 to 9 one row.
func TestMarkersStandAtTheirCells(t *testing.T) {
	xs, ys := []float64{0, 7, 20, 33, 48}, []float64{0, 4, 9, 2, 5}
	linear := Lines{X: Axis{Lo: 0, Hi: 48}, Y: Axis{Lo: 0, Hi: 9}, Series: []Series{{X: xs, Y: ys}}}
	var logX, logY []float64
	for i := range xs { // the same cells on log axes from 1 to 2^48 and from 1 to 2^9
		logX, logY = append(logX, math.Exp2(xs[i])), append(logY, math.Exp2(ys[i]))
	}
	log := Lines{X: Axis{Scale: Log, Lo: 1, Hi: 1 << 48}, Y: Axis{Scale: Log, Lo: 1, Hi: 1 << 9},
		Series: []Series{{X: logX, Y: logY}}}
	for name, l := range map[string]Lines{"linear": linear, "log": log} {
		text := l.Render(56, 12, Braille, nil)
		found := 0
		for row, line := range strings.Split(text, "\n") {
			for col, r := range []rune(line) {
				if r == '●' {
					found++
				}
				for i := range xs {
					at := int(xs[i])+7 == col && 9-int(ys[i]) == row
					if at && r != '●' {
						t.Errorf("%s: sample %d is not at column %d, row %d:\n%s", name, i, col, row, text)
					}
				}
			}
		}
		if found != len(xs) {
			t.Errorf("%s: %d markers, want %d:\n%s", name, found, len(xs), text)
		}
	}
}

// TestLineJoinsItsMarkers checks that in every column between the first and the last sample the curve has a cell, and
// that cells of neighbouring columns touch: their rows overlap.
func TestLineJoinsItsMarkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ys := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 40).Draw(t, "ys")
		xs := make([]float64, len(ys))
		for i := range xs {
			xs[i] = float64(i)
		}
		s := Series{X: xs, Y: ys, NoMarkers: rapid.Bool().Draw(t, "no markers")}
		w, h := rapid.IntRange(20, 80).Draw(t, "w"), rapid.IntRange(4, 30).Draw(t, "h")
		p := newPlot(Lines{Y: Axis{Lo: 0, Hi: 1}, Series: []Series{s}}, w, h, Line)
		p.draw()
		lowest, highest := -1, -1
		for col := range p.cols {
			lo, hi := -1, -1
			for row := range p.rows {
				if p.grid.at(p.left+col, p.top+row).text != blank {
					if lo < 0 {
						lo = row
					}
					hi = row
				}
			}
			if lo < 0 || col > 0 && (lo > highest || hi < lowest) {
				t.Fatalf("the line is broken at column %d:\n%s", col, p.grid.render(nil))
			}
			lowest, highest = lo, hi
		}
	})
}

func TestNoSeriesHidesAnother(t *testing.T) {
	xs := []float64{0, 1, 2, 3, 4, 5}
	l := Lines{Series: []Series{{X: xs, Y: xs}, {X: xs, Y: xs, Color: 1}, {X: xs, Y: xs, Color: 2},
		{X: xs, Y: xs, Color: 3, Faint: true}}}
	text := l.Render(60, 15, Braille, nil)
	for i, m := range Markers(Braille)[:3] {
		if strings.Count(text, string(m)) != 2 {
			t.Errorf("series %d shows %d of its markers, want 2:\n%s", i, strings.Count(text, string(m)), text)
		}
	}
	if strings.ContainsRune(text, Markers(Braille)[3]) {
		t.Errorf("a faint series covers a live one:\n%s", text)
	}
}

func TestFootnoteCountsWhatIsHidden(t *testing.T) {
	xs := []float64{1, 2, 3, 4, 5}
	for _, c := range []struct {
		ys   []float64
		y    Axis
		want string
	}{
		{[]float64{1, 2, 3, 4, 5}, Axis{Scale: Log}, ""},
		{[]float64{1, 0, -3, 4, 5}, Axis{Scale: Log}, "hidden: 2 points ≤ 0"},
		{[]float64{1, 0, -3, 4, 5}, Axis{}, ""},
		{[]float64{1, math.NaN(), 3, 4, 5}, Axis{}, "hidden: 1 point not finite"},
		{[]float64{1, math.Inf(1), 0, 4, 50}, Axis{Scale: Log, Lo: 1, Hi: 10},
			"hidden: 1 point ≤ 0, 1 not finite, 1 outside the axes"},
	} {
		lines := strings.Split(Lines{Y: c.y, Series: []Series{{X: xs, Y: c.ys}}}.Render(60, 10, Braille, nil), "\n")
		last := lines[len(lines)-1]
		if c.want == "" && strings.Contains(last, "hidden") || c.want != "" && last != c.want {
			t.Errorf("%v on %+v: last line %q, want %q", c.ys, c.y, last, c.want)
		}
	}
	stale := Series{X: xs, Y: []float64{1, math.NaN(), 3, 4, 5}, Faint: true}
	if text := (Lines{Series: []Series{stale}}).Render(60, 10, Braille, nil); strings.Contains(text, "hidden") {
		t.Errorf("a stale series is counted:\n%s", text)
	}
	zero := []float64{0, 0, 3, 4, 5}
	l := Lines{X: Axis{Scale: Log}, Series: []Series{{X: zero, Y: xs}, {X: zero[1:3], Y: xs[1:3], Repeats: true}}}
	settled, _ := l.Settled()
	if got, want := settled.Hidden(), "hidden: 2 points ≤ 0"; got != want {
		t.Errorf("of a front and its samples: %q, want %q", got, want)
	}
	l.Y, l.Series[0].Y = Axis{Scale: Log}, []float64{1, 2, 0, 4, 5}
	settled, _ = l.Settled()
	if got, want := settled.Hidden(), "hidden: 3 points ≤ 0"; got != want {
		t.Errorf("hidden by both axes: %q, want %q", got, want)
	}
}

func TestPaintSeesEverySeries(t *testing.T) {
	seen := map[string]string{}
	l := errorChart()
	l.Render(100, 20, Line, func(s string, ink Ink) string {
		key := fmt.Sprint(ink.Color, ink.Faint)
		seen[key] += s
		return s
	})
	for key, part := range map[string]string{"0 false": "●", "1 false": "▲", "2 false": "■", "3 false": "◆",
		"-1 true": "⣀", "-2 false": "10⁻²",
		"-2 true": "┤", "0 true": "⢄"} {
		if !strings.Contains(seen[key], part) {
			t.Errorf("runs painted %s hold no %s: %q", key, part, seen[key])
		}
	}
}

func TestRenderDoesNotChangeItsInput(t *testing.T) {
	xs, ys := []float64{3, 1, 2}, []float64{30, 10, math.NaN()}
	Lines{Series: []Series{{X: xs, Y: ys, Lo: ys, Hi: ys}}}.Render(60, 12, Braille, nil)
	if xs[0] != 3 || xs[1] != 1 || xs[2] != 2 || ys[0] != 30 || ys[1] != 10 || !math.IsNaN(ys[2]) {
		t.Errorf("samples are now %v %v", xs, ys)
	}
}

func TestOrderOfSamplesDoesNotMatter(t *testing.T) {
	sorted := Series{X: []float64{1, 2, 3, 4, 5}, Y: []float64{5, 1, 4, 2, 3}}
	mixed := Series{X: []float64{4, 1, 5, 3, 2}, Y: []float64{2, 5, 3, 4, 1}}
	want, got := Lines{Series: []Series{sorted}}.Render(60, 15, Braille, nil),
		Lines{Series: []Series{mixed}}.Render(60, 15, Braille, nil)
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestBandFillsItsRows has 10 rows for 0 to 9 and a band from 2 to 6; the curve runs at 4.
func TestBandFillsItsRows(t *testing.T) {
	two, four, six, xs := []float64{2, 2}, []float64{4, 4}, []float64{6, 6}, []float64{0, 1}
	l := Lines{Y: Axis{Lo: 0, Hi: 9}, Series: []Series{{X: xs, Y: four, Lo: two, Hi: six, NoMarkers: true}}}
	check := func(l Lines, first, last int) {
		t.Helper()
		for g, shades := range map[Glyphs]string{Line: "⢕⠕⢔⠑⢄⠁⢀⢅⠅⠄⠐⠔", ASCII: ":"} {
			text := l.Render(60, 12, g, nil)
			for row, line := range strings.Split(text, "\n")[:10] {
				if got, want := strings.ContainsAny(line, shades), row >= first && row <= last && row != 5; got != want {
					t.Errorf("glyphs %d, row %d: shaded is %v, want %v:\n%s", g, row, got, want, text)
				}
			}
		}
	}
	check(l, 3, 7)
	// On a log axis from 1 to 2^9 the same; a lower end at or below 0 reaches down to the axis.
	l.Y = Axis{Scale: Log, Lo: 1, Hi: 1 << 9}
	l.Series[0].Y, l.Series[0].Lo, l.Series[0].Hi = []float64{16, 16}, []float64{-1, 0}, []float64{64, 64}
	check(l, 3, 9)
}

// TestSpikesSurvive has one sample of 2000 at the top and one at the bottom.
func TestSpikesSurvive(t *testing.T) {
	lines := strings.Split(Lines{Series: []Series{spikes()}}.Render(60, 12, Line, nil), "\n")
	for row, line := range strings.Split(Lines{Series: []Series{spikes()}}.Render(60, 12, Braille, nil), "\n")[:10] {
		if got, want := strings.ContainsFunc(line, func(r rune) bool { return r > 0x2800 && r < 0x2900 }), true; got != want {
			t.Errorf("row %d has no dots: %q", row, line)
		}
	}
	for _, row := range []int{0, 9} {
		if strings.Count(lines[row], "█")+strings.Count(lines[row], "▀") != 1 {
			t.Errorf("row %d shows no spike: %q", row, lines[row])
		}
	}
}

func TestOneRowShowsTheLine(t *testing.T) {
	text := Lines{Series: []Series{{X: []float64{0, 1}, Y: []float64{1, 2}, NoMarkers: true}}}.Render(30, 1, Line, nil)
	if strings.Count(text, "▀")+strings.Count(text, "▄") < 20 {
		t.Errorf("got %q", text)
	}
}

func TestWriteKeepsToTheGrid(t *testing.T) {
	for text, want := range map[string]string{"abcdef": " abcd", "漢字x": " 漢字", "a漢字": " a漢", "K̃ba": " K̃ba",
		"\u0303x": " x", "Aः": " Aः"} {
		g := newGrid(5, 1)
		g.write(1, 0, text, NoColor, false)
		if got := g.render(nil); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

func BenchmarkLines(b *testing.B) {
	l := Lines{X: Axis{Scale: Log}, Y: Axis{Scale: Log}}
	for i := range 3 {
		s := Series{Color: i}
		for k := range 200 {
			x := 10 * math.Pow(100, float64(k)/199)
			y := math.Pow(x, -float64(i+1)/2)
			s.X, s.Y, s.Lo, s.Hi = append(s.X, x), append(s.Y, y), append(s.Lo, y*0.8), append(s.Hi, y*1.2)
		}
		l.Series = append(l.Series, s)
	}
	b.ReportAllocs()
	for b.Loop() {
		l.Render(100, 20, Braille, red)
	}
}

// TestLabelsRestWhileTheCurveChanges renders one line over many curves: its label stays where it is, ending above the
// line.
func TestLabelsRestWhileTheCurveChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "points")
		s := Series{}
		for i := range n {
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, rapid.Float64Range(0.1, 1).Draw(t, "y"))
		}
		l := Lines{X: Axis{Lo: 0, Hi: 30}, Y: Axis{Lo: 0.1, Hi: 1}, Series: []Series{s},
			VLines: []VLine{{X: 12, Label: "m=100"}}}
		lines := strings.Split(l.Render(40, 12, Braille, nil), "\n")
		if got := strings.Index(lines[0], "m=100"); got != 16 {
			t.Fatalf("the label begins at %d of the first row:\n%s", got, strings.Join(lines, "\n"))
		}
	})
}

// TestNoChartIsAboveTheFirst: the title above charts side by side belongs to none.
func TestNoChartIsAboveTheFirst(t *testing.T) {
	m := Multiples{Count: 2, Across: 2, W: 10, H: 5}
	for cell, want := range map[[2]int]int{{12, 0}: 1, {12, -1}: -1, {-1, 0}: -1, {12, 5}: -1} {
		if k, _, _ := m.At(cell[0], cell[1]); k != want {
			t.Errorf("at %v is chart %d, want %d", cell, k, want)
		}
	}
}
