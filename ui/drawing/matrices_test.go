package drawing

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// three are K, K̃ and what is between them.
func three() chart.Matrices {
	cuts := []float64{0.25, 1}
	return chart.Matrices{List: []chart.Matrix{
		{Title: "K", Full: 2, Cuts: cuts, Values: [][]float64{{2, 1, 0.5}, {1, 2, 0}, {0.5, 0, 2}}},
		{Title: "K̃ of plain", Full: 2, Cuts: cuts, Values: [][]float64{{2, 1, -2}, {1, 1, 0}, {-2, 0, math.NaN()}}},
		{Title: "|K−K̃|", Cuts: cuts, Values: [][]float64{{0, 0.125, 0.25}, {0, 0, 0}, {0, 0, 0.5}}},
	}}
}

// square tells whether s is a picture of a matrix, and none of a scale.
func (s shown) square() bool {
	return s.picture != nil && s.picture.Bounds().Dx() == s.picture.Bounds().Dy()
}

// TestSVGShowsTheEntries reads the pictures back: entries have the colours of their
// sizes, row 1 at the top, K and K̃ on one scale.
func TestSVGShowsTheEntries(t *testing.T) {
	const white, grey = "#FFFFFF", "#CCCCCC"
	red, blue, none, most := hex(chart.Diverging(1)), hex(chart.Diverging(-1)), hex(chart.Viridis(0)),
		hex(chart.Viridis(1))
	m := three()
	all, file := svgOf(t, m)
	var pictures []shown
	for _, s := range all {
		if s.square() {
			pictures = append(pictures, s)
		}
	}
	if len(pictures) != 3 {
		t.Fatalf("%d pictures", len(pictures))
	}
	entry := func(k, row, column int) string {
		p := pictures[k].picture
		side := p.Bounds().Dx() / 3
		return hex(p.At(column*side+side/2, row*side+side/2))
	}
	for _, c := range []struct {
		k, row, column int
		want           string
	}{
		{0, 0, 0, red}, {0, 1, 2, white}, {0, 2, 2, red},
		{1, 0, 0, red}, {1, 0, 2, blue}, {1, 2, 0, blue}, {1, 1, 2, white}, {1, 2, 2, grey}, {1, 1, 1, entry(0, 0, 1)},
		{2, 0, 0, none}, {2, 2, 2, most}, {2, 0, 2, hex(chart.Viridis(0.5))}, {2, 0, 1, hex(chart.Viridis(0.25))},
	} {
		if got := entry(c.k, c.row, c.column); !alike(got, c.want) {
			t.Errorf("picture %d, row %d, column %d: %s, want %s", c.k, c.row, c.column, got, c.want)
		}
	}
	if a, b := entry(0, 0, 1), entry(0, 0, 2); !alike(a, hex(chart.Diverging(0.5))) ||
		!alike(b, hex(chart.Diverging(0.25))) {
		t.Errorf("half and a quarter of the largest: %s and %s", a, b)
	}
	for _, text := range []string{">K<", ">K~ of plain<", ">|K−K~|<", ">-2<", ">2<", ">0.5<", ">1<", ">a title<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
}

// TestCutsAreMarked finds a line across each picture in both directions where the
// first group ends.
func TestCutsAreMarked(t *testing.T) {
	m := three()
	all, _ := svgOf(t, m)
	for k, s := range all {
		if !s.square() {
			continue
		}
		// Pictures count from the top, outlines from the bottom.
		left, right := float64(s.at.Min.X)/100, float64(s.at.Max.X)/100
		bottom, top := -float64(s.at.Max.Y)/100, -float64(s.at.Min.Y)/100
		x, y := left+(right-left)/4, top-(top-bottom)/4
		upright, flat := false, false
		for _, line := range all[k:] {
			if p := line.path; len(p) == 4 {
				near := func(i int, want float64) bool { return math.Abs(p[i]-want) < 0.1 }
				upright = upright || near(0, x) && near(2, x) && near(1, bottom) && near(3, top)
				flat = flat || near(1, y) && near(3, y) && near(0, left) && near(2, right)
			}
		}
		if !upright || !flat {
			t.Errorf("picture at %v: upright %v, flat %v", s.at, upright, flat)
		}
	}
}

// TestOneScaleHasOneBar counts the figures at the ends of bars.
func TestOneScaleHasOneBar(t *testing.T) {
	m := three()
	m.List[0].Full, m.List[1].Full = 7, 7
	_, file := svgOf(t, m)
	if up, down := strings.Count(file, ">7<"), strings.Count(file, ">-2<"); up != 1 || down != 1 {
		t.Errorf("%d bars reach to 7 and %d from −2", up, down)
	}
	m.List[1].Full = 3
	if _, file := svgOf(t, m); strings.Count(file, ">7<") != 1 || strings.Count(file, ">3<") != 1 {
		t.Error("two scales have no two bars")
	}
	m.List[1].Values[0][2], m.List[1].Values[2][0] = -1e-9, -1e-9 // as 0 looks
	if _, file := svgOf(t, m); strings.Contains(file, "e-09") {
		t.Error("a bar reaches to what does not show")
	}
}

func TestPNGShowsTheEntries(t *testing.T) {
	m := three()
	all, _ := svgOf(t, m)
	picture := pngOf(t, m)
	for _, s := range all {
		if !s.square() {
			continue
		}
		for row := range 3 {
			for column := range 3 {
				// Aside of the middle, where a cut may be.
				u, v := (float64(column)+0.6)/3, (float64(row)+0.6)/3
				x := (float64(s.at.Min.X) + u*float64(s.at.Dx())) / 100
				y := -(float64(s.at.Min.Y) + v*float64(s.at.Dy())) / 100
				b := s.picture.Bounds()
				want := hex(s.picture.At(int(u*float64(b.Dx())), int(v*float64(b.Dy()))))
				if got := dotAt(picture, x, y); !alike(got, want) {
					t.Errorf("picture at %v, row %d, column %d: %s, in SVG %s", s.at, row, column, got, want)
				}
			}
		}
	}
}

// TestAMatrixOfZerosHasOneColour: it has no largest entry to divide by.
func TestAMatrixOfZerosHasOneColour(t *testing.T) {
	all, _ := svgOf(t, chart.Matrices{List: []chart.Matrix{{Title: "K", Values: [][]float64{{0, 0}, {0, 0}}}}})
	for _, s := range all {
		if s.square() && hex(s.picture.At(3, 3)) != hex(chart.Viridis(0)) {
			t.Errorf("it is %s", hex(s.picture.At(3, 3)))
		}
	}
}

// TestFiguresOfBarsAreOnThePaper: a long one at the end of the last bar is not cut.
func TestFiguresOfBarsAreOnThePaper(t *testing.T) {
	m := three()
	m.List[2].Values[2][2] = 0.00275
	m.List[2].Values[0][1], m.List[2].Values[0][2] = 0, 0
	_, file := svgOf(t, m)
	found := regexp.MustCompile(`<text text-anchor="middle" x="([\d.]+)"[^>]*>0.00275<`).FindStringSubmatch(file)
	if found == nil {
		t.Fatal("the bar does not name its end")
	}
	if end := numbers(t, found[1])[0] + float64(label(tickSize).Width("0.00275"))/2; end > float64(width) {
		t.Errorf("the figure ends at %.0f, the paper at %.0f", end, float64(width))
	}
}
