package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// painter records what is painted where. It has backgrounds.
type painter struct{ runs []run }

type run struct {
	text string
	ink  Ink
}

func (p *painter) paint(s string, ink Ink) string {
	p.runs = append(p.runs, run{s, ink})
	return "<" + s + ">"
}

// halves returns the colours of the upper and the lower half of every painted cell, line by line.
func halves(text string, runs []run) [][][2]int {
	var rows [][][2]int
	k := 0
	for line := range strings.SplitSeq(text, "\n") {
		var row [][2]int
		inside := false
		for _, r := range line {
			switch {
			case r == '<':
				inside = true
			case r == '>':
				inside = false
				k++
			case !inside:
				row = append(row, [2]int{})
			default:
				at := [2]int{runs[k].ink.Ground, runs[k].ink.Ground}
				switch r {
				case '▀':
					at[0] = runs[k].ink.Color
				case '▄':
					at = [2]int{0, runs[k].ink.Color}
				}
				row = append(row, at)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestFineHeatHasTwoValuesInACell: 6 rows of figures fill 3 rows of characters, each with the step of its badness.
func TestFineHeatHasTwoValuesInACell(t *testing.T) {
	m := Heat{X: HeatAxis{Values: []float64{1, 2}}, Y: HeatAxis{Values: []float64{1, 2, 3, 4, 5, 6}}, Fine: true}
	for row := range 6 {
		m.Values = append(m.Values, []float64{1 + float64(row), 7 - float64(row)})
	}
	scale, _ := m.Scale()
	var p painter
	text := m.Render(4, 4, Braille, p.paint) // no space for axes: three rows of cells and one of labels
	rows := halves(text, p.runs)
	for row := range 6 {
		k := 5 - row // counted from the top
		for x := range 4 {
			want := ScaleColor + int((1-scale.Badness(m.Values[row][x/2]))*(Steps-1)+0.5)
			if got := rows[k/2][x][k%2]; got != want {
				t.Errorf("row %d, character %d: colour %d, want %d\n%s", row, x, got-ScaleColor, want-ScaleColor, text)
			}
		}
	}
}

// TestFineMatrixKeepsItsSigns: with a visible negative entry colours are those of the diverging scale, with zero in its
// middle.
func TestFineMatrixKeepsItsSigns(t *testing.T) {
	for least, want := range map[float64][2]int{0: {ScaleColor, ScaleColor + Steps - 1},
		-1: {DivergingColor, DivergingColor + Steps - 1}} {
		var p painter
		text := Matrix{Values: [][]float64{{1, least}, {least, 1}}, Fine: true}.Render(4, 2, Braille, p.paint)
		rows := halves(text, p.runs)
		for y := range 4 {
			for x := range 4 {
				w := want[0]
				if y/2 == x/2 {
					w = want[1]
				}
				if got := rows[y/2][x][y%2]; got != w {
					t.Errorf("least %g: half %d, character %d: %d, want %d\n%s", least, y, x, got, w, text)
				}
			}
		}
	}
	var p painter
	text := Matrix{Values: [][]float64{{math.NaN()}}, Fine: true}.Render(4, 2, Braille, p.paint)
	if strings.Contains(text, "▀") || len(p.runs) > 0 && p.runs[0].ink.Ground != 0 {
		t.Errorf("a matrix without entries has colours: %q", text)
	}
}

// TestTintFillsTheBand: rows 0 to 9, and bands within these and beyond: halves in a band have its tint, within half a
// row, and no others.
func TestTintFillsTheBand(t *testing.T) {
	for _, band := range [][2]float64{{2, 6}, {-9, 2.8}, {3.2, 30}, {-9, 30}, {-9, -5}, {15, 30}} {
		s := Series{X: []float64{0, 1}, Y: []float64{4, 4}, NoMarkers: true, Color: 3}
		s.Lo, s.Hi = []float64{band[0], band[0]}, []float64{band[1], band[1]}
		var p painter
		text := Lines{Y: Axis{Lo: 0, Hi: 9}, Series: []Series{s}}.Render(60, 12, Braille, p.paint)
		rows := halves(text, p.runs[1:])
		for k := range 20 {
			height := 9.25 - float64(k)/2
			c := rows[k/2]
			got := len(c) > 30 && c[30][k%2] == TintColor+3
			if want := height > band[0] && height < band[1]; got != want {
				t.Errorf("a band %v: at height %g the tint is %v, want %v:\n%s", band, height, got, want, text)
			}
		}
	}
}

// TestMarkersThatTouchAreOne: of one curve, and beside a point of its colour; those of another colour stay.
func TestMarkersThatTouchAreOne(t *testing.T) {
	l := Lines{X: Axis{Lo: 0, Hi: 50}, Y: Axis{Lo: 0, Hi: 9},
		Series: []Series{{X: []float64{0, 1, 20, 22, 24, 40}, Y: []float64{5, 5, 5, 5, 5, 5}, Marker: '●', Color: 1}}}
	count := func() int { return strings.Count(l.Render(58, 12, Braille, nil), "●") } // 51 columns
	if got := count(); got != 5 {
		t.Errorf("%d markers, want one for 0 and 1, and 20, 22, 24 and 40:\n%s", got, l.Render(58, 12, Braille, nil))
	}
	l.Points = []Point{{X: 22, Y: 5, Marker: '●', Color: 1}}
	if got := count(); got != 3 {
		t.Errorf("%d markers, want the point, and those of 0 and 40:\n%s", got, l.Render(58, 12, Braille, nil))
	}
	l.Points[0].Color = 2
	if got := count(); got != 5 {
		t.Errorf("%d markers beside a point of another colour, want 5", got)
	}
}

// TestNamesStandAtTheEnds: those of all curves, none twice in a row, or none where one has no room.
func TestNamesStandAtTheEnds(t *testing.T) {
	l := Lines{X: Axis{Lo: 0, Hi: 1}, Y: Axis{Lo: 0, Hi: 9}}
	for k, name := range []string{"first", "second", "third"} {
		l.Series = append(l.Series, Series{Name: name, X: []float64{0, 1}, Y: []float64{9, 5 + float64(k)/10}, Color: k})
	}
	l.Series = append(l.Series, Series{Name: "short", X: []float64{0, 0.3}, Y: []float64{3, 1}, NoMarkers: true,
		Thin: true})
	text := l.Render(80, 12, Braille, nil)
	rows := map[int]bool{}
	for row, line := range strings.Split(text, "\n") {
		for _, name := range []string{"● first", "▲ second", "■ third"} {
			if strings.HasSuffix(line, name) {
				rows[row] = true
			}
		}
	}
	if len(rows) != 3 || !strings.Contains(text, " short") || !l.NamesEnds(80, 12, Braille) {
		t.Errorf("names are in the rows %v:\n%s", rows, text)
	}
	l.Series[1].Name = "a name that takes more than a quarter"
	if text := l.Render(80, 12, Braille, nil); strings.Contains(text, "first") || l.NamesEnds(80, 12, Braille) {
		t.Errorf("some curves have names, and one has none:\n%s", text)
	}
}

// TestThickCurvesAreNoGround: the colour of a half block is that of its curve, whatever is below and beside it.
func TestThickCurvesAreNoGround(t *testing.T) {
	l := Lines{X: Axis{Lo: 0, Hi: 1}, Y: Axis{Lo: 0, Hi: 9}}
	for k := range 3 {
		y := []float64{8 - float64(k), 2, 6 - float64(k)}
		l.Series = append(l.Series, Series{X: []float64{0, 0.5, 1}, Y: y, Lo: []float64{y[0] - 1, y[1] - 1, y[2] - 1},
			Hi: []float64{y[0] + 1, y[1] + 1, y[2] + 1}, Color: k, NoMarkers: true})
	}
	var p painter
	text := l.Render(60, 12, Line, p.paint)
	for _, r := range p.runs[1:] {
		if r.ink.Ground != 0 && r.ink.Ground < ScaleColor {
			t.Fatalf("%q has the ground %d:\n%s", r.text, r.ink.Ground, text)
		}
	}
}

// TestDotsSeparateCurves: two curves half a row apart are one row of characters, and two rows of dots.
func TestDotsSeparateCurves(t *testing.T) {
	l := Lines{Y: Axis{Lo: 0, Hi: 9}}
	for _, y := range []float64{4.1, 4.4} {
		l.Series = append(l.Series, Series{X: []float64{0, 1}, Y: []float64{y, y}, NoMarkers: true})
	}
	text := l.Render(60, 12, Braille, nil)
	for row, line := range strings.Split(text, "\n")[:10] {
		cells := []rune(line)
		want := ""
		if row == 5 {
			want = "⠛" // the upper two of the four rows of dots
		}
		got := ""
		if len(cells) > 30 && cells[30] > 0x2800 && cells[30] < 0x2900 {
			got = string(cells[30])
		}
		if got != want {
			t.Errorf("row %d has %q, want %q:\n%s", row, got, want, text)
		}
	}
	if one := fmt.Sprint(Lines{Y: l.Y, Series: l.Series[:1]}.Render(60, 12, Line, nil)); one != (Lines{Y: l.Y,
		Series: l.Series}).Render(60, 12, Line, nil) {
		t.Errorf("with lines the two should be one:\n%s", one)
	}
}

// TestManySamplesHaveFewMarkers: a curve of 300 samples in dots has markers ten columns apart or more, and one of 20
// has them all.
func TestManySamplesHaveFewMarkers(t *testing.T) {
	for n, most := range map[int]int{300: 6, 20: 20} {
		var s Series
		for i := range n {
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, float64(i))
		}
		text := Lines{Series: []Series{s}}.Render(66, 30, Braille, nil)
		if got := strings.Count(text, "●"); got > most || got < most-1 {
			t.Errorf("%d samples have %d markers, want %d:\n%s", n, got, most, text)
		}
	}
}

// TestLabelsOfDotsStandApart: numbers of neighbouring groups do not look like one number.
func TestLabelsOfDotsStandApart(t *testing.T) {
	d := Lines{X: Axis{Lo: 0, Hi: 10}, Y: Axis{Lo: 0, Hi: 10}, Dots: []Dot{{X: 0, Y: 0}, {X: 10, Y: 10}},
		Labels: []DotLabel{{5, 5, "1"}, {5.3, 5, "4"}, {5, 5, "7"}}}
	text := d.Render(40, 12, Braille, nil)
	for _, number := range []string{"1", "4", "7"} {
		if !strings.Contains(text, " "+number+" ") && !strings.Contains(text, " "+number+"\n") {
			t.Errorf("%s touches another label:\n%s", number, text)
		}
	}
}

// TestTheBarOfAMatrixNamesItsEnd: also where there is little room for colours.
func TestTheBarOfAMatrixNamesItsEnd(t *testing.T) {
	for w := 12; w < 40; w++ {
		var p painter
		text := Matrix{Full: 0.951, Fine: true}.Legend(w, Braille, p.paint)
		if !strings.Contains(text, "0.951") {
			t.Errorf("in %d cells the bar has no end:\n%s", w, text)
		}
	}
}

// TestTintsAreBands: a band has the background of all cells that its curve passes, and parts of a band that are no
// higher than half a row or too short have none.
func TestTintsAreBands(t *testing.T) {
	tinted := func(lo, y, hi, to float64) (columns int) {
		s := Series{X: []float64{0, to}, Y: []float64{y, y}, Lo: []float64{lo, lo}, Hi: []float64{hi, hi}, Color: 3,
			NoMarkers: true}
		row := map[int]bool{}
		l := Lines{X: Axis{Lo: 0, Hi: 1}, Y: Axis{Lo: 0, Hi: 9}, Series: []Series{s}}
		text := l.Render(50, 12, Braille, func(s string, ink Ink) string {
			if ink.Ground >= TintColor { // the whole cell
				return strings.Repeat("T", ansi.StringWidth(s))
			}
			return s
		})
		for line := range strings.SplitSeq(text, "\n") {
			for x, r := range []rune(line) {
				row[x] = row[x] || r == 'T'
			}
		}
		for _, there := range row {
			if there {
				columns++
			}
		}
		return columns
	}
	whole := tinted(2.6, 4, 5.4, 1)
	if whole < 40 {
		t.Errorf("a band of three rows has %d columns", whole)
	}
	for name, got := range map[string]int{"half a row": tinted(3.8, 4, 4.3, 1),
		"four columns": tinted(2.6, 4, 5.4, 0.08)} {
		if got != 0 {
			t.Errorf("a band of %s has %d columns", name, got)
		}
	}
	for offset := 0.0; offset < 1; offset += 0.05 { // wherever the halves are in the cells
		for _, y := range []float64{4.1, 4.5, 4.9} {
			if got := tinted(4+offset, y+offset, 5+offset, 1); got != whole {
				t.Errorf("a band of a row at %g, the curve at %g, has %d of %d columns", 4+offset, y+offset, got, whole)
			}
		}
	}
}

// TestCrowdedPointsAreDots: where most marked points are side by side they are bright dots, and the dots beside them in
// the same cells stay; alone they are markers, and in ASCII and without colours always.
func TestCrowdedPointsAreDots(t *testing.T) {
	l := Lines{X: Axis{Lo: 0, Hi: 20}, Y: Axis{Lo: 0, Hi: 10}, Faint: true}
	for x := range 21 {
		l.Dots = append(l.Dots, Dot{X: float64(x), Y: 5})
	}
	bright := 0
	count := func(s string, ink Ink) string {
		if ink.Ground == TintColor {
			return "tinted" + s
		}
		if ink.Color == 3 && !ink.Faint {
			bright += len([]rune(strings.ReplaceAll(s, " ", "")))
		}
		return s
	}
	for spacing, want := range map[float64]int{1: 4, 4: 4} {
		l.Points, bright = nil, 0
		for k := range 4 {
			l.Points = append(l.Points, Point{X: 2 + spacing*float64(k), Y: 5, Color: 3, Marker: '▲'})
		}
		text := l.Render(30, 12, Braille, count)
		if markers := strings.Count(text, "▲"); markers != map[float64]int{1: 0, 4: 4}[spacing] || bright != want {
			t.Errorf("points %v apart: %d markers and %d bright cells, want %d\n%s", spacing, markers, bright, want, text)
		}
		for k := range l.Points {
			l.Points[k].Faint = true
		}
		bright = 0
		if l.Render(30, 12, Braille, count); bright != 0 {
			t.Errorf("points %v apart: %d bright cells of stale points", spacing, bright)
		}
		if text := l.Render(30, 12, ASCII, count); strings.Count(text, "x") != 4 {
			t.Errorf("points %v apart in ASCII:\n%s", spacing, text)
		}
		if text := l.Render(30, 12, Braille, nil); strings.Count(text, "▲") != 4 {
			t.Errorf("points %v apart without colours:\n%s", spacing, text)
		}
	}
}

// TestNamesOfCurvesThatEndTogether: those that end in one cell before the right of the axes have their names below each
// other.
func TestNamesOfCurvesThatEndTogether(t *testing.T) {
	l := Lines{Series: []Series{{Name: "K", X: []float64{1, 100}, Y: []float64{9, 0.1}, NoMarkers: true}}}
	for i, name := range []string{"one", "two", "three"} {
		l.Series = append(l.Series, Series{Name: name, Color: i, X: []float64{1, 50}, Y: []float64{9 - float64(i)/10, 4.5}})
	}
	text := l.Render(80, 24, Braille, nil)
	for _, want := range []string{" K", "● one", "▲ two", "■ three"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
}
