package drawing

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// cloud are dots of two groups and three levels, with two green marks.
func cloud() chart.Panes {
	d := chart.Lines{Title: "nystrom: 2 landmarks"}
	d.X.Title, d.Y.Title = "pc1", "pc2"
	for i, at := range [][2]float64{{0, 3}, {1.5, -2}, {2, 0.5}, {7, 9}, {8, 4}, {9.5, 6}} {
		d.Dots = append(d.Dots, chart.Dot{X: at[0], Y: at[1], Color: i / 3, Level: i % 3})
	}
	d.Points = []chart.Point{{X: 2, Y: 0.5, Marker: '●', Color: 2}, {X: 7, Y: 9, Marker: '●', Color: 2}}
	d.Labels = []chart.DotLabel{{X: 1, Y: 1, Text: "1"}, {X: 8, Y: 6, Text: "2"}}
	return chart.Panes{Charts: []chart.Lines{d}, Heading: "landmarks",
		Groups: []string{"cluster 1: 1 of 3", "cluster 2: 1 of 3"}, Levels: [3]string{"low", "middle", "high"}}
}

// green is the colour of the marks.
const green = "#009E73"

// TestSVGShowsTheDots finds every dot where one affine image of its coordinates is,
// in the colour and the size of its group and its level, and marks above them.
func TestSVGShowsTheDots(t *testing.T) {
	d := cloud()
	all, file := svgOf(t, d)
	fills, pane := []string{"#0072B2", "#D55E00"}, d.Charts[0]
	dots, marks := make([][]shown, 2), []shown(nil)
	for _, s := range all {
		for k, fill := range fills {
			if s.fill != "none" && alike(s.fill, fill) {
				dots[k] = append(dots[k], s)
			}
		}
		if s.stroke == green && s.fill == "none" {
			marks = append(marks, s)
			if len(marks) > 1 && (len(dots[0]) < 3 || len(dots[1]) < 3) { // the first is in the heading
				t.Error("a mark is below dots")
			}
		}
	}
	if len(dots[0]) != 4 || len(dots[1]) != 4 || len(marks) != 3 { // one of each is in the legend
		t.Fatalf("%d and %d dots, %d marks", len(dots[0]), len(dots[1]), len(marks))
	}
	x0, y0 := dots[0][0].middle()
	x1, y1 := dots[1][2].middle()
	lies := func(s shown, x, y float64) bool {
		gotX, gotY := s.middle()
		first, last := pane.Dots[0], pane.Dots[5]
		return math.Abs(x0+(x1-x0)*(x-first.X)/(last.X-first.X)-gotX) < 0.05 &&
			math.Abs(y0+(y1-y0)*(y-first.Y)/(last.Y-first.Y)-gotY) < 0.05
	}
	for i, dot := range pane.Dots {
		s := dots[dot.Color][dot.Level] // the lightest are drawn first
		if !lies(s, dot.X, dot.Y) {
			t.Errorf("dot %d is not at %v, %v", i, dot.X, dot.Y)
		}
		if dot.Level > 0 && extentOf(s) <= extentOf(dots[dot.Color][dot.Level-1]) {
			t.Errorf("dot %d is not larger than one of the level below", i)
		}
	}
	for i, m := range pane.Points {
		if !lies(marks[i+1], m.X, m.Y) {
			t.Errorf("mark %d is not at %v, %v", i, m.X, m.Y)
		}
	}
	for _, text := range []string{">nystrom: 2 landmarks<", ">landmarks<", ">cluster 1: 1 of 3<", ">cluster 2: 1 of 3<",
		">low<", ">middle<", ">high<", ">pc1<", ">pc2<", ">1<", ">2<", ">a title<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
}

// TestMarksHaveTheMarkersOfTheScreens: those of the method whose landmarks they are.
func TestMarksHaveTheMarkersOfTheScreens(t *testing.T) {
	for marker, corners := range map[rune]int{'★': 10, '▲': 3, '■': 4, '+': 4} { // '+' stands for ■ in 7 bits
		d := cloud()
		for i := range d.Charts[0].Points {
			d.Charts[0].Points[i].Marker = marker
		}
		all, _ := svgOf(t, d)
		found := 0
		for _, s := range all {
			if s.stroke == green && !s.round && len(s.path) == 2*corners {
				found++
			}
		}
		if found != 3 { // one is in the heading
			t.Errorf("%d marks are %c, want 3", found, marker)
		}
	}
}

// extentOf is the distance of the first corner from the middle.
func extentOf(s shown) float64 {
	x, y := s.middle()
	return math.Hypot(s.path[0]-x, s.path[1]-y)
}

func TestPNGShowsTheDots(t *testing.T) {
	d := cloud()
	d.Charts[0].Labels = nil
	all, _ := svgOf(t, d)
	picture := pngOf(t, d)
	dots, marks := 0, 0
	for _, s := range all {
		x, y := s.middle()
		switch {
		case s.fill != "none" && alike(s.fill, "#D55E00"):
			if c := labOf(dotAt(picture, x, y)); c[0] < 90 && c[1] > 10 { // a shade of red
				dots++
			}
		case s.stroke == green && s.fill == "none" && s.round:
			if closeTo(dotAt(picture, s.path[0], s.path[1]), green, 8) {
				marks++
			}
		}
	}
	if dots < 3 || marks != 3 { // one mark is in the heading
		t.Errorf("%d dots and %d marks are there", dots, marks)
	}
}

// TestDotsThatAreNoneAreLeftOut: what an axis can't show is not drawn.
func TestDotsThatAreNoneAreLeftOut(t *testing.T) {
	d := cloud()
	before, _ := svgOf(t, d)
	p := &d.Charts[0]
	p.Dots = append(p.Dots, chart.Dot{X: math.NaN(), Y: 1}, chart.Dot{X: 1, Y: math.Inf(1)})
	p.Points = append(p.Points, chart.Point{X: math.NaN(), Y: 1})
	p.Labels = append(p.Labels, chart.DotLabel{X: 1, Y: math.NaN(), Text: "3"})
	if after, _ := svgOf(t, d); len(after) != len(before) {
		t.Errorf("%d outlines, %d without them", len(after), len(before))
	}
}

// TestLabelsDoNotCoverEachOther: of two at one place, one steps aside.
func TestLabelsDoNotCoverEachOther(t *testing.T) {
	d := cloud()
	for range 3 {
		d.Charts[0].Labels = append(d.Charts[0].Labels, d.Charts[0].Labels[0])
	}
	all, _ := svgOf(t, d)
	var at [][2]float64
	for _, s := range all {
		if s.round && s.fill != "none" && alike(s.fill, "#FFFFFF") {
			x, y := s.middle()
			for _, other := range at {
				if math.Hypot(x-other[0], y-other[1]) < 10 {
					t.Errorf("labels at %.0f, %.0f and %.0f, %.0f", x, y, other[0], other[1])
				}
			}
			at = append(at, [2]float64{x, y})
		}
	}
	if len(at) != 5 {
		t.Errorf("%d labels", len(at))
	}
}

func TestManyDotsMakeNoHugeFile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := cloud()
	for i := range 20000 {
		d.Charts[0].Dots = append(d.Charts[0].Dots,
			chart.Dot{X: r.NormFloat64(), Y: r.NormFloat64(), Color: i % 10, Level: i % 3})
	}
	var b bytes.Buffer
	if err := Slide().SVG(&b, "", d); err != nil || b.Len() > 5e6 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	t.Logf("%d dots: %d kB", len(d.Charts[0].Dots), b.Len()/1000)
}
