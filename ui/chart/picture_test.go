package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestAveragesKeepTheMean(t *testing.T) {
	got := averagesOf([][]float64{{1, 2, 3, 4}, {5, 6, 7, 8}}, 2, 1)
	if got[0][0] != 3.5 || got[0][1] != 5.5 {
		t.Errorf("2×4 into 1×2: %v", got)
	}
	if got := averagesOf([][]float64{{1, 2}}, 4, 2); got[1][0] != 1 || got[0][1] != 1 || got[1][3] != 2 {
		t.Errorf("1×2 into 2×4: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		n, rows, cols := rapid.IntRange(1, 20).Draw(t, "n"), rapid.IntRange(1, 30).Draw(t, "rows"),
			rapid.IntRange(1, 30).Draw(t, "cols")
		values, mean := make([][]float64, n), 0.0
		for i := range values {
			for range n {
				v := rapid.Float64Range(-1, 1).Draw(t, "v")
				values[i] = append(values[i], v)
				mean += v / float64(n*n)
			}
		}
		sum := 0.0
		for _, row := range averagesOf(values, cols, rows) {
			for _, v := range row {
				sum += v / float64(rows*cols)
			}
		}
		if math.Abs(sum-mean) > 1e-6 {
			t.Fatalf("the mean is %v, was %v", sum, mean)
		}
	})
}

// blocks is a matrix of ones in so many diagonal blocks.
func blocks(n, count int) Matrix {
	var m Matrix
	for i := range n {
		row := make([]float64, n)
		for j := range row {
			if i*count/n == j*count/n {
				row[j] = 1
			}
		}
		m.Values = append(m.Values, row)
	}
	for i := range count {
		m.Cuts = append(m.Cuts, float64(i+1)/float64(count))
	}
	return m
}

func TestMatrixShowsBlocks(t *testing.T) {
	lines := strings.Split(blocks(40, 2).Render(17, 9, Braille, nil), "\n")
	want := []string{
		"│████████", "│████████", "│████████", "│████████",
		"┤        ████████", "│        ████████", "│        ████████", "│        ████████",
		"└────────┴───────"}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	flat := Matrix{Values: [][]float64{{1, 1}, {1, 1}}}.Render(8, 3, ASCII, nil)
	if strings.Count(flat, "#") != 18 { // 6×3: as near to a square as it goes
		t.Errorf("a flat matrix\n%s", flat)
	}
	below := Matrix{Values: [][]float64{{1, -1}, {-0.2, 1}}, Full: 1, Signed: true}
	signed, bar := below.Render(24, 4, ASCII, nil), below.Legend(24, ASCII, nil)
	if !strings.Contains(signed, "MMMM") || !strings.Contains(signed, "nnnn") || !strings.Contains(bar, "-1 MMMNNnn  .") {
		t.Errorf("entries below 0\n%s\n%s", signed, bar)
	}
	if other := (Matrix{Values: [][]float64{{1}}, Full: 10}).Render(8, 4, ASCII, nil); strings.Contains(other, "#") ||
		!strings.Contains(other, ".") {
		t.Errorf("1 of 10\n%s", other)
	}
}

func TestDotsSizesAndGroups(t *testing.T) {
	d := Lines{X: Axis{Lo: 0, Hi: 10}, Y: Axis{Lo: 0, Hi: 10},
		Dots: []Dot{{X: 0, Y: 0, Color: 1}, {X: 5, Y: 5, Level: 1, Color: 2}, {X: 10, Y: 10, Level: 2, Color: 3}}}
	dots := func(s string) (sizes []int) {
		for _, r := range s {
			if r > 0x2800 && r <= 0x28ff {
				n := 0
				for b := r - 0x2800; b > 0; b &= b - 1 {
					n++
				}
				sizes = append(sizes, n)
			}
		}
		return sizes
	}
	if got := dots(d.Render(40, 12, Braille, nil)); len(got) != 3 || got[0] != 4 || got[1] != 2 || got[2] != 1 {
		t.Errorf("from the top: %v dots, want 4, 2 and 1", got)
	}
	var painted []string
	d.Render(40, 12, ASCII, func(s string, ink Ink) string {
		if strings.ContainsAny(s, "#:") || s == "." {
			painted = append(painted, s+string(rune('0'+ink.Color))+map[bool]string{true: "faint"}[ink.Faint])
		}
		return s
	})
	if got := strings.Join(painted, " "); got != "#3 :2 .1faint" {
		t.Errorf("painted %s", got)
	}
	// In one cell the heaviest is seen; marks, labels and the cursor lie above.
	d.Dots = []Dot{{X: 1, Y: 1, Level: 0, Color: 1}, {X: 1, Y: 1, Level: 2, Color: 4}, {X: 1, Y: 1, Level: 1, Color: 2}}
	if s := d.Render(40, 12, ASCII, nil); strings.Count(s, "#") != 1 || strings.Contains(s, ":") {
		t.Errorf("three in a cell\n%s", s)
	}
	d.Points = []Point{{X: 1, Y: 1, Marker: '▲'}}
	if s := d.Render(40, 12, Braille, nil); !strings.Contains(s, "▲") || len(dots(s)) != 0 {
		t.Errorf("a mark\n%s", s)
	}
	d.Labels = []DotLabel{{X: 1, Y: 1, Text: "7"}}
	if s := d.Render(40, 12, Braille, nil); !strings.Contains(s, "7") || strings.Contains(s, "▲") {
		t.Errorf("a label\n%s", s)
	}
	d.Cursor = &Point{X: 1, Y: 1, Marker: '+'}
	if s := d.Render(40, 12, Braille, nil); !strings.Contains(s, "+") || strings.Contains(s, "7") {
		t.Errorf("the cursor\n%s", s)
	}
	if s := (Lines{Empty: "nothing"}).Render(40, 12, Braille, nil); !strings.Contains(s, "nothing") {
		t.Errorf("no dots\n%s", s)
	}
}

// TestMatrixCuts: marks stand where groups end, at both sides, and what is below 0 by rounding only has no characters.
func TestMatrixCuts(t *testing.T) {
	m := blocks(40, 2)
	m.Cuts = []float64{0.25, 1}
	lines := strings.Split(m.Render(17, 9, Braille, nil), "\n")
	for y, line := range lines[:8] {
		if got := strings.HasPrefix(line, "┤"); got != (y == 2) {
			t.Errorf("row %d of 8 has a mark: %v; a quarter ends at 2", y, got)
		}
	}
	if !strings.HasPrefix(lines[8], "└────┴───") {
		t.Errorf("below: %q", lines[8])
	}
	if s := (Matrix{Values: [][]float64{{1, -1e-9}, {0, 1}}}).Render(24, 6, ASCII, nil); strings.ContainsAny(s, "MNn") {
		t.Errorf("rounding below 0\n%s", s)
	}
}

// TestDotsOnOneAnother: of equal weights the first gives its colour; labels lie above marks
// also where a cursor is elsewhere, their middle at their place; stale dots are all faint.
func TestDotsOnOneAnother(t *testing.T) {
	d := Lines{X: Axis{Lo: 0, Hi: 10}, Y: Axis{Lo: 0, Hi: 10},
		Dots: []Dot{{X: 5, Y: 5, Level: 1, Color: 5}, {X: 5, Y: 5, Level: 1, Color: 6}, {X: 8, Y: 8, Level: 2, Color: 6}}}
	painted := func() string {
		var list []string
		d.Render(41, 12, ASCII, func(s string, ink Ink) string {
			if s == ":" || s == "#" {
				list = append(list, s+string(rune('0'+ink.Color))+map[bool]string{true: "faint"}[ink.Faint])
			}
			return s
		})
		return strings.Join(list, " ")
	}
	if got := painted(); got != "#6 :5" {
		t.Errorf("painted %s", got)
	}
	d.Faint = true
	if got := painted(); got != "#6faint :5faint" {
		t.Errorf("stale, painted %s", got)
	}
	place := func(what string) (x, y int) {
		for y, line := range strings.Split(d.Render(41, 12, Braille, nil), "\n") {
			if before, _, ok := strings.Cut(line, what); ok {
				return ansi.StringWidth(before), y
			}
		}
		return -1, -1
	}
	d.Dots, d.Points = d.Dots[2:], []Point{{X: 5, Y: 5, Marker: '▲'}, {X: 2, Y: 2, Marker: '■'}}
	x, y := place("▲")
	d.Labels, d.Cursor = []DotLabel{{X: 5, Y: 5, Text: "abc"}}, &Point{X: 9, Y: 9, Marker: '+'}
	if a, b := place("abc"); x < 0 || a != x-1 || b != y {
		t.Errorf("the label begins at %d, %d, and the mark under it was at %d, %d", a, b, x, y)
	}
	for _, seen := range []string{"■", "+"} {
		if x, _ := place(seen); x < 0 {
			t.Errorf("no %s is to be seen", seen)
		}
	}
}

func TestPicturesFit(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, -1, 1e308, -1e308, math.NaN(), math.Inf(1)}))
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-1, 60).Draw(t, "w"), rapid.IntRange(-1, 20).Draw(t, "h")
		g := rapid.SampledFrom([]Glyphs{Braille, Line, ASCII}).Draw(t, "glyphs")
		n := rapid.IntRange(0, 5).Draw(t, "n")
		m := Matrix{Full: number.Draw(t, "full"), Cuts: rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 3).Draw(t, "cuts")}
		d := Lines{X: Axis{Title: "x"}, Y: Axis{Title: "y"}}
		for range n {
			m.Values = append(m.Values, rapid.SliceOfN(number, n, n).Draw(t, "row"))
			dot := Dot{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Level: rapid.IntRange(-1, 4).Draw(t, "level")}
			d.Dots = append(d.Dots, dot)
			d.Points = append(d.Points, Point{X: dot.Y, Y: dot.X})
			d.Labels = append(d.Labels, DotLabel{X: dot.X, Y: dot.Y, Text: "label"})
		}
		for _, text := range []string{m.Render(w, h, g, nil), d.Render(w, h, g, nil)} {
			lines := strings.Split(text, "\n")
			if h > 0 && len(lines) != h {
				t.Fatalf("%d lines, want %d", len(lines), h)
			}
			for _, line := range lines {
				if w >= 0 && ansi.StringWidth(line) > w {
					t.Fatalf("%q is wider than %d", line, w)
				}
				if g == ASCII && strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
					t.Fatalf("%q is not ASCII", line)
				}
			}
		}
	})
}
