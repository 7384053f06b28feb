package ui

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

// look is how things are drawn: characters and colours.
type look struct {
	glyphs chart.Glyphs
	series []lipgloss.Style // of curves, by the method's place in the list
	dim    lipgloss.Style   // stale, unused, decoration
	strong lipgloss.Style   // headings, the focused pane's title
	accent lipgloss.Style   // what the keys act on now
	alarm  lipgloss.Style   // errors
	plain  lipgloss.Style

	dimSeries []lipgloss.Style
	heat      []lipgloss.Style // of a heat map, from the best level on

	spelling *strings.Replacer // nil but for ASCII
}

// env reads an environment variable, as os.Getenv does.
type env func(string) string

// newLook resolves `auto` from the environment. Colours are the terminal's own
// sixteen, so that its theme rules, but for the theme okabe-ito, whose colours
// readers of any colour vision tell apart.
func newLook(glyphs, theme string, getenv env) (look, error) {
	var l look
	switch glyphs {
	case "braille":
	case "auto", "":
		if wantsASCII(getenv) {
			l.glyphs = chart.ASCII
		}
	case "block":
		l.glyphs = chart.Block
	case "ascii":
		l.glyphs = chart.ASCII
	default:
		return l, fmt.Errorf("glyphs %q: want auto, braille, block or ascii", glyphs)
	}
	if l.glyphs == chart.ASCII {
		l.spelling = asciiSpelling()
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
		s := l.dim
		if names := strings.Fields(heat); level/2 < len(names) {
			s = l.plain.Foreground(lipgloss.Color(names[level/2]))
		}
		l.heat = append(l.heat, s)
	}
	return l, nil
}

// Themes are what Config.Theme can be.
func Themes() []string { return []string{"auto", "light", "dark", "okabe-ito", "none"} }

// richest is the profile of the most colours that the terminal says it has. One
// that has sixteen gets the nearest of these.
func richest(getenv env) termenv.Profile {
	switch has := getenv("COLORTERM"); {
	case has == "truecolor" || has == "24bit":
		return termenv.TrueColor
	case strings.Contains(getenv("TERM"), "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// hex lists colours as lipgloss reads them.
func hex(list []color.NRGBA) string {
	var names []string
	for _, c := range list {
		names = append(names, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	return strings.Join(names, " ")
}

func (l *look) styles(profile termenv.Profile, colors []string) {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	l.plain = r.NewStyle().Inline(true)
	l.dim = l.plain.Faint(true)
	l.strong = l.plain.Bold(true)
	l.accent = l.plain.Bold(true).Reverse(true)
	l.alarm = l.plain.Bold(true).Foreground(lipgloss.Color("1"))
	for _, c := range colors {
		s := l.plain.Foreground(lipgloss.Color(c))
		l.series = append(l.series, s)
		l.dimSeries = append(l.dimSeries, s.Faint(true))
	}
}

// wantsASCII tells whether the environment names another charset than UTF-8,
// or a terminal that can't show more. An unset locale counts as UTF-8.
func wantsASCII(getenv env) bool {
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

// paint is the chart.Paint of this look.
func (l *look) paint(s string, color int, faint bool) string {
	switch {
	case color >= chart.HeatColor && faint:
		return l.dim.Render(s)
	case color >= chart.HeatColor:
		return l.heat[min(color-chart.HeatColor, len(l.heat)-1)].Render(s)
	case color == chart.MarkColor:
		return l.strong.Render(s)
	case color >= 0 && faint:
		return l.dimSeries[color%len(l.dimSeries)].Render(s)
	case color >= 0:
		return l.series[color%len(l.series)].Render(s)
	case faint:
		return l.dim.Render(s)
	}
	return s
}

// text is s in the characters of this look, on one line.
func (l *look) text(s string) string {
	if l.spelling != nil {
		s = l.spelling.Replace(s)
	}
	return l.glyphs.Text(s)
}

// asciiSpelling spells what the screens use and package chart does not.
func asciiSpelling() *strings.Replacer {
	return strings.NewReplacer("₁", "1", "³", "^3", "ᵢ", "_i", "π", "pi", "⁻", "^-", "¹", "1", "ᵀ", "^T", "ᵣ", "_r", "ⱼ", "_j", "Ψ", "Psi", "δ", "delta", "è", "e", "⁽", "(", "ʳ", "^r", "Σ", "sum ", "β", "beta",
		"→", "->", "←→", "<- ->", "↑↓", "up/down", "←", "<-", "↑", "up", "↓", "down", "▸", ">", "◂", "<", "☑", "[x]", "☐", "[ ]",
		"≈", "~", "╌", ".", "┄", "~", "─", "-", "▏", "|", "é", "e", "ö", "oe", "✓", "ok", "✗", "x", "⁺", "^+", "ŷ", "y^", "ₐ", "_a")
}

// fit makes s exactly w cells wide: cut with an ellipsis, or filled up.
func (l *look) fit(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if ansi.StringWidth(s) > w {
		s = ansi.Truncate(s, w, l.text("…"))
	}
	return s + strings.Repeat(" ", max(0, w-ansi.StringWidth(s)))
}

// right is fit with the filling on the left.
func (l *look) right(s string, w int) string {
	if gap := w - ansi.StringWidth(s); gap > 0 {
		return strings.Repeat(" ", gap) + s
	}
	return l.fit(s, w)
}

// marker is the character that stands for the method at that place of the list.
func (l *look) marker(method int) string {
	set := chart.Markers(l.glyphs)
	return string(set[method%len(set)])
}

// border holds the characters of the frame.
type border struct{ h, v, topLeft, topRight, bottomLeft, bottomRight, left, right, top, bottom, cross rune }

func (l *look) border() border {
	if l.glyphs == chart.ASCII {
		return border{'-', '|', '+', '+', '+', '+', '+', '+', '+', '+', '+'}
	}
	return border{'─', '│', '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼'}
}
