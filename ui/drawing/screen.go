package drawing

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Size of a cell of a drawn screen, and of its letters, in pixels.
const (
	cellW, cellH = 8, 16
	letters      = 13
)

// ink has the colours and attributes of a cell of a screen; the colour "" is the screen's own.
type ink struct {
	fore, ground  string
	bold, reverse bool
	faint         bool
}

// Screen writes a text with the escape sequences of a terminal as SVG: a picture of the screen, with the given colours, #rrggbb, of
// its background and of plain text. Blocks, lines and braille dots are shapes, so that they join whatever the font.
func Screen(w io.Writer, text, paper, plain string) error {
	lines := strings.Split(text, "\n")
	cols := 0
	for _, line := range lines {
		cols = max(cols, ansi.StringWidth(line))
	}
	s := screen{paper: paper, plain: plain}
	for y, line := range lines {
		s.line(line, y*cellH)
	}
	width, height := cols*cellW, len(lines)*cellH
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="%d">
<rect width="%d" height="%d" fill="%s"/>
%s</svg>
`, width, height, width, height, letters, width, height, paper, s.b.String())
	return err
}

// screen is a drawing of a terminal's text.
type screen struct {
	b            strings.Builder
	paper, plain string
}

// line draws one line of text at height y.
func (s *screen) line(line string, y int) {
	var at ink
	var run strings.Builder
	x, start := 0, 0
	flush := func() {
		if run.Len() > 0 {
			s.run(run.String(), at, start, y)
		}
		run.Reset()
		start = x
	}
	var state byte
	for line != "" {
		sequence, width, n, next := ansi.DecodeSequence(line, state, nil)
		state, line = next, line[n:]
		switch codes, styled := strings.CutPrefix(sequence, "\x1b["); {
		case width > 0:
			run.WriteString(sequence)
			x += width
		case styled && strings.HasSuffix(codes, "m"):
			flush()
			at.set(strings.TrimSuffix(codes, "m"))
		case run.Len() > 0 && !styled: // a combining character
			run.WriteString(sequence)
		}
	}
	flush()
}

// set changes the ink as a sequence of graphic renditions does.
func (i *ink) set(codes string) {
	list := strings.Split(codes, ";")
	for k := 0; k < len(list); k++ {
		n, _ := strconv.Atoi(list[k]) // an empty one counts as 0
		switch {
		case n == 0:
			*i = ink{}
		case n == 1:
			i.bold = true
		case n == 2:
			i.faint = true
		case n == 7:
			i.reverse = true
		case n == 38 || n == 48:
			color, used := extended(list[k+1:])
			if k += used; n == 38 {
				i.fore = color
			} else {
				i.ground = color
			}
		case n >= 30 && n <= 37:
			i.fore = sixteen(n - 30)
		case n >= 90 && n <= 97:
			i.fore = sixteen(n - 90 + 8)
		case n >= 40 && n <= 47:
			i.ground = sixteen(n - 40)
		}
	}
}

// extended reads the colour that follows a code 38 or 48: one of 256, or red, green and blue. used is the number of codes read.
func extended(codes []string) (color string, used int) {
	var v [4]int
	for k := range min(len(codes), len(v)) {
		v[k], _ = strconv.Atoi(codes[k])
	}
	switch {
	case len(codes) >= 4 && v[0] == 2:
		return fmt.Sprintf("#%02x%02x%02x", v[1]&0xff, v[2]&0xff, v[3]&0xff), 4
	case len(codes) >= 2 && v[0] == 5:
		return indexed(v[1] & 0xff), 2
	}
	return "", len(codes)
}

// indexed returns one of xterm's 256 colours.
func indexed(n int) string {
	switch {
	case n < 16:
		return sixteen(n)
	case n < 232:
		level := func(k int) int {
			if k == 0 {
				return 0
			}
			return 55 + 40*k
		}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}

// sixteen returns one of the sixteen colours as most terminals have them.
func sixteen(n int) string {
	return strings.Fields("#000000 #cd3131 #0dbc79 #c5a60a #2472c8 #bc3fbc #11a8cd #e5e5e5 #666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff")[n]
}

// run draws cells of one ink, the first at (x, y) in cells and pixels.
func (s *screen) run(text string, at ink, x, y int) {
	fore, ground := at.fore, at.ground
	if fore == "" {
		fore = s.plain
	}
	if at.reverse {
		if ground == "" {
			ground = s.paper
		}
		fore, ground = ground, fore
	}
	left, n := x*cellW, ansi.StringWidth(text)
	if ground != "" {
		fmt.Fprintf(&s.b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, y, n*cellW, cellH, ground)
	}
	var shapes, words strings.Builder
	from, cells := left, 0 // of the words
	flush := func() {
		if word := strings.TrimRight(words.String(), " "); strings.TrimSpace(word) != "" {
			s.words(word, at, fore, from, y, ansi.StringWidth(word))
		}
		words.Reset()
	}
	for _, r := range text {
		shape := shapeOf(r, left+cells*cellW, y)
		switch {
		case shape != "":
			flush()
			shapes.WriteString(shape)
		case words.Len() == 0 && r == ' ':
		default:
			if words.Len() == 0 {
				from = left + cells*cellW
			}
			words.WriteRune(r)
		}
		cells += ansi.StringWidth(string(r))
	}
	flush()
	if shapes.Len() > 0 {
		fmt.Fprintf(&s.b, `<path d="%s" fill="%s"%s/>`+"\n", shapes.String(), fore, opacity(at))
	}
}

// words writes text of n cells at (x, y).
func (s *screen) words(text string, at ink, fore string, x, y, n int) {
	weight := ""
	if at.bold {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(&s.b, `<text x="%d" y="%d" textLength="%d" xml:space="preserve" fill="%s"%s%s>`, x, y+12, n*cellW, fore, weight, opacity(at))
	_ = xml.EscapeText(&s.b, []byte(text)) // a strings.Builder takes all
	s.b.WriteString("</text>\n")
}

func opacity(at ink) string {
	if at.faint {
		return ` opacity="0.6"`
	}
	return ""
}

// shapeOf returns the path of a block, a line of a frame or braille dots in the cell at (x, y), "" for other characters.
func shapeOf(r rune, x, y int) string {
	box := func(x, y, w, h int) string { return fmt.Sprintf("M%d %dh%dv%dh%dz", x, y, w, h, -w) }
	switch r {
	case '█':
		return box(x, y, cellW, cellH)
	case '▀':
		return box(x, y, cellW, cellH/2)
	case '▄':
		return box(x, y+cellH/2, cellW, cellH/2)
	}
	if r > 0x2800 && r <= 0x28ff {
		var b strings.Builder
		for bit, at := range [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
			if (r-0x2800)>>bit&1 == 1 {
				b.WriteString(box(x+1+4*at[0], y+1+4*at[1], 2, 2))
			}
		}
		return b.String()
	}
	const frame = "─│┌┐└┘├┤┬┴┼"
	ends := [...]string{"lr", "ud", "rd", "ld", "ru", "lu", "rud", "lud", "lrd", "lru", "lrud"}
	i := 0
	for _, c := range frame {
		if c == r {
			var b strings.Builder
			for _, end := range ends[i] {
				switch end {
				case 'l':
					b.WriteString(box(x, y+cellH/2, cellW/2+1, 1))
				case 'r':
					b.WriteString(box(x+cellW/2, y+cellH/2, cellW/2, 1))
				case 'u':
					b.WriteString(box(x+cellW/2, y, 1, cellH/2+1))
				case 'd':
					b.WriteString(box(x+cellW/2, y+cellH/2, 1, cellH/2))
				}
			}
			return b.String()
		}
		i++
	}
	return ""
}
