package drawing

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
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

// shown is an outline of an SVG file, or a picture in it.
type shown struct {
	path    []float64 // the numbers of an outline
	round   bool      // it is a circle
	fill    string    // its colour, "none" for a line
	stroke  string    // the colour of a line
	picture image.Image
	at      image.Rectangle // of a picture, in hundredths of a point from the top left
}

// svgOf draws a chart and reads the file back.
func svgOf(t *testing.T, of chart.Chart) (list []shown, text string) { return svgOn(t, Slide(), of) }

func svgOn(t *testing.T, on Paper, of chart.Chart) (list []shown, text string) {
	t.Helper()
	var b bytes.Buffer
	if err := on.SVG(&b, "a title", of); err != nil {
		t.Fatal(err)
	}
	text = b.String()
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a number of the file is none")
	}
	for dec := xml.NewDecoder(&b); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return list, text
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" && e.Name.Local != "image" {
			continue
		}
		value := map[string]string{}
		for _, a := range e.Attr {
			value[a.Name.Local] = a.Value
		}
		if e.Name.Local == "image" {
			list = append(list, pictureOf(t, value))
			continue
		}
		s := shown{path: numbers(t, value["d"]), round: strings.Contains(value["d"], "A"), fill: "#000000"}
		if _, after, ok := strings.Cut(value["style"], "fill:"); ok {
			s.fill, _, _ = strings.Cut(after, ";")
		}
		if _, after, ok := strings.Cut(value["style"], "stroke:"); ok {
			s.stroke, _, _ = strings.Cut(after, ";")
		}
		list = append(list, s)
	}
}

func numbers(t *testing.T, text string) (list []float64) {
	t.Helper()
	for _, s := range regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`).FindAllString(text, -1) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// pictureOf decodes an image element.
func pictureOf(t *testing.T, value map[string]string) shown {
	t.Helper()
	raw, ok := strings.CutPrefix(value["href"], "data:image/png;base64,")
	if !ok {
		t.Fatalf("the picture is %.30s", value["href"])
	}
	data, err := base64.StdEncoding.DecodeString(raw)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	n := numbers(t, value["x"]+" "+value["y"]+" "+value["width"]+" "+value["height"])
	x, y := int(100*n[0]), int(100*n[1])
	return shown{picture: picture, at: image.Rect(x, y, x+int(100*n[2]), y+int(100*n[3]))}
}

// middle is that of a circle or a polygon.
func (s shown) middle() (x, y float64) {
	if s.round { // it begins at the right, then come the radii
		return s.path[0] - s.path[2], s.path[1]
	}
	n := float64(len(s.path) / 2)
	for i := 0; i < len(s.path); i += 2 {
		x, y = x+s.path[i]/n, y+s.path[i+1]/n
	}
	return x, y
}

// hex is a colour as SVG files have it.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}

// alike tells whether two colours are the same but for rounding.
func alike(a, b string) bool { return closeTo(a, b, 2) }

// closeTo tells whether two colours differ by at most so much in each part.
func closeTo(a, b string, by int64) bool {
	for i := 1; i < 7; i += 2 {
		x, _ := strconv.ParseInt(a[i:i+2], 16, 32)
		y, _ := strconv.ParseInt(b[i:i+2], 16, 32)
		if max(x-y, y-x) > by {
			return false
		}
	}
	return true
}

// pngOf draws a chart and decodes the file.
func pngOf(t *testing.T, of chart.Chart) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := Slide().PNG(&b, "a title", of); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// dotAt is the colour of a PNG at the coordinates that an SVG file has, in points
// from the bottom left.
func dotAt(p image.Image, x, y float64) string {
	scale := Slide().dots / 72
	return hex(p.At(int(x*scale), p.Bounds().Dy()-1-int(y*scale)))
}

func TestNothingToDraw(t *testing.T) {
	nan := math.NaN()
	for name, of := range map[string]chart.Chart{
		"no curve":  chart.Lines{},
		"no sample": chart.Lines{Series: []chart.Series{{X: []float64{1}, Y: []float64{nan}}}},
		"no sample above 0": chart.Lines{Y: chart.Axis{Scale: chart.Log},
			Series: []chart.Series{{X: []float64{1}, Y: []float64{-1}}}},
		"no dot":               chart.Panes{},
		"no dot on both axes":  chart.Panes{Charts: []chart.Lines{{Dots: []chart.Dot{{X: 1, Y: nan}, {X: nan, Y: -1}}}}},
		"no matrix":            chart.Matrices{},
		"a matrix of no entry": chart.Matrices{List: []chart.Matrix{{Title: "K"}}},
		"no cell":              chart.Heat{},
		"no figure": chart.Heat{X: chart.HeatAxis{Values: []float64{1, 2}},
			Y: chart.HeatAxis{Values: []float64{1}}, Values: [][]float64{{nan, math.Inf(1)}}},
	} {
		var b bytes.Buffer
		for _, write := range []func(io.Writer, string, chart.Chart) error{Slide().SVG, Slide().PNG} {
			if err := write(&b, "", of); err == nil || !strings.Contains(err.Error(), "nothing to draw") || b.Len() > 0 {
				t.Errorf("%s: %v, %d bytes", name, err, b.Len())
			}
		}
	}
}

// TestFontsHaveTheCharacters: what charts are labelled with is in the font of the
// PNG, where a missing character would be a box.
func TestFontsHaveTheCharacters(t *testing.T) {
	face := font.NewCache(liberation.Collection()).Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 10)
	for _, r := range spelled("σ γ μ γₛ ε q̄ ρ stable rank ‖K‖ K̃ test R² ± risk χ ÷ × τᵢ K(K+γₛI)⁻¹ ╌╌ |K−K̃|, a " +
		"scale of its own (SᵀKS)⁺ ᵢⱼ Σₖ ✓ ✗ ★ ↑ → ½ ŷ ≈") {
		if r == '̄' {
			continue // it stands over another
		}
		if index, err := face.Face.GlyphIndex(nil, r); err != nil || index == 0 {
			t.Errorf("the font lacks %q", r)
		}
	}
}
