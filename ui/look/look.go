package look

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"gramscope/ui/chart"
)

// Look is a choice of characters and colours.
type Look struct {
	Glyphs chart.Glyphs
	Series []lipgloss.Style // of curves: one for each of chart.Hues, or a single one
	Dim    lipgloss.Style   // stale, unused, decoration
	Strong lipgloss.Style   // headings, the focused pane's title
	Accent lipgloss.Style   // the element that keys act on
	Alarm  lipgloss.Style   // errors
	Plain  lipgloss.Style

	dimSeries []lipgloss.Style
	heat      []lipgloss.Style // of the levels of a heat map, the best first
}

// env reads an environment variable, as os.Getenv does.
type env func(string) string

// New returns the look for the names of glyphs and theme; "auto" depends on the environment.
// Themes use the terminal's own sixteen colours, except okabe-ito, whose colours readers
// with any colour vision can distinguish.
func New(glyphs, theme string, getenv env) (Look, error) {
	var l Look
	switch glyphs {
	case "braille":
	case "auto", "":
		if WantsASCII(getenv) {
			l.Glyphs = chart.ASCII
		}
	case "block":
		l.Glyphs = chart.Block
	case "ascii":
		l.Glyphs = chart.ASCII
	default:
		return l, fmt.Errorf("glyphs %q: want auto, braille, block or ascii", glyphs)
	}
	profile, colors, heat := termenv.ANSI, "", "2 6 4"
	switch theme {
	case "auto", "":
		colors = "6 3 2 5 4 1" // readable on both
		if bg := getenv("COLORFGBG"); strings.HasSuffix(bg, ";15") || strings.HasSuffix(bg, ";7") {
			colors = "4 1 2 5 6 3"
		}
	case "light":
		colors = "4 1 2 5 6 3"
	case "dark":
		colors, heat = "14 11 10 13 12 9", "10 14 12"
	case "okabe-ito":
		profile, colors = richest(getenv), hex(chart.OkabeIto())
		heat = hex([]color.NRGBA{chart.OkabeIto()[4], chart.OkabeIto()[3], chart.OkabeIto()[0]}) // from light to dark
	case "none":
		profile, colors = termenv.Ascii, "0"
	default:
		return l, fmt.Errorf("theme %q: want %s", theme, strings.Join(Themes(), ", "))
	}
	if getenv("NO_COLOR") != "" || getenv("TERM") == "dumb" {
		profile = termenv.Ascii
	}
	l.styles(profile, strings.Fields(colors))
	for level := range chart.HeatLevels { // the worst has no colour
		s := l.Dim
		if names := strings.Fields(heat); level/2 < len(names) {
			s = l.Plain.Foreground(lipgloss.Color(names[level/2]))
		}
		l.heat = append(l.heat, s)
	}
	return l, nil
}

// Themes returns the names of the themes.
func Themes() []string { return []string{"auto", "light", "dark", "okabe-ito", "none"} }

// richest returns the profile with the most colours that the environment announces.
func richest(getenv env) termenv.Profile {
	switch has := getenv("COLORTERM"); {
	case has == "truecolor" || has == "24bit":
		return termenv.TrueColor
	case strings.Contains(getenv("TERM"), "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// hex formats colours as lipgloss reads them.
func hex(list []color.NRGBA) string {
	var names []string
	for _, c := range list {
		names = append(names, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	return strings.Join(names, " ")
}

func (l *Look) styles(profile termenv.Profile, colors []string) {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	l.Plain = r.NewStyle().Inline(true)
	l.Dim = l.Plain.Faint(true)
	l.Strong = l.Plain.Bold(true)
	l.Accent = l.Plain.Bold(true).Reverse(true)
	l.Alarm = l.Plain.Bold(true).Foreground(lipgloss.Color("1"))
	for _, c := range colors {
		s := l.Plain.Foreground(lipgloss.Color(c))
		l.Series = append(l.Series, s)
		l.dimSeries = append(l.dimSeries, s.Faint(true))
	}
}

// WantsASCII reports whether the environment names a charset other than UTF-8, or a
// terminal that shows only ASCII. An unset locale counts as UTF-8.
func WantsASCII(getenv env) bool {
	if term := getenv("TERM"); term == "linux" || term == "dumb" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(charset, "@")
		charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
		return named && charset != "utf8"
	}
	return false
}

// Paint is the chart.Paint of this look.
func (l *Look) Paint(s string, color int, faint bool) string {
	switch {
	case color >= chart.HeatColor && faint:
		return l.Dim.Render(s)
	case color >= chart.HeatColor:
		return l.heat[min(color-chart.HeatColor, len(l.heat)-1)].Render(s)
	case color == chart.MarkColor:
		return l.Strong.Render(s)
	case color >= 0:
		styles := l.Series
		if faint {
			styles = l.dimSeries
		}
		_, hue := l.Glyphs.Sign(color)
		return styles[hue%len(styles)].Render(s)
	case faint:
		return l.Dim.Render(s)
	}
	return s
}

// Text returns s in the characters of this look, on one line.
func (l *Look) Text(s string) string { return l.Glyphs.Text(s) }

// Fit makes s exactly w cells wide: it cuts with an ellipsis or pads on the right.
func (l *Look) Fit(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if ansi.StringWidth(s) > w {
		s = ansi.Truncate(s, w, l.Text("…"))
	}
	return s + strings.Repeat(" ", max(0, w-ansi.StringWidth(s)))
}

// Choice returns a line of a list, with a pointer and highlighted if it is chosen.
func (l *Look) Choice(s string, w int, chosen bool) string {
	if chosen {
		return l.Accent.Render(l.Fit(l.Text("▸")+s, w))
	}
	return l.Fit(" "+s, w)
}

// Right is Fit with the padding on the left.
func (l *Look) Right(s string, w int) string {
	if gap := w - ansi.StringWidth(s); gap > 0 {
		return strings.Repeat(" ", gap) + s
	}
	return l.Fit(s, w)
}

// Marker returns the marker of a method as a string.
func (l *Look) Marker(method int) string { return string(l.Sign(method)) }

// Sign returns the marker of the method with that index, see [chart.Glyphs.Sign].
func (l *Look) Sign(method int) rune {
	marker, _ := l.Glyphs.Sign(method)
	return marker
}

// Border holds the characters of the frame.
type Border struct{ H, V, TopLeft, TopRight, BottomLeft, BottomRight, Left, Right, Top, Bottom, cross rune }

// Border returns the characters of frames in this look.
func (l *Look) Border() Border {
	c := []rune(l.Text("─│┌┐└┘├┤┬┴┼"))
	return Border{c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10]}
}

// Longest returns the first text that fits into w cells with a pointer before it, or the
// last text.
func (l *Look) Longest(w int, texts ...string) string {
	for _, t := range texts {
		if ansi.StringWidth(l.Text(t)) < w {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Filled joins lines, each made w cells wide.
func (l *Look) Filled(lines []string, w int) string {
	for i, s := range lines {
		lines[i] = l.Fit(s, w)
	}
	return strings.Join(lines, "\n")
}

// Message centres a text in h lines of at most w cells.
func (l *Look) Message(text string, w, h int) []string {
	lines := strings.Split(ansi.Wrap(l.Text(text), max(w-2, 1), " "), "\n")
	if len(lines) > h && h > 0 {
		lines = lines[:h]
		lines[h-1] = l.Fit(lines[h-1]+l.Text(" …"), w-2)
	}
	list := make([]string, max(h, 0))
	for i, s := range lines[:min(len(lines), len(list))] {
		list[(h-len(lines))/2+i] = strings.Repeat(" ", max(0, (w-ansi.StringWidth(s))/2)) + s
	}
	return list
}
