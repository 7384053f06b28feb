package drawing

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// written is a text of an SVG file: where it begins and ends in the widest font, and its size.
type written struct {
	text              string
	left, right, y, h float64
}

// textsOf are the texts of a file that are not turned, with their places from the bottom left of the paper.
func textsOf(t *testing.T, file string) (list []written) {
	t.Helper()
	file = regexp.MustCompile(`(?s)<g transform="rotate.*?</g>`).ReplaceAllString(file, "")
	for _, m := range regexp.MustCompile(`<text text-anchor="(\w+)" x="(-?[\d.e+-]+)" y="(-?[\d.e+-]+)"[^>]*font-size:([\d.]+)px">([^<]*)<`).FindAllStringSubmatch(file, -1) {
		n, text := numbers(t, m[2]+" "+m[3]+" "+m[4]), html.UnescapeString(m[5])
		wide := float64(label(n[2]).Width(text))
		left := n[0] - wide*map[string]float64{"start": 0, "middle": 0.5, "end": 1}[m[1]]
		list = append(list, written{text, left, left + wide, -n[1], n[2]})
	}
	return list
}

// many is a chart of n curves with long names.
func many(n int) chart.Lines {
	l := example()
	l.Band = "± standard error"
	l.Series = l.Series[:1]
	l.Series[0].Name = "method-1"
	for i := 1; i < n; i++ {
		l.Series = append(l.Series, chart.Series{Name: strings.Repeat("pinned ", i%4) + fmt.Sprintf("method-%d", i+1),
			Color: i, X: []float64{10, 500}, Y: []float64{0.5, 0.01}})
	}
	return l
}

// TestLegendsAreWhole: every text of every legend is on the paper, in any number of curves and groups and with names of
// any length, and below those before it in its column.
func TestLegendsAreWhole(t *testing.T) {
	charts := map[string]chart.Chart{}
	for _, n := range []int{1, 7, 14, 20, 28, 60} {
		charts[fmt.Sprintf("%d curves", n)] = many(n)
		d := cloud()
		d.Groups = nil
		for k := range n {
			d.Groups = append(d.Groups, fmt.Sprintf("cluster %d: 1 of %d points", k+1, n))
		}
		charts[fmt.Sprintf("%d groups", n)] = d
		charts[fmt.Sprintf("%d groups side by side", n)] = chart.Panes{Charts: []chart.Lines{d.Charts[0], d.Charts[0]},
			Heading: d.Heading, Groups: d.Groups, Levels: d.Levels}
	}
	long := many(3)
	long.Series[1].Name, long.Series[2].Name = strings.Repeat("a long name ", 12), strings.Repeat("longword", 20)
	charts["long names"] = long
	for name, of := range charts {
		_, file := svgOf(t, of)
		paper := numbers(t, regexp.MustCompile(`viewBox="([^"]*)"`).FindStringSubmatch(file)[1])
		for _, w := range textsOf(t, file) {
			if w.left < 0 || w.right > paper[2] || w.y < 0 || w.y+w.h > paper[3] {
				t.Errorf("%s: %q goes from %.0f to %.0f at %.0f, the paper is %.0f×%.0f", name, w.text, w.left, w.right, w.y,
					paper[2], paper[3])
			}
		}
		if l, ok := of.(chart.Lines); ok {
			all := textsOf(t, file)
			for _, s := range l.Series {
				found := false
				for _, w := range all {
					found = found || w.text == s.Name || len(s.Name) > 60 && strings.HasPrefix(s.Name, w.text)
				}
				if !found && len(s.Name) < 20 {
					t.Errorf("%s: the legend lacks %s", name, s.Name)
				}
			}
			for i, a := range all {
				for _, b := range all[:i] {
					if strings.Contains(a.text, "method") && strings.Contains(b.text, "method") && math.Abs(a.y-b.y) < a.h &&
						a.left < b.right && b.left < a.right {
						t.Errorf("%s: %q covers %q", name, a.text, b.text)
					}
				}
			}
		}
	}
}

// TestTextsCanBeReadOnASlide: 14 pixels or more where the drawing is 800 pixels wide, the titles of the axes more, in a
// font without serifs.
func TestTextsCanBeReadOnASlide(t *testing.T) {
	for name, of := range map[string]chart.Chart{"lines": many(3), "dots": cloud(), "heat": losses(),
		"matrices": three()} {
		_, file := svgOf(t, of)
		for _, w := range textsOf(t, file) {
			least := 14.0
			if w.text == "m" || w.text == "pc1" || w.text == "γ" {
				least = 18
			}
			if w.h*800/float64(width) < least {
				t.Errorf("%s: %q has %.1f pixels", name, w.text, w.h*800/float64(width))
			}
		}
		if strings.Contains(file, "Serif") || !strings.Contains(file, "sans-serif") {
			t.Errorf("%s: the font has serifs", name)
		}
	}
}

// TestBandsAreExplained where there are any.
func TestBandsAreExplained(t *testing.T) {
	l := many(2)
	if _, file := svgOf(t, l); !strings.Contains(file, ">band: ± standard<") || !strings.Contains(file, ">error<") {
		t.Error("the legend does not say what the band is")
	}
	l.Series[0].Lo, l.Series[0].Hi = nil, nil
	if _, file := svgOf(t, l); strings.Contains(file, "band") {
		t.Error("the legend has a band that is not there")
	}
}

// TestCurvesOfOneColourHaveOtherDashes, so that more than Hues of them can be told apart.
func TestCurvesOfOneColourHaveOtherDashes(t *testing.T) {
	type sign struct {
		color  color.Color
		dashes string
	}
	seen := map[sign]int{}
	for i, s := range Slide().strokes(many(4 * chart.Hues).Series) {
		at := sign{s.Color, fmt.Sprint(s.Dashes)}
		if other, known := seen[at]; known {
			t.Errorf("curves %d and %d look the same: %v", other, i, at)
		}
		seen[at] = i
	}
	first := Slide().strokes(many(chart.Hues).Series)
	for i, s := range first {
		if len(s.Dashes) > 0 {
			t.Errorf("curve %d of %d is dashed", i, len(first))
		}
	}
}

// TestChartsSideBySideHaveOneScale: an offset in one is the same offset in the other.
func TestChartsSideBySideHaveOneScale(t *testing.T) {
	d := cloud()
	second := d.Charts[0]
	second.Title, second.Points = "rls: 1 landmark", []chart.Point{{X: 8, Y: 4, Color: 3}}
	second.Labels, d.Charts[0].Labels = nil, nil
	d.Charts = append(d.Charts, second)
	all, file := svgOf(t, d)
	var places [2][][2]float64
	for _, s := range all {
		if s.fill != "none" && (alike(s.fill, "#0072B2") || alike(s.fill, "#D55E00")) {
			x, y := s.middle()
			switch {
			case y < 50: // the legend
			case x < float64(width)/2:
				places[0] = append(places[0], [2]float64{x, y})
			default:
				places[1] = append(places[1], [2]float64{x, y})
			}
		}
	}
	if len(places[0]) != 6 || len(places[1]) != 6 {
		t.Fatalf("%d and %d dots", len(places[0]), len(places[1]))
	}
	aside := places[1][0][0] - places[0][0][0]
	for _, at := range places[1] {
		found := false
		for _, other := range places[0] {
			found = found || math.Abs(other[0]+aside-at[0]) < 0.05 && math.Abs(other[1]-at[1]) < 0.05
		}
		if !found {
			t.Errorf("the dot at %.1f is not %.1f aside of one in the first chart", at, aside)
		}
	}
	for _, title := range []string{">nystrom: 2 landmarks<", ">rls: 1 landmark<"} {
		if !strings.Contains(file, title) {
			t.Errorf("no title %s", title)
		}
	}
	d.Charts = append(d.Charts, second, second)
	if _, file := svgOf(t, d); strings.Count(file, ">rls: 1 landmark<") != 3 || strings.Count(file, ">pc1<") != 4 {
		t.Error("four charts are not all there")
	}
}

// TestTheoryIsNotDrawnAsTheFloor: a prediction is dotted and a floor dashed, whichever comes first, in chart and
// legend.
func TestTheoryIsNotDrawnAsTheFloor(t *testing.T) {
	floor := chart.Series{Name: "floor", X: []float64{1, 2}, Y: []float64{1, 2}, Color: chart.NoColor, Dashed: true,
		NoMarkers: true}
	rate := floor
	rate.Name, rate.Faint, rate.Dotted = "rate", true, true
	for _, list := range [][]chart.Series{{floor, rate}, {rate, floor}} {
		for i, style := range Slide().strokes(list) {
			if dots := style.Dashes[0] < 2; dots != list[i].Dotted {
				t.Errorf("%s has the dashes %v", list[i].Name, style.Dashes)
			}
		}
	}
}

// TestMarkedPointsAreInTheLegend: those with a name.
func TestMarkedPointsAreInTheLegend(t *testing.T) {
	l := example()
	curves := len(lines{Slide(), l}.legend())
	l.Points = []chart.Point{{Name: "of plain", X: 100, Y: 0.1, Marker: '▲', Color: 1}, {X: 100, Y: 0.2}}
	if list := (lines{Slide(), l}).legend(); len(list) != curves+1 || list[curves].text != "of plain" ||
		len(list[curves].samples) != 1 {
		t.Errorf("legend %v with a named point, %d entries without", list, curves)
	}
}
