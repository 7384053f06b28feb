package look

import (
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
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

	Asks bool // whether the palette depends on a background that is not known, see On

	Blank rune // what charts fill their place with while pictures of them are shown; 0: nothing, they are drawn

	profile   termenv.Profile
	dumb      bool             // whether the terminal has no attributes either
	palette                    // of a rich look
	dimSeries []lipgloss.Style // stale
	heat      []lipgloss.Style // of the levels of a heat map, the best first
}

// New returns the look for the names of glyphs and theme; "auto" and unknown names depend on the environment.
//
// With 256 colours or more, the themes dark and light have a palette of their own. While the background is not known,
// see [Look.On], the automatic choice is one that is legible on both. With sixteen colours, and with the theme
// terminal, colours are the terminal's own.
func New(glyphs, theme string, getenv env) Look {
	l := Look{profile: richest(getenv), dumb: getenv("TERM") == "dumb"}
	sets, known := map[string]chart.Glyphs{"braille": chart.Braille, "line": chart.Line, "ascii": chart.ASCII}, false
	if l.Glyphs, known = sets[glyphs]; !known && WantsASCII(getenv) {
		l.Glyphs = chart.ASCII
	}
	switch {
	case theme == "none" || getenv("NO_COLOR") != "" || l.dumb:
		l.profile = termenv.Ascii
	case theme == "terminal":
		l.profile = termenv.ANSI
	}
	on := background(getenv)
	if at := slices.Index([]string{onDark: "dark", onLight: "light"}, theme); at > unknown {
		on = at
	}
	if !l.rich() {
		l.terminal(theme, on)
		return l
	}
	l.Asks = on == unknown
	l.dress([]palette{unknown: eitherPalette, onDark: darkPalette, onLight: lightPalette}[on])
	return l
}

// On sets the palette that suits the terminal's background. It has no effect on a look that does not ask for it.
func (l *Look) On(paper color.NRGBA) {
	if !l.Asks {
		return
	}
	p := darkPalette
	if luminance(paper) > 0.18 {
		p = lightPalette
	}
	p.paper = hex(paper)
	l.dress(p)
	l.Asks = false
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
	surface := func(name string) lipgloss.Color {
		c := rgb(name)
		if l.profile == termenv.ANSI256 { // its other shades that are as dark or as pale are saturated
			c = grey(c)
		}
		return lipgloss.Color(l.code(c))
	}
	ink := func(name string) lipgloss.Style { return l.Plain.Foreground(lipgloss.Color(name)) }
	l.Dim, l.Focus, l.Heading, l.Key = ink(p.dim), ink(p.accent), ink(p.accent).Bold(true), ink(p.accent).Bold(true)
	l.Accent, l.Alarm = ink(p.accent).Bold(true), ink(p.alarm).Bold(true)
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
	// Readable on both backgrounds, except for yellow, which none of the methods has that are ticked at first.
	colors, heat, alarm := "6 2 3 5 12 1", "2 6 12", "1"
	switch {
	case l.profile == termenv.Ascii:
		colors, heat, alarm = "none", "none none none", "none" // names of no colour
	case on == onLight:
		colors = "4 1 2 5 6 0"
	case theme == "dark":
		colors, heat = "14 11 10 13 12 9", "10 14 12"
	}
	l.plain()
	l.Dim, l.Key = l.Plain.Faint(true), l.Plain
	l.Heading, l.Focus = l.Strong, l.Strong
	l.Accent = l.Strong.Reverse(true)
	l.Alarm = l.Strong.Foreground(lipgloss.Color(alarm))
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

// plain sets the styles without colours, from which the others are made.
func (l *Look) plain() {
	r := lipgloss.NewRenderer(io.Discard)
	if r.SetColorProfile(l.profile); l.profile == termenv.Ascii && !l.dumb {
		r.SetColorProfile(termenv.ANSI) // for bold, faint and reversed text, which are no colours
	}
	l.Plain = r.NewStyle().Inline(true)
	l.Bar, l.Strong = l.Plain, l.Plain.Bold(true)
}

// Themes returns the names of the themes.
func Themes() []string { return []string{"auto", "light", "dark", "terminal", "none"} }

// HasBars reports whether the window's first and last line have a surface of their own.
func (l *Look) HasBars() bool { return l.bar != "" }

// OnBar returns a style on the surface of the window's last line.
func (l *Look) OnBar(s lipgloss.Style) lipgloss.Style { return s.Background(l.Bar.GetBackground()) }

// env reads an environment variable, as os.Getenv does.
type env func(string) string

// The backgrounds of terminals.
const (
	unknown = iota
	onDark
	onLight
)

// background returns what COLORFGBG says of the terminal's background.
func background(getenv env) int {
	parts := strings.Split(getenv("COLORFGBG"), ";")
	switch ground := parts[len(parts)-1]; {
	case len(parts) < 2 || ground == "default":
		return unknown
	case ground == "15" || ground == "7":
		return onLight
	}
	return onDark
}

// richest returns the profile with the most colours that the environment announces.
func richest(getenv env) termenv.Profile {
	switch has, term := getenv("COLORTERM"), getenv("TERM"); {
	case has == "truecolor" || has == "24bit":
		return termenv.TrueColor
	case strings.Contains(term, "256color"):
		return termenv.ANSI256
	case slices.Contains([]string{"vt52", "vt100", "vt102", "vt220", "vt320"}, term): // terminfo has no colours of these
		return termenv.Ascii
	}
	return termenv.ANSI
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
