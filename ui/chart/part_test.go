package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyAxis draws an axis that can be used, of any length down to that which float64 tells apart.
func anyAxis(t *rapid.T) Axis {
	a := Axis{Scale: Scale(rapid.IntRange(0, 1).Draw(t, "scale"))}
	if a.Scale == Log {
		a.Lo = math.Pow(10, rapid.Float64Range(-300, 300).Draw(t, "decade"))
		a.Hi = a.Lo * math.Pow(10, rapid.Float64Range(1e-12, 7).Draw(t, "decades"))
	} else {
		a.Lo = rapid.Float64Range(-1e300, 1e300).Draw(t, "lo")
		a.Hi = a.Lo + math.Pow(10, rapid.Float64Range(-300, 300).Draw(t, "length"))
	}
	if !a.usable() {
		t.Skip()
	}
	return a
}

// Parts of parts lie within the axis, and so do their ticks.
func TestPartIsWithinTheAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := anyAxis(t)
		now := whole
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			u0 := rapid.Float64Range(-2, 2).Draw(t, "from")
			lo, hi, ok := now.Part(u0, u0+rapid.Float64Range(-0.1, 1.1).Draw(t, "length"))
			if !ok {
				continue
			}
			part := whole
			part.Lo, part.Hi = lo, hi
			if !part.usable() || lo < now.Lo || hi > now.Hi {
				t.Fatalf("the part of %v is %v", now, part)
			}
			for _, tick := range Ticks(part, 40) {
				if tick.Cell < 0 || tick.Cell >= 40 || strings.Contains(tick.Label, "NaN") {
					t.Fatalf("the ticks of %v are %v", part, Ticks(part, 40))
				}
			}
			now = part
		}
	})
}

// The ends of a part have few digits, so that a command line that names them is short.
func TestPartHasFewDigits(t *testing.T) {
	for _, a := range []Axis{{Lo: 10, Hi: 500}, {Lo: 10, Hi: 500, Scale: Log}, {Lo: 1e-9, Hi: 1, Scale: Log},
		{Lo: -1, Hi: 1}} {
		lo, hi, ok := a.Part(0.17, 0.51)
		if !ok {
			t.Fatal(a)
		}
		u0, _ := a.Map(lo)
		u1, _ := a.Map(hi)
		if math.Abs(u0-0.17) > 0.005 || math.Abs(u1-0.51) > 0.005 {
			t.Errorf("part of %v from %v to %v: positions %v and %v", a, lo, hi, u0, u1)
		}
		for _, v := range []float64{lo, hi} {
			if text := strconv.FormatFloat(v, 'g', -1, 64); len(text) > 9 {
				t.Errorf("an end of the part of %v is written %s", a, text)
			}
		}
	}
}

func TestPartOfWholeAxis(t *testing.T) {
	a := Axis{Lo: 1, Hi: 2}
	for _, u := range [][2]float64{{0, 1}, {-1, 2}, {0.5, 0.5}, {0.6, 0.5}, {math.NaN(), 1}, {0, 1e-5}} {
		if lo, hi, ok := a.Part(u[0], u[1]); ok {
			t.Errorf("part %v is %v to %v", u, lo, hi)
		}
	}
	if lo, hi, _ := a.Part(0.75, 1.25); lo != 1.5 || hi != 2 {
		t.Errorf("a part that goes beyond the end is %v to %v", lo, hi)
	}
}

// A curve to samples outside the axes is drawn to the border, in the row in which it leaves.
func TestZoomedCurveReachesTheBorder(t *testing.T) {
	for _, g := range []Glyphs{Braille, Line, ASCII} {
		var area Area
		l := Lines{X: Axis{Lo: 4, Hi: 6}, Y: Axis{Lo: 0, Hi: 1}, Zoomed: true, Area: &area,
			Series: []Series{{X: []float64{0, 10}, Y: []float64{0.5, 0.5}, Color: NoColor, Lo: []float64{0.4, 0.4},
				Hi: []float64{0.6, 0.6}}}}
		text := l.Render(60, 12, g, nil)
		lines := strings.Split(text, "\n")
		row := []rune(lines[area.Top+area.Rows/2])
		above := []rune(lines[area.Top+area.Rows/2-1])
		for _, x := range []int{area.Left, area.Left + area.Cols - 1} {
			if (x >= len(row) || row[x] == ' ') && (x >= len(above) || above[x] == ' ') {
				t.Errorf("nothing is drawn in column %d:\n%s", x, text)
			}
		}
		if strings.Contains(text, "hidden") {
			t.Errorf("what the user has zoomed out of sight is said to be hidden:\n%s", text)
		}
		l.Zoomed = false
		if text := l.Render(60, 12, g, nil); !strings.Contains(text, "2 points outside") {
			t.Errorf("outside the axes is not said:\n%s", text)
		}
	}
}

// The position of each end of the area is an end of the axes.
func TestAreaPosition(t *testing.T) {
	var area Area
	l := Lines{Area: &area, X: Axis{Title: "x"}, Y: Axis{Title: "y"},
		Series: []Series{{X: []float64{1, 2}, Y: []float64{3, 4}, Color: NoColor, NoLine: true, Marker: '@'}}}
	lines := strings.Split(l.Render(50, 14, Line, nil), "\n")
	for _, at := range [][2]int{{area.Left, area.Top + area.Rows - 1}, {area.Left + area.Cols - 1, area.Top}} {
		if []rune(lines[at[1]])[at[0]] != '@' {
			t.Errorf("no marker at %v of\n%s", at, strings.Join(lines, "\n"))
		}
	}
	u, v := area.Position(area.Left, area.Top)
	if u != 0 || v != 1 || !area.Holds(area.Left, area.Top) || area.Holds(area.Left-1, area.Top) {
		t.Errorf("the upper left corner is at %v, %v", u, v)
	}
	if u, v := area.Position(area.Left+area.Cols-1, area.Top+area.Rows-1); u != 1 || v != 0 {
		t.Errorf("the lower right corner is at %v, %v", u, v)
	}
}
