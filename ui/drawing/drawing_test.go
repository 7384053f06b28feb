package drawing

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"

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

// paths are the outlines of an SVG file, as numbers, by what they begin with.
func paths(t *testing.T, svg []byte) (list [][]float64) {
	t.Helper()
	numbers := regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			for _, a := range e.Attr {
				if a.Name.Local != "d" {
					continue
				}
				var path []float64
				for _, s := range numbers.FindAllString(a.Value, -1) {
					v, err := strconv.ParseFloat(s, 64)
					if err != nil {
						t.Fatal(err)
					}
					path = append(path, v)
				}
				list = append(list, path)
			}
		}
	}
}

// TestSVGShowsTheSamples finds the curve of every series in the file: an outline
// whose corners are one affine image of the logarithms of the samples.
func TestSVGShowsTheSamples(t *testing.T) {
	l := example()
	var b bytes.Buffer
	if err := SVG(&b, "a title", l); err != nil {
		t.Fatal(err)
	}
	all := paths(t, b.Bytes())
	for _, s := range l.Series {
		var xs, ys []float64
		for i := range s.X {
			if !math.IsNaN(s.Y[i]) {
				xs, ys = append(xs, math.Log(s.X[i])), append(ys, math.Log(s.Y[i]))
			}
		}
		found := false
		for _, path := range all {
			found = found || len(path) == 2*len(xs) && affine(path, 0, xs) && affine(path, 1, ys)
		}
		if !found {
			t.Errorf("no outline shows %s", s.Name)
		}
	}
	for _, text := range []string{">nystrom<", ">bka<", ">m<", ">error<", ">a title<", ">γ_s=100<", ">exact<"} {
		if !strings.Contains(b.String(), text) {
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
	var b bytes.Buffer
	if err := PNG(&b, "a title", example()); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got != 1417 { // 18 cm at 200 dots an inch
		t.Errorf("%d dots wide", got)
	}
	blue := 0
	for x := range picture.Bounds().Dx() {
		for y := range picture.Bounds().Dy() {
			if r, g, b, _ := picture.At(x, y).RGBA(); r>>8 == 0 && g>>8 == 0x72 && b>>8 == 0xb2 {
				blue++
			}
		}
	}
	if blue < 500 {
		t.Errorf("%d dots of the first curve's colour", blue)
	}
}

func TestNothingToDraw(t *testing.T) {
	for _, l := range []chart.Lines{{}, {Series: []chart.Series{{X: []float64{1}, Y: []float64{math.NaN()}}}},
		{Y: chart.Axis{Scale: chart.Log}, Series: []chart.Series{{X: []float64{1}, Y: []float64{-1}}}}} {
		if err := SVG(io.Discard, "", l); err == nil || !strings.Contains(err.Error(), "nothing to draw") {
			t.Errorf("%v: %v", l, err)
		}
	}
	one := chart.Lines{X: chart.Axis{Scale: chart.Log}, Series: []chart.Series{{Name: "a", X: []float64{3}, Y: []float64{0}}}}
	if err := SVG(io.Discard, "", one); err != nil {
		t.Errorf("a single sample: %v", err)
	}
}

// TestFontsHaveTheCharacters: what charts are labelled with is in the font of the
// PNG, where a missing character would be a box.
func TestFontsHaveTheCharacters(t *testing.T) {
	face := font.NewCache(liberation.Collection()).Lookup(font.Font{Typeface: "Liberation", Variant: "Serif"}, 10)
	for _, r := range spelled("σ γ μ γₛ ε q̄ ρ stable rank ‖K‖ K̃ test R² ± risk χ ÷ × τᵢ K(K+γₛI)⁻¹ ╌╌") {
		if r == '̄' {
			continue // it stands over another
		}
		if index, err := face.Face.GlyphIndex(nil, r); err != nil || index == 0 {
			t.Errorf("the font lacks %q", r)
		}
	}
}
