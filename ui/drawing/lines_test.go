package drawing

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

func example() chart.Lines {
	return chart.Lines{
		X: chart.Axis{Title: "m", Scale: chart.Log, Lo: 10, Hi: 500}, Y: chart.Axis{Scale: chart.Log, Title: "error"},
		Series: []chart.Series{
			{Name: "nystrom", X: []float64{10, 31, 97, 500}, Y: []float64{0.5, 0.11, 0.013, 2e-4}, Lo: []float64{0.4, 0.1, 0.01, -1}, Hi: []float64{0.6, 0.2, 0.02, 3e-4}},
			{Name: "bka", Color: 1, X: []float64{10, 31, 97, 500}, Y: []float64{0.2, 0.2, math.NaN(), 0.2}},
		},
		VLines: []chart.VLine{{X: 100, Label: "γₛ=100"}}, HLines: []chart.HLine{{Y: 0.05, Labels: []string{"exact"}}},
		Points: []chart.Point{{X: 100, Y: 0.012}, {X: math.NaN(), Y: 1}},
	}
}

// TestSVGShowsTheSamples finds the curve of every series in the file: an outline
// whose corners are one affine image of the logarithms of the samples.
func TestSVGShowsTheSamples(t *testing.T) {
	l := example()
	all, file := svgOf(t, Lines(l))
	for _, s := range l.Series {
		var xs, ys []float64
		for i := range s.X {
			if !math.IsNaN(s.Y[i]) {
				xs, ys = append(xs, math.Log(s.X[i])), append(ys, math.Log(s.Y[i]))
			}
		}
		found := false
		for _, s := range all {
			found = found || len(s.path) == 2*len(xs) && affine(s.path, 0, xs) && affine(s.path, 1, ys)
		}
		if !found {
			t.Errorf("no outline shows %s", s.Name)
		}
	}
	for _, text := range []string{">nystrom<", ">bka<", ">m<", ">error<", ">a title<", ">γ_s=100<", ">exact<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
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
	picture := pngOf(t, Lines(example()))
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
	if err := SVG(&b, "a title", Lines(example())); err != nil {
		t.Fatal(err)
	}
	_, first, _ := strings.Cut(b.String(), "<path ")
	if first, _, _ = strings.Cut(first, "/>"); !strings.Contains(first, `d="M0,0L510.24,0L510.24,340.16L0,340.16Z"`) || !strings.Contains(first, "#FFFFFF") { // 18 cm × 12 cm in points
		t.Errorf("the first outline is %s", first)
	}
}

func TestASingleSampleIsDrawn(t *testing.T) {
	one := chart.Lines{X: chart.Axis{Scale: chart.Log}, Series: []chart.Series{{Name: "a", X: []float64{3}, Y: []float64{0}}}}
	if err := SVG(io.Discard, "", Lines(one)); err != nil {
		t.Error(err)
	}
}
