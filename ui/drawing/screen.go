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
	fore, ground         string
	bold, reverse, faint bool
}

// Screen writes a text with the escape sequences of a terminal as SVG: a picture of the screen, with the given colours, #rrggbb, of
// its background and of plain text. Blocks, lines and braille dots are shapes, so that they join whatever the font.
func Screen(w io.Writer, text, paper, plain string) error {
	lines := strings.Split(text, "\n")
	cols := 0
	var b strings.Builder
	for k, line := range lines {
		cols = max(cols, ansi.StringWidth(line))
		drawLine(&b, line, k*cellH, paper, plain)
	}
	width, height := cols*cellW, len(lines)*cellH
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="%d">
<rect width="%d" height="%d" fill="%s"/>
%s</svg>
`, width, height, width, height, letters, width, height, paper, b.String())
	return err
}

// drawLine draws one line of text at height y.
func drawLine(b *strings.Builder, line string, y int, paper, plain string) {
	var at ink
	var run strings.Builder
	x, start := 0, 0
	flush := func() {
		if run.Len() > 0 {
			at.draw(b, run.String(), start*cellW, y, paper, plain)
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
	var list []int
	for code := range strings.SplitSeq(codes, ";") {
		n, _ := strconv.Atoi(code) // an empty one counts as 0
		list = append(list, n)
	}
	for k := 0; k < len(list); k++ {
		switch n := list[k]; {
		case n == 0:
			*i = ink{}
		case n == 1:
			i.bold = true
		case n == 2:
			i.faint = true
		case n == 7:
			i.reverse = true
		case n == 38 || n == 48:
			color, rest := "", list[k+1:]
			switch {
			case len(rest) >= 4 && rest[0] == 2:
				color, rest = fmt.Sprintf("#%02x%02x%02x", rest[1]&0xff, rest[2]&0xff, rest[3]&0xff), rest[4:]
			case len(rest) >= 2 && rest[0] == 5:
				color, rest = indexed(rest[1]&0xff), rest[2:]
			default:
				rest = nil
			}
			if k = len(list) - len(rest) - 1; n == 38 {
				i.fore = color
			} else {
				i.ground = color
			}
		case n >= 30 && n <= 37:
			i.fore = indexed(n - 30)
		case n >= 90 && n <= 97:
			i.fore = indexed(n - 90 + 8)
		case n >= 40 && n <= 47:
			i.ground = indexed(n - 40)
		}
	}
}

// indexed returns one of xterm's 256 colours, of which most terminals have brighter ones in place of the first sixteen.
func indexed(n int) string {
	if n < 16 {
		return strings.Fields("#000000 #cd3131 #0dbc79 #c5a60a #2472c8 #bc3fbc #11a8cd #e5e5e5 #666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff")[n]
	}
	r, g, b, _ := ansi.IndexedColor(n).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// draw draws cells of one ink, the first at (x, y): their ground, words, and shapes.
func (i ink) draw(b *strings.Builder, text string, x, y int, paper, plain string) {
	fore, ground, style := i.fore, i.ground, ""
	if fore == "" {
		fore = plain
	}
	if i.reverse {
		if ground == "" {
			ground = paper
		}
		fore, ground = ground, fore
	}
	if ground != "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, ansi.StringWidth(text)*cellW, cellH, ground)
	}
	opacity := ""
	if i.bold {
		style = ` font-weight="bold"`
	}
	if i.faint {
		opacity = ` opacity="0.6"`
	}
	shapes, words, from := "", "", x
	flush := func() {
		if word := strings.TrimRight(words, " "); word != "" {
			fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" xml:space="preserve" fill="%s"%s%s>`, from, y+12, ansi.StringWidth(word)*cellW, fore, style, opacity)
			_ = xml.EscapeText(b, []byte(word)) // a strings.Builder takes all
			b.WriteString("</text>\n")
		}
		words = ""
	}
	for _, r := range text {
		switch shape := shapeOf(r, x, y); {
		case shape != "":
			flush()
			shapes += shape
		case words == "" && r == ' ':
		default:
			if words == "" {
				from = x
			}
			words += string(r)
		}
		x += ansi.StringWidth(string(r)) * cellW
	}
	flush()
	if shapes != "" {
		fmt.Fprintf(b, `<path d="%s" fill="%s"%s/>`+"\n", shapes, fore, opacity)
	}
}

// frames are the lines of frames, each before its ends: left, right, up and down.
const frames = "─lr│ud┌rd┐ld└ru┘lu├rud┤lud┬lrd┴lru┼lrud"

// shapeOf returns the path of a block, a line of a frame or braille dots in the cell at (x, y), "" for other characters.
func shapeOf(r rune, x, y int) (path string) {
	box := func(left, top, w, h int) { path += fmt.Sprintf("M%d %dh%dv%dh%dz", x+left, y+top, w, h, -w) }
	switch {
	case r == '█':
		box(0, 0, cellW, cellH)
	case r == '▀':
		box(0, 0, cellW, cellH/2)
	case r == '▄':
		box(0, cellH/2, cellW, cellH/2)
	case r > 0x2800 && r <= 0x28ff:
		for bit, at := range [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
			if (r-0x2800)>>bit&1 == 1 {
				box(1+4*at[0], 1+4*at[1], 2, 2)
			}
		}
	case r >= '─' && r <= '┼':
		_, ends, _ := strings.Cut(frames, string(r))
		for _, end := range ends {
			switch end {
			case 'l':
				box(0, cellH/2, cellW/2+1, 1)
			case 'r':
				box(cellW/2, cellH/2, cellW/2, 1)
			case 'u':
				box(cellW/2, 0, 1, cellH/2+1)
			case 'd':
				box(cellW/2, cellH/2, 1, cellH/2)
			default:
				return path
			}
		}
	}
	return path
}
