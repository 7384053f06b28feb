package chart

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestMarkersAreOneCellWideAndDistinct(t *testing.T) {
	for _, g := range []Glyphs{Braille, Line, ASCII} {
		seen := map[rune]bool{}
		for _, m := range Markers(g) {
			if ansi.StringWidth(string(m)) != 1 || seen[m] || g == ASCII && m > '~' {
				t.Errorf("glyphs %d: marker %q", g, m)
			}
			seen[m] = true
		}
		if len(seen) != len(Markers(Braille)) {
			t.Errorf("glyphs %d: %d markers, want as many as braille has", g, len(seen))
		}
	}
}

// TestSigns: the first ones as they always were, and each round in other colours.
func TestSigns(t *testing.T) {
	if len(OkabeIto()) != Hues {
		t.Errorf("%d colours, Hues is %d", len(OkabeIto()), Hues)
	}
	round := len(Markers(Braille))
	for _, c := range []struct {
		i, hue int
		marker rune
	}{{0, 0, '●'}, {1, 1, '▲'}, {6, 0, '○'}, {23, 5, '⊠'}, {27, 3, '◫'}, {29, 5, '⊛'}, {round, 1, '●'},
		{round + 1, 2, '▲'}, {5*round + 29, 4, '⊛'}, {6 * round, 0, '●'}} {
		if marker, hue := Braille.Sign(c.i); marker != c.marker || hue != c.hue {
			t.Errorf("%d is %c in colour %d, want %c in %d", c.i, marker, hue, c.marker, c.hue)
		}
	}
}

func TestMarkerOfACaller(t *testing.T) {
	for _, c := range []struct {
		g    Glyphs
		r    rune
		want string
	}{
		{Braille, 0, "●"}, {Braille, '\ufffd', "●"}, {Braille, 'z', "z"}, {Braille, '漢', "●"},
		{Braille, '\n', "●"}, {Braille, '\u0301', "●"},
		{ASCII, '■', "+"}, {ASCII, 'λ', "o"}, {ASCII, 'z', "z"}, {ASCII, 0x7f, "o"},
	} {
		if got := c.g.marker(c.r); got != c.want {
			t.Errorf("marker %q = %q, want %q", c.r, got, c.want)
		}
	}
}

// TestMarkerOfAColour: a series without a marker of its own has that of its colour, if it has one.
func TestMarkerOfAColour(t *testing.T) {
	for _, c := range []struct {
		s    Series
		want rune
	}{{Series{Color: 1}, '▲'}, {Series{Color: len(Markers(Braille)) + 2}, '■'}, {Series{Color: NoColor}, '●'},
		{Series{Color: 1, Marker: '⊛'}, '⊛'}} {
		if got := c.s.Sign(); got != c.want {
			t.Errorf("%c in colour %d, want %c", got, c.s.Color, c.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		g        Glyphs
		in, want string
	}{
		{Braille, "‖K−K̃‖ at γ", "‖K−K̃‖ at γ"},
		{ASCII, "‖K−K̃‖ at γ ≤ 2", "||K-K~|| at gamma <= 2"},
		{Line, "a\x1b[1mb\nc", `a\x1b[1mb\nc`},
		{ASCII, "a\u202eb", `a\u202eb`},
		{ASCII, "漢●", "?o"},
	} {
		if got := c.g.Text(c.in); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		done, total, width int
		g                  Glyphs
		want               string
	}{
		{0, 10, 5, Braille, "     "}, {5, 10, 5, Braille, "██▌  "}, {10, 10, 5, Braille, "█████"},
		{999, 1000, 5, Braille, "████▉"},
		{5, 10, 5, ASCII, "##..."}, {3, 0, 4, ASCII, "...."}, {-3, 10, 3, ASCII, "..."}, {30, 10, 3, ASCII, "###"},
		{1, 2, 0, Line, ""},
		{1, 2, -4, Line, ""}, {math.MaxInt - 1, math.MaxInt, 2, Braille, "█▉"},
	} {
		if got := Bar(c.done, c.total, c.width, c.g); got != c.want {
			t.Errorf("Bar(%d, %d, %d) = %q, want %q", c.done, c.total, c.width, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		done, total, width := rapid.Int().Draw(t, "done"), rapid.Int().Draw(t, "total"),
			rapid.IntRange(0, 200).Draw(t, "width")
		g := Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs"))
		s := Bar(done, total, width, g)
		if ansi.StringWidth(s) != width || g == ASCII && len(s) != utf8.RuneCountInString(s) {
			t.Fatalf("Bar(%d, %d, %d) = %q", done, total, width, s)
		}
		if full := strings.Count(s, "█") + strings.Count(s, "#"); total > 0 && width > 0 &&
			(full == width) != (done >= total) {
			t.Fatalf("Bar(%d, %d, %d) = %q", done, total, width, s)
		}
	})
}
