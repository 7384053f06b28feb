package chart

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
)

// Glyphs is a set of characters for charts.
type Glyphs int

const (
	// Braille draws curves and bands with braille dots, eight to a cell.
	Braille Glyphs = iota
	// Line draws curves with half blocks and bands with braille dots. Its lines are thick, which suits a projector.
	Line
	// ASCII uses only the 95 printable characters of 7-bit ASCII.
	ASCII
)

// Markers returns the marker characters, each one cell wide, which tell series apart without colour.
func Markers(g Glyphs) []rune {
	if g == ASCII {
		return []rune("ox+*#@%&svznuwkheaHZNUWKBDTYGM")
	}
	return []rune("●▲■◆▼★○△□◇▽☆◐◑◒◓◉◎▣◈⊕⊗⊞⊠⊖⊟⊘◫◬⊛")
}

// Hues is the number of colours of methods, curves and groups.
const Hues = 6

// Sign returns the marker and the colour, from 0 to Hues−1, of method, curve or group i ≥ 0. The first len(Markers)
// have different markers; with every round through the markers the colours shift by one, so that the first
// Hues·len(Markers) pairs differ. Sign panics if i is negative.
func (g Glyphs) Sign(i int) (marker rune, hue int) {
	set := Markers(g)
	return set[i%len(set)], (i%len(set) + i/len(set)) % Hues
}

// markerOf returns a marker, or if it is 0 that of a colour: the first of Markers for NoColor.
func markerOf(marker rune, color int) rune {
	if marker == 0 {
		marker, _ = Braille.Sign(max(color, 0))
	}
	return marker
}

// Resolve returns the index in Markers of a marker, 0 for other characters.
func Resolve(r rune) int {
	for _, g := range []Glyphs{Braille, ASCII} {
		if k := slices.Index(Markers(g), r); k >= 0 {
			return k
		}
	}
	return 0
}

// Text makes a text safe for one row of a chart: it escapes control characters as package legible does. With ASCII it
// spells out other characters as Spell does, or replaces them by question marks.
func (g Glyphs) Text(s string) string {
	s = legible.Text(s)
	if g != ASCII {
		return s
	}
	return strings.Map(func(r rune) rune {
		if beyond7Bits(r) {
			return '?'
		}
		return r
	}, Spell(s, beyond7Bits))
}

func beyond7Bits(r rune) bool { return r < ' ' || r >= 0x7f }

// cut returns the text, cut to at most w cells.
func (g Glyphs) cut(s string, w int) string { return ansi.Truncate(g.Text(s), w, g.Text("…")) }

// marker returns the text of a marker: r if it can be shown in one cell, else the first of Markers.
func (g Glyphs) marker(r rune) string {
	r = g.Mark(r)
	if r == utf8.RuneError || r < ' ' || g == ASCII && r > '~' || ansi.StringWidth(string(r)) != 1 {
		r = Markers(g)[0]
	}
	return string(r)
}

// Bar returns a progress bar of exactly width cells for done of total, drawn with eighths of a block, or # with ASCII.
// It is empty if total is not positive, and full only when done reaches total.
func Bar(done, total, width int, g Glyphs) string {
	eighths, parts := 0, []rune(" ▏▎▍▌▋▊▉█")
	if g == ASCII {
		parts = []rune("........#")
	}
	if total > 0 {
		share := min(max(float64(done)/float64(total), 0), 1)
		eighths = int(share * float64(8*width))
		if done < total {
			eighths = min(eighths, 8*width-1)
		}
	}
	var b strings.Builder
	for i := range width {
		b.WriteRune(parts[min(max(eighths-8*i, 0), 8)])
	}
	return b.String()
}
