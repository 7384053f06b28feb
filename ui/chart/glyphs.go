package chart

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
)

// Glyphs chooses the characters that charts are made of.
type Glyphs int

const (
	// Braille draws lines with box-drawing characters and bands with braille dots.
	Braille Glyphs = iota
	// Block draws lines with box-drawing characters and bands with the shade ░, for fonts without braille.
	Block
	// ASCII keeps to the 95 printable characters of 7-bit ASCII.
	ASCII
)

// NoColor is the Color of what has no colour of its own; AxisColor is given to Paint for axes, tick labels, titles and footnotes.
const (
	NoColor   = -1
	AxisColor = -2
)

// Paint styles a run of text: color is the Color of a Series, VLine or Point, or NoColor or AxisColor; faint asks for dimmed
// text. It must not change the width of s. A nil Paint leaves the text plain.
type Paint func(s string, color int, faint bool) string

// Markers returns the marker characters in the order in which series should use them, each one cell wide. They stand for
// the series where colour cannot: entry i marks series i, counted round.
func Markers(g Glyphs) []rune {
	if g == ASCII {
		return []rune("ox+*#@%&svznuwkheaHZNUWKBDTY")
	}
	return []rune("●▲■◆▼★○△□◇▽☆◐◑◒◓◉◎▣◈⊕⊗⊞⊠⊖⊟⊘◫")
}

// Hues is how many colours tell methods, curves and groups apart; Signs is how many of these have a sign of their own, a pair
// of marker and colour.
const (
	Hues  = 6
	Signs = 28 * Hues
)

// Sign is what stands for number i ≥ 0 of the methods, curves or groups wherever they are shown: a marker, which goes round
// first, so that without colour len(Markers) of them stay apart, and a colour from 0 to Hues−1, which shifts by one with
// every round. No pair comes twice among the first Signs. It panics where i is negative.
func (g Glyphs) Sign(i int) (marker rune, hue int) {
	set := Markers(g)
	return set[i%len(set)], (i%len(set) + i/len(set)) % Hues
}

// Resolve is the place in Markers of what stands for a sample of series i that asks for the marker r: 0, and a character that
// is in neither set, mean the one of the series.
func Resolve(r rune, i int) int {
	if k := markerIndex(r); k >= 0 {
		return k
	}
	return i % len(Markers(Block))
}

// Text makes a caller's text safe for one row of a chart: it is legible, as package legible has it, and under ASCII what
// is not 7-bit is spelled out as Spell does or becomes a question mark.
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

// cut returns text that takes at most w cells.
func (g Glyphs) cut(s string, w int) string { return ansi.Truncate(g.Text(s), w, g.Text("…")) }

// markerIndex is the place of a character in Markers, of either set; −1 where it has none.
func markerIndex(r rune) int {
	if i := slices.Index(Markers(Block), r); i >= 0 {
		return i
	}
	return slices.Index(Markers(ASCII), r)
}

// marker returns the text of a marker: r where it can be shown in one cell, else the default one of series i.
func (g Glyphs) marker(r rune, i int) string {
	switch {
	case r == utf8.RuneError || r < ' ':
	case g == ASCII && r > '~':
		if k := markerIndex(r); k >= 0 {
			i = k
		}
	case ansi.StringWidth(string(r)) == 1:
		return string(r)
	}
	marker, _ := g.Sign(i)
	return string(marker)
}

// Bar returns a progress bar of exactly width cells for done of total: eighths of a block, or # under ASCII. It is empty
// where total is not positive, and never full before done reaches total.
func Bar(done, total, width int, g Glyphs) string {
	if width <= 0 {
		return ""
	}
	eighths := 0
	if total > 0 {
		share := min(max(float64(done)/float64(total), 0), 1)
		eighths = int(share * float64(8*width))
		if done < total {
			eighths = min(eighths, 8*width-1)
		}
	}
	full := eighths / 8
	var b strings.Builder
	if g == ASCII {
		b.WriteString(strings.Repeat("#", full))
		b.WriteString(strings.Repeat(".", width-full))
		return b.String()
	}
	b.WriteString(strings.Repeat("█", full))
	if part := eighths % 8; part > 0 {
		b.WriteString(string([]rune(" ▏▎▍▌▋▊▉")[part]))
		full++
	}
	b.WriteString(strings.Repeat(" ", width-full))
	return b.String()
}
