package look

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"gramscope/ui/chart"
)

// Look is a choice of characters and colours.
type Look struct {
	Glyphs  chart.Glyphs
	Series  []lipgloss.Style // of curves: one for each of chart.Hues, or a single one
	Dim     lipgloss.Style   // stale, unused, decoration
	Strong  lipgloss.Style   // titles
	Heading lipgloss.Style   // of groups, and the focused pane's title
	Accent  lipgloss.Style   // the element that keys act on
	Focus   lipgloss.Style   // the frame of the focused pane
	Bar     lipgloss.Style   // the window's first and last line
	Key     lipgloss.Style   // keys in the footer
	Alarm   lipgloss.Style   // errors
	Plain   lipgloss.Style

	Blank rune // what charts fill their place with while pictures of them are shown; 0: nothing, they are drawn

	profile   termenv.Profile
	asks      bool             // whether the theme depends on a background that is not known
	palette                    // of a rich look
	dimSeries []lipgloss.Style // stale
	heat      []lipgloss.Style // of the levels of a heat map, the best first
}

// New returns the look for the names of glyphs and theme; "auto" depends on the environment.
//
// With 256 colours or more, themes have a palette of their own: dark, light, or okabe-ito. While the background is not
// known, see [Look.On], the automatic choice is one that is legible on both. With sixteen colours, and with the theme
// terminal, colours are the terminal's own.
func New(glyphs, theme string, getenv env) (Look, error) {
	var l Look
	switch glyphs {
	case "braille":
	case "auto", "":
		if WantsASCII(getenv) {
			l.Glyphs = chart.ASCII
		}
	case "line":
		l.Glyphs = chart.Line
	case "ascii":
		l.Glyphs = chart.ASCII
	default:
		return l, fmt.Errorf("glyphs %q: want auto, braille, line or ascii", glyphs)
	}
	if !slices.Contains(Themes(), theme) && theme != "" {
		return l, fmt.Errorf("theme %q: want %s", theme, strings.Join(Themes(), ", "))
	}
	l.profile = richest(getenv)
	switch {
	case theme == "none" || getenv("NO_COLOR") != "" || getenv("TERM") == "dumb":
		l.profile = termenv.Ascii
	case theme == "terminal":
		l.profile = termenv.ANSI
	}
	on := background(getenv)
	if l.rich() {
		switch {
		case theme == "dark" || theme != "okabe-ito" && theme != "light" && on == onDark:
			l.dress(darkPalette)
		case theme == "light" || theme != "okabe-ito" && on == onLight:
			l.dress(lightPalette)
		default:
			l.asks = theme == "auto" || theme == ""
			if l.dress(eitherPalette); theme == "okabe-ito" {
				l.dress(neutralPalette)
			}
		}
		return l, nil
	}
	l.terminal(theme, on)
	return l, nil
}

// Asks reports whether the look depends on the terminal's background, which it does not know.
func (l *Look) Asks() bool { return l.asks }

// On sets the palette that suits the terminal's background. It has no effect on a look that does not ask for it.
func (l *Look) On(paper color.NRGBA) {
	if !l.asks {
		return
	}
	p := darkPalette
	if luminance(paper) > 0.18 {
		p = lightPalette
	}
	p.paper = hex(paper)
	l.dress(p)
	l.asks = false
}

// rich reports whether the look has 256 colours or more, and so a palette.
func (l *Look) rich() bool { return l.profile == termenv.ANSI256 || l.profile == termenv.TrueColor }

// Fine reports whether charts can use continuous colour scales in half rows.
func (l *Look) Fine() bool { return l.rich() && l.Glyphs != chart.ASCII }

// staleShare is how much of its colour a stale curve keeps.
const staleShare = 0.5

// dress sets the styles of a rich look.
func (l *Look) dress(p palette) {
	l.palette = p
	l.plain()
	surface := func(name string) lipgloss.Color { return lipgloss.Color(l.code(l.surface(rgb(name)))) }
	ink := func(name string) lipgloss.Style { return l.Plain.Foreground(lipgloss.Color(name)) }
	l.Dim, l.Focus, l.Heading, l.Key = ink(p.dim), ink(p.accent), ink(p.accent).Bold(true), ink(p.accent).Bold(true)
	l.Strong, l.Accent = l.Plain.Bold(true), ink(p.accent).Bold(true)
	l.Alarm = ink(p.alarm).Bold(true)
	if p.raised != "" {
		l.Accent = ink(p.text).Background(surface(p.raised)).Bold(true)
		l.Bar = ink(p.text).Background(surface(p.bar))
		l.Key = l.Key.Background(surface(p.bar))
	}
	l.Series, l.dimSeries = nil, nil
	for _, name := range p.series {
		l.Series = append(l.Series, ink(name))
		if p.paper == "" {
			l.dimSeries = append(l.dimSeries, ink(name).Faint(true))
		} else {
			l.dimSeries = append(l.dimSeries, ink(hex(mix(rgb(name), rgb(p.paper), staleShare))))
		}
	}
	l.heat = nil
	for level := range chart.HeatLevels {
		l.heat = append(l.heat, ink(hex(chart.Viridis(1-float64(level)/chart.HeatLevels))))
	}
}

// terminal sets the styles of a look of sixteen colours, or none.
func (l *Look) terminal(theme string, on int) {
	colors, heat := "6 2 3 5 12 1", "2 6 12" // readable on both, but for yellow, which no method has that is ticked at first
	switch {
	case theme == "light" || theme != "dark" && on == onLight:
		colors = "4 1 2 5 6 0"
	case theme == "dark":
		colors, heat = "14 11 10 13 12 9", "10 14 12"
	}
	if l.profile == termenv.Ascii {
		colors = "0"
	}
	l.plain()
	l.Dim = l.Plain.Faint(true)
	l.Strong = l.Plain.Bold(true)
	l.Heading, l.Focus, l.Bar, l.Key = l.Strong, l.Strong, l.Plain, l.Plain
	l.Accent = l.Plain.Bold(true).Reverse(true)
	l.Alarm = l.Plain.Bold(true).Foreground(lipgloss.Color("1"))
	for c := range strings.FieldsSeq(colors) {
		s := l.Plain.Foreground(lipgloss.Color(c))
		l.Series = append(l.Series, s)
		l.dimSeries = append(l.dimSeries, s.Faint(true))
	}
	names := strings.Fields(heat)
	for level := range chart.HeatLevels { // the worst has no colour
		s := l.Dim
		if level/2 < len(names) {
			s = l.Plain.Foreground(lipgloss.Color(names[level/2]))
		}
		l.heat = append(l.heat, s)
	}
}

// plain sets the style without colours, from which the others are made.
func (l *Look) plain() {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(l.profile)
	l.Plain = r.NewStyle().Inline(true)
	l.Bar = l.Plain
}

// Themes returns the names of the themes.
func Themes() []string { return []string{"auto", "light", "dark", "okabe-ito", "terminal", "none"} }

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

// HasBars reports whether the window's first and last line have a surface of their own.
func (l *Look) HasBars() bool { return l.bar != "" }

// OnBar returns a style on the surface of the window's last line.
func (l *Look) OnBar(s lipgloss.Style) lipgloss.Style {
	if l.bar == "" {
		return s
	}
	return s.Background(lipgloss.Color(l.code(l.surface(rgb(l.bar)))))
}

// Title returns the title of the focused pane, with a pointer. Where the frame has no colour of its own it is
// highlighted.
func (l *Look) Title(s string, w int) string {
	if l.rich() {
		return l.Heading.Render(l.Fit(l.Text("▸")+s, w))
	}
	return l.Choice(s, w, true)
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
type Border struct{ H, V, TopLeft, TopRight, BottomLeft, BottomRight, Bottom rune }

// Border returns the characters of frames in this look.
func (l *Look) Border() Border {
	c := []rune(l.Text("─│┌┐└┘┴"))
	return Border{c[0], c[1], c[2], c[3], c[4], c[5], c[6]}
}

// Longest returns the first text that fits into w cells with a pointer before it, or the last text.
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

// Page joins the first h lines, each made w cells wide, and blank ones below them.
func (l *Look) Page(lines []string, w, h int) string {
	return l.Filled(append(lines, make([]string, max(0, h-len(lines)))...)[:max(h, 0)], w)
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
