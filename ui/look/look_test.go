package look

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lucasb-eyer/go-colorful"
	"pgregory.net/rapid"

	"gramscope/approx"
	"gramscope/ui/chart"
)

// TestEveryMethodHasItsMarker: without colours the marker alone tells methods apart.
func TestEveryMethodHasItsMarker(t *testing.T) {
	for _, glyphs := range []string{"braille", "line", "ascii"} {
		l := New(glyphs, "none", func(string) string { return "" })
		of := map[string]string{}
		for i, method := range approx.Methods() {
			if other, taken := of[l.Marker(i)]; taken {
				t.Errorf("%s: %s and %s share %s; add a character to both lists of chart.Markers", glyphs, other, method.Name,
					l.Marker(i))
			}
			of[l.Marker(i)] = method.Name
		}
	}
}

// TestThemesDiffer: no theme looks like another, where no background is known.
func TestThemesDiffer(t *testing.T) {
	of := map[string]string{}
	for _, theme := range Themes() {
		l := New("braille", theme, func(name string) string { return map[string]string{"COLORTERM": "truecolor"}[name] })
		sign := l.Colored("x", 0) + l.Dim.Render("x")
		if other, taken := of[sign]; taken {
			t.Errorf("%s and %s look alike: New in look.go has to take it", other, theme)
		}
		of[sign] = theme
	}
}

// TestManyMethodsStayApart: with colours no sign comes twice in as many rounds through the markers, without any none
// among the markers, and they are the same as those of chart.
func TestManyMethodsStayApart(t *testing.T) {
	markers := len(chart.Markers(chart.ASCII))
	signs := chart.Hues * markers
	for _, glyphs := range []string{"braille", "line", "ascii"} {
		for theme, want := range map[string]int{"light": signs, "dark": signs, "auto": signs,
			"none": markers} {
			l := New(glyphs, theme, func(name string) string { return map[string]string{"COLORTERM": "truecolor"}[name] })
			seen := map[string]int{}
			for i := range want {
				sign := l.Colored(l.Marker(i), i)
				if other, taken := seen[sign]; taken {
					t.Fatalf("%s, %s: methods %d and %d of %d share %q", glyphs, theme, other, i, want, sign)
				}
				seen[sign] = i
				if marker := (chart.Series{Color: i}).Sign(); string(l.Glyphs.Mark(marker)) != l.Marker(i) {
					t.Fatalf("%s: method %d is %s, in charts %c", glyphs, i, l.Marker(i), marker)
				}
			}
		}
	}
}

// TestColoursAsFarAsTheTerminalCan: exact colours, the nearest of 256 or of 16, or none.
func TestColoursAsFarAsTheTerminalCan(t *testing.T) {
	for _, c := range []struct{ environment, want string }{
		{"COLORTERM=truecolor TERM=xterm-256color", "\x1b[38;2;104;156;254"},
		{"TERM=xterm-256color", "\x1b[38;5;"},
		{"TERM=xterm", "\x1b["},
		{"TERM=vt100", "●"},
		{"TERM=vt100 COLORTERM=truecolor", "\x1b[38;2;104;156;254"},
		{"TERM=xterm NO_COLOR=1 COLORTERM=truecolor", "●"},
		{"TERM=dumb COLORTERM=truecolor", "●"},
	} {
		l := New("braille", "dark", func(name string) string {
			for pair := range strings.FieldsSeq(c.environment) {
				if key, value, _ := strings.Cut(pair, "="); key == name {
					return value
				}
			}
			return ""
		})
		if got := l.Colored("●", 0); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q…", c.environment, got, c.want)
		}
		codes := map[string]bool{}
		for i := range l.Series {
			codes[l.Colored("●", i)] = true
		}
		if n := chart.Hues; len(codes) != n && c.want != "●" {
			t.Errorf("%s: %d colours of %d: %v", c.environment, len(codes), n, codes)
		}
	}
}

// TestTextsAreLegible: dim texts, headings and alarms have a contrast of 4.5:1 or more on the backgrounds of common
// themes, texts on raised elements and bars on those, and curves 3:1.
func TestTextsAreLegible(t *testing.T) {
	dark := []string{"#000000", "#1e1e1e", "#002b36", "#282a36", "#2e3440", "#282828", "#282c34", "#1a1b26", "#1e1e2e",
		"#272822", "#300a24"}
	light := []string{"#ffffff", "#fdf6e3", "#fbf1c7", "#f6f8fa", "#fafafa", "#eff1f5"}
	for name, c := range map[string]struct {
		palette
		on     []string
		curves float64
	}{"dark": {darkPalette, dark, 3}, "light": {lightPalette, light, 3},
		"either": {eitherPalette, []string{"#000000", "#ffffff"}, 3.5}} {
		check := func(what, fore, ground string, least float64) {
			if got := contrast(rgb(fore), rgb(ground)); got < least {
				t.Errorf("%s: %s %s on %s: %.2f, want %g", name, what, fore, ground, got, least)
			}
		}
		for _, ground := range c.on {
			check("dim", c.dim, ground, 4.5)
			check("accent", c.accent, ground, 4.5)
			for _, curve := range c.series {
				check("curve", curve, ground, c.curves)
			}
			if c.paper != "" {
				check("alarm", c.alarm, ground, 4.5)
			}
		}
		if c.bar != "" {
			check("text on raised", c.text, c.raised, 4.5)
			check("text on bar", c.text, c.bar, 4.5)
			check("key on bar", c.accent, c.bar, 4.5)
		}
	}
	if got := contrast(rgb("#777777"), rgb("#ffffff")); math.Abs(got-4.478) > 1e-3 { // the well-known value
		t.Errorf("contrast of #777777 on white is %.3f", got)
	}
}

// contrast returns the contrast of two colours, from 1 to 21 (WCAG 2.2).
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x/y, y/x)
}

// TestSurfacesOf256AreGreys: the bars, each the nearest of the 24 greys.
func TestSurfacesOf256AreGreys(t *testing.T) {
	for v, want := range map[uint8]int{0: 232, 8: 232, 12: 232, 13: 233, 158: 247, 238: 255, 255: 255} {
		if got := grey256(v); got != want {
			t.Errorf("grey %d is %d, want %d", v, got, want)
		}
	}
	l := New("braille", "dark", func(name string) string { return map[string]string{"TERM": "xterm-256color"}[name] })
	for what, text := range map[string]string{"bar": l.Bar.Render("x"), "key": l.Key.Render("x"),
		"raised": l.Accent.Render("x")} {
		_, code, _ := strings.Cut(text, "48;5;")
		var index int
		if _, err := fmt.Sscanf(code, "%d", &index); err != nil || index < 232 || index > 245 {
			t.Errorf("%s: %q", what, text)
		}
	}
}

// TestScalesOf256: the bands of different hues have different colours, and a scale becomes lighter from step to step.
func TestScalesOf256(t *testing.T) {
	for _, theme := range []string{"dark", "light"} {
		l := New("braille", theme, func(name string) string { return map[string]string{"TERM": "xterm-256color"}[name] })
		bands := map[string]bool{}
		for hue := range chart.Hues {
			bands[l.Paint(" ", chart.Ink{Color: chart.NoColor, Ground: chart.TintColor + hue})] = true
		}
		if len(bands) != chart.Hues {
			t.Errorf("%s: the bands have %d colours", theme, len(bands))
		}
		before, cells := -1.0, ""
		for step := range chart.Steps {
			cell := l.Paint(" ", chart.Ink{Color: chart.NoColor, Ground: chart.ScaleColor + step})
			c, ok := l.color(chart.ScaleColor+step, false)
			if got := luminance(c); !ok || got < before || cell != cells && got == before {
				t.Errorf("%s: step %d has luminance %.3f after %.3f, %q", theme, step, got, before, cell)
			} else {
				before, cells = got, cell
			}
		}
		if before < 0.6 {
			t.Errorf("%s: the last step has luminance %.3f", theme, before)
		}
	}
}

// TestCurvesStayApart: any two colours of a palette differ by at least 0.06 in Oklab, for normal vision and for readers
// without one kind of cones, simulated as Machado, Oliveira and Fernandes (2009) do.
func TestCurvesStayApart(t *testing.T) {
	for vision, m := range map[string][3][3]float64{
		"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	} {
		seen := func(name string) [3]float64 {
			c := rgb(name)
			of, _ := colorful.MakeColor(c)
			r, g, b := of.LinearRgb()
			return oklab(times(m, [3]float64{r, g, b}))
		}
		for name, p := range map[string]palette{"dark": darkPalette, "light": lightPalette, "either": eitherPalette} {
			for i, a := range p.series {
				for _, b := range p.series[:i] {
					x, y := seen(a), seen(b)
					if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < 0.06 {
						t.Errorf("%s, %s: %s and %s differ by %.3f", name, vision, a, b, d)
					}
				}
			}
		}
	}
}

func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i, row := range m {
		for j := range v {
			out[i] += row[j] * v[j]
		}
	}
	return out
}

// oklab converts linear RGB, limited to [0, 1], to Oklab (Ottosson, 2020).
func oklab(rgb [3]float64) [3]float64 {
	for i, v := range rgb {
		rgb[i] = min(max(v, 0), 1)
	}
	lms := times([3][3]float64{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566},
		{0.0883024619, 0.2817188376, 0.6299787005}}, rgb)
	for i, v := range lms {
		lms[i] = math.Cbrt(v)
	}
	return times([3][3]float64{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660}}, lms)
}

// TestThemeFollowsTheBackground: what the environment or the terminal says of it decides, and a theme that was asked
// for stays.
func TestThemeFollowsTheBackground(t *testing.T) {
	white, black := color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0x10, 0x10, 0x10, 0xff}
	for _, c := range []struct {
		theme, colors string
		paper         *color.NRGBA
		want          palette
	}{
		{"auto", "", nil, eitherPalette}, {"auto", "15;0", nil, darkPalette}, {"auto", "0;15", nil, lightPalette},
		{"auto", "0;default;7", nil, lightPalette},
		{"auto", "15;default", nil, eitherPalette}, {"auto", "", &white, lightPalette}, {"auto", "", &black, darkPalette},
		{"dark", "0;15", &white, darkPalette}, {"light", "", &black, lightPalette},
	} {
		l := New("braille", c.theme, func(name string) string {
			return map[string]string{"COLORTERM": "truecolor", "COLORFGBG": c.colors}[name]
		})
		if c.paper != nil {
			l.On(*c.paper)
		}
		if l.series != c.want.series || l.dim != c.want.dim {
			t.Errorf("theme %s, COLORFGBG %q, background %v: dim is %s, want %s", c.theme, c.colors, c.paper, l.dim, c.want.dim)
		}
		drawn := cmp.Or(c.want.text, darkPalette.text) // on paper, which pictures of the screen have in any theme
		if paper, text := l.Paper(); text != drawn || (luminance(rgb(paper)) > 0.5) != (c.want.paper == lightPalette.paper) {
			t.Errorf("theme %s, COLORFGBG %q, background %v: pictures have %s on %s", c.theme, c.colors, c.paper, text, paper)
		}
	}
}

// TestOnlyRichLooksHaveBackgrounds: with sixteen colours or none, blanks stay as they are.
func TestOnlyRichLooksHaveBackgrounds(t *testing.T) {
	for _, c := range []struct {
		theme, colorterm, term string
		want                   bool
	}{{"auto", "truecolor", "xterm", true}, {"dark", "", "xterm-256color", true},
		{"terminal", "truecolor", "xterm-256color", false}, {"auto", "", "xterm", false},
		{"none", "truecolor", "xterm", false}} {
		l := New("braille", c.theme,
			func(name string) string { return map[string]string{"COLORTERM": c.colorterm, "TERM": c.term}[name] })
		if got := l.Paint(" ", chart.Ink{Color: chart.NoColor, Ground: chart.ScaleColor + 9}) != " "; got != c.want ||
			l.Fine() != c.want {
			t.Errorf("%v: backgrounds %v, fine %v", c, got, l.Fine())
		}
	}
}

// TestCompactPaintsTheSame: every cell but blanks at the end has the colours that it has in the longer text.
func TestCompactPaintsTheSame(t *testing.T) {
	l := New("braille", "dark", func(name string) string { return map[string]string{"COLORTERM": "truecolor"}[name] })
	cells := func(s string) (list []string) {
		fore, ground, bold := "", "", false
		for s != "" {
			if !strings.HasPrefix(s, "\x1b[") {
				r, n := utf8.DecodeRuneInString(s)
				if r == ' ' {
					list = append(list, " "+ground)
				} else {
					list = append(list, fmt.Sprint(string(r), fore, ground, bold))
				}
				s = s[n:]
				continue
			}
			codes, rest, _ := strings.Cut(s[2:], "m")
			codes = cmp.Or(codes, "0")
			for s = rest; codes != ""; {
				var code string
				switch n := strings.Index(codes, "8;2;"); {
				case n == 1:
					end := 2
					for k := 0; end < len(codes) && (codes[end] != ';' || k < 4); end++ {
						if codes[end] == ';' {
							k++
						}
					}
					code = codes[:end]
				default:
					code, _, _ = strings.Cut(codes, ";")
				}
				codes = strings.TrimPrefix(codes[len(code):], ";")
				switch {
				case code == "0":
					fore, ground, bold = "", "", false
				case code == "39":
					fore = ""
				case code == "49":
					ground = ""
				case code == "22":
					bold = false
				case code == "1":
					bold = true
				case code[0] == '3':
					fore = code
				default:
					ground = code
				}
			}
		}
		for len(list) > 0 && list[len(list)-1] == " " {
			list = list[:len(list)-1]
		}
		return list
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "runs") {
			ink := chart.Ink{Color: rapid.SampledFrom([]int{chart.NoColor, chart.AxisColor, chart.MarkColor, 0, 1,
				chart.ScaleColor, chart.ScaleColor + 9}).Draw(t, "color"),
				Ground: rapid.SampledFrom([]int{0, chart.ScaleColor, chart.ScaleColor + 9, chart.TintColor + 1}).Draw(t, "ground"),
				Faint:  rapid.Bool().Draw(t, "faint")}
			b.WriteString(l.Paint(rapid.SampledFrom([]string{" ", "▀", "▄x", "  "}).Draw(t, "text"), ink))
		}
		long := b.String()
		short := Compact(long)
		if got, want := cells(short), cells(long); !slices.Equal(got, want) {
			t.Fatalf("%q became %q:\n%q, want\n%q", long, short, got, want)
		}
	})
	var picture strings.Builder
	for k := range 100 {
		picture.WriteString(l.Paint("▀", chart.Ink{Color: chart.ScaleColor + k/2, Ground: chart.ScaleColor + (k+1)/2}))
	}
	if long, short := picture.Len(), len(Compact(picture.String())); 3*short > 2*long {
		t.Errorf("a picture of %d bytes takes %d", long, short)
	}
}

// TestScalesWithASign: below 0 their colours are those of chart.Diverging, as above.
func TestScalesWithASign(t *testing.T) {
	l := New("braille", "dark", func(name string) string { return map[string]string{"COLORTERM": "truecolor"}[name] })
	for step, v := range map[int]float64{0: -1, chart.Steps - 1: 1} {
		c := chart.Diverging(v)
		want := fmt.Sprintf("\x1b[48;2;%d;%d;%dm", c.R, c.G, c.B)
		if got := l.Paint(" ", chart.Ink{Ground: chart.DivergingColor + step}); !strings.HasPrefix(got, want) {
			t.Errorf("step %d is %q, want %q", step, got, want)
		}
	}
}

// TestLongMessagesSayThatTheyGoOn: a message with too little room ends in dots.
func TestLongMessagesSayThatTheyGoOn(t *testing.T) {
	l := New("braille", "none", func(string) string { return "" })
	lines := l.Message("one two three four five six seven", 12, 2)
	if len(lines) != 2 || !strings.Contains(lines[0], "one two") || !strings.HasSuffix(strings.TrimSpace(lines[1]), "…") {
		t.Errorf("%q", lines)
	}
}
