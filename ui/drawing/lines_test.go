package drawing

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

func example() chart.Lines {
	return chart.Lines{
		X: chart.Axis{Title: "m", Scale: chart.Log, Lo: 10, Hi: 500}, Y: chart.Axis{Scale: chart.Log, Title: "error"},
		Series: []chart.Series{
			{Name: "nystrom", X: []float64{10, 31, 97, 500}, Y: []float64{0.5, 0.11, 0.013, 2e-4},
				Lo: []float64{0.4, 0.1, 0.01, -1}, Hi: []float64{0.6, 0.2, 0.02, 3e-4}},
			{Name: "bka", Color: 1, X: []float64{10, 31, 97, 500}, Y: []float64{0.2, 0.2, math.NaN(), 0.2}},
		},
		VLines: []chart.VLine{{X: 100, Label: "γₛ=100"}}, HLines: []chart.HLine{{Y: 0.05, Labels: []string{"exact"}}},
		Points: []chart.Point{{X: 100, Y: 0.012}, {X: math.NaN(), Y: 1}},
	}
}

// TestSVGShowsTheSamples finds the curve of every series in the file: an outline
// whose corners are one affine image of the logarithms of the samples, the same for
// all, and which ends at gaps.
func TestSVGShowsTheSamples(t *testing.T) {
	l := example()
	all, file := svgOf(t, l)
	x, y := logsOf(t, all, l.Series[0])
	for name, part := range map[string][2][]float64{
		"nystrom": {l.Series[0].X, l.Series[0].Y}, "bka before its gap": {{10, 31}, {0.2, 0.2}},
		"bka after it": {{500}, {0.2}},
	} {
		if !slices.ContainsFunc(all, func(s shown) bool {
			if len(part[0]) == 1 { // a dash, up to the end of the axis
				return len(s.path) == 4 && near(s.path[0], x(500)-3) && near(s.path[2], x(500)) && near(s.path[1], y(0.2)) &&
					near(s.path[3], y(0.2))
			}
			match := len(s.path) == 2*len(part[0])
			for i := 0; match && i < len(part[0]); i++ {
				match = near(s.path[2*i], x(part[0][i])) && near(s.path[2*i+1], y(part[1][i]))
			}
			return match
		}) {
			t.Errorf("no outline shows %s", name)
		}
	}
	for _, text := range []string{">nystrom<", ">bka<", ">m<", ">error<", ">a title<", ">γ_s=100<", ">exact<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
}

// logsOf are the places of values on the two axes, from the outline of a curve.
func logsOf(t *testing.T, all []shown, of chart.Series) (x, y func(v float64) float64) {
	t.Helper()
	var xs, ys []float64
	for i := range of.X {
		xs, ys = append(xs, math.Log(of.X[i])), append(ys, math.Log(of.Y[i]))
	}
	i := slices.IndexFunc(all, func(s shown) bool {
		return len(s.path) == 2*len(xs) && affine(s.path, 0, xs) && affine(s.path, 1, ys)
	})
	if i < 0 {
		t.Fatalf("no outline shows %s", of.Name)
	}
	path, last := all[i].path, len(xs)-1
	place := func(from int, values []float64) func(float64) float64 {
		slope := (path[2*last+from] - path[from]) / (values[last] - values[0])
		return func(v float64) float64 { return path[from] + slope*(math.Log(v)-values[0]) }
	}
	return place(0, xs), place(1, ys)
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.05 }

// TestMarkersAreThoseOfTheScreens: curves, pinned ghosts and points have the shape
// of the marker that they have there, whatever their colour and their place.
func TestMarkersAreThoseOfTheScreens(t *testing.T) {
	// 'x', '*' and '@' stand for ▲, ◆ and ★ in 7 bits
	corners := map[rune]int{'▲': 3, 'x': 3, '◆': 4, '*': 4, '★': 10, '@': 10}
	for marker, n := range corners {
		for _, color := range []int{chart.NoColor, 0, 1, 2} {
			l := chart.Lines{X: chart.Axis{Lo: 0, Hi: 4}, Y: chart.Axis{Lo: 0, Hi: 4},
				Points: []chart.Point{{X: 3, Y: 1, Marker: marker, Color: color}},
				Series: []chart.Series{{X: []float64{1, 2}, Y: []float64{2, 3}, Marker: marker, Color: color, NoLine: true}}}
			all, _ := svgOf(t, l)
			fill, found, others := hex(paint(color, false)), 0, 0
			for _, s := range all {
				switch {
				case s.fill != fill:
				case len(s.path) == 2*n && !s.round:
					found++
				default:
					others++
				}
			}
			if found != 3 || others != 0 {
				t.Errorf("%c in colour %d: %d of its shape, %d of others", marker, color, found, others)
			}
		}
	}
}

// TestWhatIsWrittenIsWhatWasSeen: the axes end where they do on the screen, which
// counts what lies outside, and a bound beyond them keeps its label.
func TestWhatIsWrittenIsWhatWasSeen(t *testing.T) {
	l := example()
	l.X.Lo, l.X.Hi, l.Y.Lo, l.Y.Hi = 10, 100, 1e-3, 1
	l.HLines = append(l.HLines, chart.HLine{Y: 50, Labels: []string{"bound"}})
	all, file := svgOf(t, l)
	for _, text := range []string{">hidden: 1 point not finite, 2 outside the axes<", ">↑ bound<", ">exact<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
	if want := l.Render(80, 24, chart.Braille, nil); !strings.Contains(want,
		"hidden: 1 point not finite, 2 outside the axes") || !strings.Contains(want, "↑ bound") {
		t.Errorf("the screen shows\n%s", want)
	}
	var markers []float64
	end := 0.0 // of curves
	for _, s := range all {
		if x, _ := s.middle(); s.round && alike(s.fill, "#0072B2") {
			markers = append(markers, x)
		}
		for i := 0; len(s.path) > 4 && s.fill == "none" && i < len(s.path); i += 2 {
			end = max(end, s.path[i])
		}
	}
	if len(markers) != 5 { // three of four samples, the point, and one in the legend
		t.Fatalf("%d markers", len(markers))
	}
	x := func(v float64) float64 {
		return markers[0] + (markers[1]-markers[0])*math.Log(v/10)/math.Log(3.1)
	}
	if !near(markers[2], x(97)) || !near(markers[3], x(100)) || !near(end, x(100)) {
		t.Errorf("markers at %.2f, curves end at %.2f, the axis at %.2f", markers, end, x(100))
	}
}

// affine tells whether every second number of a path, from the given one on, is
// a·v + b of the values, to the digits that SVG files have here.
func affine(path []float64, from int, values []float64) bool {
	last := len(values) - 1
	slope := 0.0
	if span := values[last] - values[0]; span != 0 {
		slope = (path[2*last+from] - path[from]) / span
	}
	for i, v := range values {
		if math.Abs(path[from]+slope*(v-values[0])-path[2*i+from]) > 0.05 {
			return false
		}
	}
	return true
}

func TestPNG(t *testing.T) {
	picture := pngOf(t, example())
	if got := picture.Bounds().Size(); got != (image.Point{1417, 945}) { // 18 cm × 12 cm at 200 dots an inch
		t.Errorf("%v dots", got)
	}
	for _, corner := range []color.Color{picture.At(0, 0), picture.At(1416, 944)} {
		if r, g, b, a := corner.RGBA(); min(r, g, b, a) != 0xffff { // paper, and no hole, on any page
			t.Errorf("a corner is %v", corner)
		}
	}
	blue := 0
	for x := range picture.Bounds().Dx() {
		for y := range picture.Bounds().Dy() {
			if hex(picture.At(x, y)) == "#0072B2" {
				blue++
			}
		}
	}
	if blue < 500 {
		t.Errorf("%d dots of the first curve's colour", blue)
	}
}

// TestSVGIsOnPaper: a white sheet lies below all, so that it can be read on dark pages, too.
func TestSVGIsOnPaper(t *testing.T) {
	var b bytes.Buffer
	if err := Slide().SVG(&b, "a title", example()); err != nil {
		t.Fatal(err)
	}
	_, first, _ := strings.Cut(b.String(), "<path ")
	// 18 cm × 12 cm in points
	if first, _, _ = strings.Cut(first, "/>"); !strings.Contains(first, `d="M0,0L510.24,0L510.24,340.16L0,340.16Z"`) ||
		!strings.Contains(first, "#FFFFFF") {
		t.Errorf("the first outline is %s", first)
	}
}

func TestASingleSampleIsDrawn(t *testing.T) {
	one := chart.Lines{X: chart.Axis{Scale: chart.Log},
		Series: []chart.Series{{Name: "a", X: []float64{3}, Y: []float64{0}}}}
	if err := Slide().SVG(io.Discard, "", one); err != nil {
		t.Error(err)
	}
}
