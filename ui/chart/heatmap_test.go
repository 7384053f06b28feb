package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// valley is an error over γ and μ, least at the sixth column and the third row.
func valley() Heat {
	h := Heat{X: HeatAxis{Title: "γ"}, Y: HeatAxis{Title: "μ"}, Cursor: true, Column: 3, Row: 2,
		Marks: []HeatMark{{5, 2, '★', "best"}, {1, 4, '●', "now"}}}
	for i := range 7 {
		h.X.Values = append(h.X.Values, 0.061*math.Pow(4, float64(i)))
		h.Y.Values = append(h.Y.Values, 1e-4*math.Pow(10, float64(i)))
	}
	for row := range 7 {
		var line []float64
		for column := range 7 {
			line = append(line, 0.31*math.Exp(0.06*math.Pow(float64(column-5), 2)+0.05*math.Pow(float64(row-2), 2)))
		}
		h.Values = append(h.Values, line)
	}
	h.Values[6][4], h.Values[6][5], h.Values[0][0] = math.NaN(), math.NaN(), math.Inf(1)
	return h
}

func TestHeatGolden(t *testing.T) {
	for _, size := range [][2]int{{51, 26}, {57, 12}, {37, 7}, {28, 5}} {
		for g, glyphs := range map[Glyphs]string{Braille: "braille", ASCII: "ascii"} {
			golden(t, fmt.Sprintf("heat-%dx%d-%s", size[0], size[1], glyphs), valley().Render(size[0], size[1], g, nil))
		}
	}
}

func nastyHeat(t *rapid.T) Heat {
	values := func(name string) []float64 { return rapid.SliceOfN(nasty(), -1, 12).Draw(t, name) }
	h := Heat{X: HeatAxis{values("xs"), nastyText().Draw(t, "x title")},
		Y:     HeatAxis{values("ys"), nastyText().Draw(t, "y title")},
		Faint: rapid.Bool().Draw(t, "faint"), Cursor: rapid.Bool().Draw(t, "cursor")}
	h.Column, h.Row = rapid.IntRange(-3, 15).Draw(t, "column"), rapid.IntRange(-3, 15).Draw(t, "row")
	for range rapid.IntRange(0, 14).Draw(t, "rows") {
		h.Values = append(h.Values, values("values"))
	}
	for range rapid.IntRange(0, 5).Draw(t, "marks") {
		h.Marks = append(h.Marks, HeatMark{rapid.IntRange(-3, 15).Draw(t, "at column"),
			rapid.IntRange(-3, 15).Draw(t, "at row"), rapid.Rune().Draw(t, "marker"), ""})
	}
	return h
}

func TestHeatSizeIsExactForAnyInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := nastyHeat(t)
		w, height := rapid.IntRange(0, 200).Draw(t, "w"), rapid.IntRange(0, 60).Draw(t, "h")
		g := Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs"))
		var paint Paint
		if rapid.Bool().Draw(t, "paint") {
			paint = red
		}
		checkSize(t, h.Render(w, height, g, paint), w, height, g)
	})
}

func TestHeatSizeIsExactWhenSmall(t *testing.T) {
	for w := 0; w < 60; w += 1 + w/10 {
		for h := 0; h < 20; h += 1 + h/8 {
			for _, g := range []Glyphs{Braille, ASCII} {
				checkSize(t, valley().Render(w, h, g, red), w, h, g)
			}
		}
	}
}

// levels reads the level of every cell off the colours that Render asks for.
func levels(h Heat, w, height int) map[[2]int][]int {
	at := map[[2]int][]int{}
	text := h.Render(w, height, Braille, func(s string, ink Ink) string {
		out := ""
		for _, r := range s {
			if ink.Color < HeatColor || r == ' ' {
				out += " "
			} else {
				out += string(rune('0' + ink.Color - HeatColor))
			}
		}
		return out
	})
	for y, line := range strings.Split(text, "\n") {
		for x, r := range []rune(line) {
			if column, row, ok := h.Cell(x, y, w, height, Braille); ok && r >= '0' && r <= '9' {
				at[[2]int{column, row}] = append(at[[2]int{column, row}], int(r-'0'))
			}
		}
	}
	return at
}

// TestFullerIsBetter compares the levels of cells with their figures: the best has the first, the worst the last, and
// no cell with a better figure is lighter.
func TestFullerIsBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 6).Draw(t, "columns"), rapid.IntRange(1, 6).Draw(t, "rows")
		h := Heat{}
		for i := range n {
			h.X.Values = append(h.X.Values, float64(i+1))
		}
		figure := rapid.OneOf(rapid.Float64Range(-5, 5), rapid.Float64Range(1e-3, 1e3),
			rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), 1e308, -1e308, 0, 1e-300}))
		for j := range m {
			h.Y.Values = append(h.Y.Values, float64(j+1))
			h.Values = append(h.Values, rapid.SliceOfN(figure, n, n).Draw(t, "values"))
		}
		at := levels(h, 80, 30)
		var known []float64
		for _, line := range h.Values {
			for _, v := range line {
				if finite(v) {
					known = append(known, v)
				}
			}
		}
		for j, line := range h.Values {
			for i, v := range line {
				got := at[[2]int{i, j}]
				if finite(v) != (len(got) > 0) {
					t.Fatalf("cell %d, %d with %v has %d shaded characters", i, j, v, len(got))
				}
				if !finite(v) {
					continue
				}
				if slices.Min(got) != slices.Max(got) {
					t.Fatalf("cell %d, %d has levels %v", i, j, got)
				}
				isBest := !slices.ContainsFunc(known, func(u float64) bool { return u < v })
				isWorst := !slices.ContainsFunc(known, func(u float64) bool { return v < u })
				if isBest && got[0] != 0 || isWorst && !isBest && got[0] != HeatLevels-1 {
					t.Fatalf("cell %d, %d with %v has level %d; best %v, worst %v", i, j, v, got[0], isBest, isWorst)
				}
				for l, other := range h.Values {
					for k, u := range other {
						if finite(u) && v < u && got[0] > at[[2]int{k, l}][0] {
							t.Fatalf("%v is better than %v and lighter", v, u)
						}
					}
				}
			}
		}
	})
}

// TestShadesAreDistinct makes colour superfluous: each level has characters of its own.
func TestShadesAreDistinct(t *testing.T) {
	for _, g := range []Glyphs{Braille, Line, ASCII} {
		seen := map[string]bool{}
		for level := range HeatLevels {
			s := g.shades(level)
			if seen[s] || strings.ContainsAny(s, " []x×"+g.marker('★')+g.marker('●')) {
				t.Errorf("glyphs %d: level %d is drawn as %q", g, level, s)
			}
			seen[s] = true
			for _, r := range s {
				if ansi.StringWidth(string(r)) != 1 || g == ASCII && r > '~' {
					t.Errorf("glyphs %d: %q", g, r)
				}
			}
		}
	}
}

// TestHalfOfTheLevelsNearTheBest: with one cell far out, twice the best has the middle level.
func TestHalfOfTheLevelsNearTheBest(t *testing.T) {
	h := Heat{X: HeatAxis{Values: []float64{1, 2, 3, 4}}, Y: HeatAxis{Values: []float64{1}},
		Values: [][]float64{{1, 2, 1e6, 1.2}}}
	at := levels(h, 60, 10)
	for column, want := range []int{0, 3, 6, 1} {
		if got := at[[2]int{column, 0}][0]; got != want {
			t.Errorf("%v has level %d, want %d", h.Values[0][column], got, want)
		}
	}
}

func TestMarksAndCursorStandInTheirCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := valley()
		h.Y.Values[0] = 3e-10 // its label is longer in ASCII
		w, height := rapid.IntRange(8, 100).Draw(t, "w"), rapid.IntRange(3, 40).Draw(t, "h")
		h.Column, h.Row = rapid.IntRange(0, 6).Draw(t, "column"), rapid.IntRange(0, 6).Draw(t, "row")
		h.Marks = []HeatMark{{h.Column, h.Row, '★', ""}, {h.Column, h.Row, '●', ""}, {h.Column, h.Row, '◆', ""}}
		h.Cursor = rapid.Bool().Draw(t, "cursor")
		g := Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs"))
		star, rest := "★", "●◆"
		if g == ASCII {
			star, rest = "@", "o*"
		}
		found := map[string]bool{}
		lines := strings.Split(h.Render(w, height, g, nil), "\n")
		for y, line := range lines {
			for x, r := range []rune(line) {
				if s := string(r); s == "[" || s == "]" || s == star || strings.Contains(rest, s) {
					found[s] = true
					if column, row, ok := h.Cell(x, y, w, height, g); !ok || column != h.Column || row != h.Row {
						t.Fatalf("%s stands at cell %d, %d (%v), want %d, %d:\n%s", s, column, row, ok, h.Column, h.Row,
							strings.Join(lines, "\n"))
					}
				}
			}
		}
		if h.Cursor != found["["] || !found[star] {
			t.Fatalf("cursor or mark is not to be seen:\n%s", strings.Join(lines, "\n"))
		}
	})
}

func TestUnknownCellsAreBlank(t *testing.T) {
	h := valley()
	h.Cursor, h.Marks = false, nil
	lines := strings.Split(ansi.Strip(h.Render(60, 20, Braille, red)), "\n")
	crosses := 0
	for y, line := range lines {
		for x, r := range []rune(line) {
			column, row, ok := h.Cell(x, y, 60, 20, Braille)
			if !ok {
				continue
			}
			switch v := h.Values[row][column]; {
			case math.IsNaN(v) && r != ' ', finite(v) && r == ' ':
				t.Errorf("%q in the cell of %v", r, v)
			case r == '×':
				crosses++
				if !math.IsInf(v, 0) {
					t.Errorf("a cross in the cell of %v", v)
				}
			}
		}
	}
	if crosses != 1 {
		t.Errorf("%d crosses, want 1:\n%s", crosses, strings.Join(lines, "\n"))
	}
}

// TestCellCoversTheMap counts: cells differ by one row and one column of characters at most, and together they fill a
// rectangle.
func TestCellCoversTheMap(t *testing.T) {
	h := valley()
	count := map[[2]int]int{}
	for y := range 26 {
		for x := range 51 {
			if column, row, ok := h.Cell(x, y, 51, 26, Braille); ok {
				count[[2]int{column, row}]++
			}
		}
	}
	if len(count) != 49 {
		t.Errorf("%d cells, want 49", len(count))
	}
	total := 0
	for at, n := range count {
		if total += n; n < 5*3 || n > 6*4 { // of 42 columns and 23 rows
			t.Errorf("cell %v has %d characters", at, n)
		}
	}
	if want := 42 * 23; total != want {
		t.Errorf("%d characters are cells, want %d", total, want)
	}
	if _, _, ok := (Heat{}).Cell(3, 3, 51, 26, Braille); ok {
		t.Error("an empty map has a cell")
	}
}

func TestBarNamesItsEnds(t *testing.T) {
	lines := strings.Split(ansi.Strip(valley().Render(51, 26, Braille, red)), "\n")
	i := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "0.31 ██") })
	if i < 0 || !strings.HasSuffix(lines[i], "░ 3.09") { // 0.31·exp(0.06·5² + 0.05·4²)
		t.Errorf("the bar is %q", lines[max(i, 0)])
	}
	one := Heat{X: HeatAxis{Values: []float64{1}}, Y: HeatAxis{Values: []float64{1}}, Values: [][]float64{{0.5}}}
	if text := one.Render(30, 10, Braille, nil); !strings.Contains(text, "0.5 ██") {
		t.Errorf("a map of one figure:\n%s", text)
	}
}

func BenchmarkHeat(b *testing.B) {
	h := valley()
	b.ReportAllocs()
	for b.Loop() {
		h.Render(51, 26, Braille, red)
	}
}

// TestFiguresStandInCellsWithoutColour, where shades are hard to tell apart.
func TestFiguresStandInCellsWithoutColour(t *testing.T) {
	m := Heat{X: HeatAxis{Values: []float64{1, 2}}, Y: HeatAxis{Values: []float64{1, 2}},
		Values: [][]float64{{9.25, 2.5}, {1.75, math.Inf(1)}},
		Marks:  []HeatMark{{Column: 0, Row: 1, Marker: '★'}}}
	for _, g := range []Glyphs{Braille, Line, ASCII} {
		text := m.Render(57, 16, g, nil)
		for _, figure := range []string{"9.25", "2.5", "1.75"} {
			if !strings.Contains(text, figure) {
				t.Errorf("glyphs %d: no %s in\n%s", g, figure, text)
			}
		}
	}
}

// TestLabelsOfAHeatMapAreAlike: one format for all values of an axis, and the same distance between any two labels.
func TestLabelsOfAHeatMapAreAlike(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   string
	}{
		{[]float64{1e-4, 1e-3, 0.01, 0.1, 1, 10, 100}, "10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰ 10¹ 10²"},
		{[]float64{9.47e-4, 0.01515, 0.2424, 0.9696, 3.878}, "0.000947 0.0152 0.242 0.97 3.88"},
		{[]float64{9.47e-5, 0.01515, 0.2424, 3.878}, "9.5·10⁻⁵ 1.5·10⁻² 2.4·10⁻¹ 3.9·10⁰"},
		{[]float64{0.2424, 0.9696, 3.878, 15.5, 993}, "0.242 0.97 3.88 15.5 993"},
		{[]float64{1e-12, 1e9}, "10⁻¹² 10⁹"},
		{[]float64{0, math.NaN()}, "0 "},
	} {
		if got := strings.Join(Braille.labelsOf(tt.values), " "); got != tt.want {
			t.Errorf("labels of %v: %s, want %s", tt.values, got, tt.want)
		}
	}
	m := Heat{X: HeatAxis{Values: []float64{0.0152, 0.061, 0.242, 0.97, 3.88, 15.5, 62}},
		Y: HeatAxis{Values: []float64{1, 2, 3}}}
	for w := 20; w < 90; w++ {
		lines := strings.Split(m.Render(w, 6, Braille, nil), "\n")
		var marks []int
		for x, r := range []rune(lines[len(lines)-2]) {
			if r == '┬' {
				marks = append(marks, x)
			}
		}
		for _, text := range strings.Fields(strings.TrimSuffix(lines[len(lines)-1], "62")) {
			if !slices.Contains(Braille.labelsOf(m.X.Values), text) {
				t.Errorf("in %d cells there is a label %q", w, text)
			}
		}
		for i := 2; i < len(marks); i++ {
			if a, b := marks[1]-marks[0], marks[i]-marks[i-1]; max(a-b, b-a) > 1 {
				t.Errorf("in %d cells labels are at %v", w, marks)
				break
			}
		}
		if len(marks) < 2 {
			t.Errorf("in %d cells there are labels at %v only", w, marks)
		}
	}
}

// TestFiguresAndOutline: cells that are wide enough have their figures, and those up to a bound an outline where
// neighbours are beyond it.
func TestFiguresAndOutline(t *testing.T) {
	h := Heat{X: HeatAxis{Values: []float64{1, 2, 3}}, Y: HeatAxis{Values: []float64{1, 2, 3}},
		Values: [][]float64{{3.21, 1.51, 3.22}, {3.23, 1.52, 3.24}, {3.25, 3.26, 3.27}}, Near: 1.6, Fine: true}
	text := ansi.Strip(h.Render(40, 20, Braille, red))
	for _, figure := range []string{"1.51", "1.52", "3.27"} {
		if !strings.Contains(text, figure) {
			t.Errorf("no %s:\n%s", figure, text)
		}
	}
	if left, right, top, bottom := strings.Count(text, "▏"), strings.Count(text, "▕"), strings.Count(text, "▔"),
		strings.Count(text, "▁"); left != right || left < 8 || top < 8 || top != bottom {
		t.Errorf("the outline has %d, %d, %d and %d characters:\n%s", left, right, top, bottom, text)
	}
	if text = ansi.Strip(h.Render(12, 20, Braille, red)); strings.Contains(text, "1.52") {
		t.Errorf("figures in narrow cells:\n%s", text)
	}
}

// TestLevelsByRanks: where a few figures would take all levels, the others are told apart.
func TestLevelsByRanks(t *testing.T) {
	h := Heat{X: HeatAxis{Values: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}}, Y: HeatAxis{Values: []float64{1}},
		Values: [][]float64{{1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 50}}}
	scale, _ := h.Scale()
	for i, v := range h.Values[0] {
		if got := scale.Badness(v); got != float64(i)/8 || scale.Figure(got) != v {
			t.Errorf("%v has level %v, which is of %v", v, got, scale.Figure(got))
		}
	}
	h.Values[0] = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	if scale, _ := h.Scale(); scale.Badness(2) < 0.5 {
		t.Errorf("of figures that differ 2 has level %v", scale.Badness(2))
	}
}

// TestFiguresOfAllCellsOrNone: a map with figures in some cells alone hides those that matter.
func TestFiguresOfAllCellsOrNone(t *testing.T) {
	m := Heat{X: HeatAxis{Values: []float64{1, 2, 3}}, Y: HeatAxis{Values: []float64{1}},
		Values: [][]float64{{0.4, 0.5, math.Inf(1)}}}
	if text := m.Render(26, 6, Braille, nil); !strings.Contains(text, "0.4") || !strings.Contains(text, "0.5") {
		t.Errorf("there are no figures:\n%s", text)
	}
	m.Values[0][1] = 0.00012345
	if text := m.Render(26, 6, Braille, nil); strings.Contains(text, "0.4") || strings.Contains(text, "1.2") {
		t.Errorf("some cells have figures:\n%s", text)
	}
}

// TestHeatOfNearlyEqualFigures: figures whose difference has no half are of one level.
func TestHeatOfNearlyEqualFigures(t *testing.T) {
	const least = math.SmallestNonzeroFloat64
	for _, of := range [][]float64{{0, least}, {-least, least}, {-least, 0}, {1, math.Nextafter(1, 2)},
		{-math.MaxFloat64, math.MaxFloat64}} {
		h := Heat{X: HeatAxis{Values: []float64{1, 2}}, Y: HeatAxis{Values: []float64{1}}, Values: [][]float64{of}}
		scale, ok := h.Scale()
		for _, v := range of {
			if b := scale.Badness(v); !ok || !(b >= 0 && b <= 1) {
				t.Errorf("%v: %v has level %v", of, v, b)
			}
		}
	}
}

// TestMapWithoutFiguresHasNoBar: a bar without figures explains nothing.
func TestMapWithoutFiguresHasNoBar(t *testing.T) {
	h := Heat{X: HeatAxis{Values: []float64{1, 2}}, Y: HeatAxis{Values: []float64{1}},
		Values: [][]float64{{math.NaN(), 2}}}
	bar := func() string { return strings.Split(h.Render(60, 10, Braille, nil), "\n")[9] }
	if !strings.Contains(bar(), "█") {
		t.Errorf("the figure 2 has the bar %q", bar())
	}
	h.Values[0][1] = math.Inf(1)
	if bar() != "" {
		t.Errorf("without figures the bar is %q", bar())
	}
}
