package drawing

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// Size of a cell of a drawn screen, and of its letters, in pixels.
const (
	cellW, cellH = 8, 16
	letters      = 13
)

// Screen writes a text with the escape sequences of a terminal as SVG: a picture of the screen, with the given colours,
// #rrggbb, of its background and of plain text. Blocks, lines and braille dots are shapes, so that they join whatever
// the font.
func Screen(w io.Writer, text, paper, plain string) error {
	cells := cellbuf.NewBuffer(lipgloss.Size(text))
	cellbuf.SetContent(cells, text)
	var b strings.Builder
	for y, line := range cells.Lines {
		for x, end := 0, 0; x < len(line); x = end {
			style, of := line.At(x).Style, []cellbuf.Cell(nil)
			for ; end < len(line) && (line.At(end).Width == 0 || line.At(end).Style.Equal(&style)); end++ {
				of = append(of, *line.At(end))
			}
			drawRun(&b, of, x*cellW, y*cellH, paper, plain)
		}
	}
	const fonts = "DejaVu Sans Mono,Menlo,Consolas,monospace"
	width, height := cells.Width()*cellW, cells.Height()*cellH
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d"`+
		` viewBox="0 0 %[1]d %[2]d" font-family="%[3]s" font-size="%[4]d">
<rect width="%[1]d" height="%[2]d" fill="%[5]s"/>
%[6]s</svg>
`, width, height, fonts, letters, paper, b.String())
	return err
}

// named returns a colour of a terminal as #rrggbb, missing where it is the screen's own. Most terminals have brighter
// ones in place of the first sixteen of xterm's.
func named(c color.Color, missing string) string {
	switch c := c.(type) {
	case nil:
		return missing
	case ansi.BasicColor:
		return strings.Fields("#000000 #cd3131 #0dbc79 #c5a60a #2472c8 #bc3fbc #11a8cd #e5e5e5 " +
			"#666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff")[c]
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// drawRun draws cells of one style, the first at (x, y): their ground, words, and shapes.
func drawRun(b *strings.Builder, cells []cellbuf.Cell, x, y int, paper, plain string) {
	style, marks, opacity := cells[0].Style, "", ""
	fore, ground := named(style.Fg, plain), named(style.Bg, "")
	if style.Attrs.Contains(cellbuf.ReverseAttr) {
		fore, ground = named(style.Bg, paper), fore
	}
	if ground != "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, len(cells)*cellW, cellH, ground)
	}
	if style.Attrs.Contains(cellbuf.BoldAttr) {
		marks = ` font-weight="bold"`
	}
	if style.Attrs.Contains(cellbuf.FaintAttr) {
		opacity = ` opacity="0.6"`
	}
	shapes, words, end := "", "", x
	for _, c := range cells {
		if shape := shapeOf(c.Rune, end, y); shape != "" {
			shapes, words = shapes+shape, words+" "
		} else {
			words += c.String()
		}
		end += cellW
	}
	if word := strings.Trim(words, " "); word != "" {
		fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" xml:space="preserve" fill="%s"%s%s>`,
			x+strings.Index(words, word)*cellW, y+12, ansi.StringWidth(word)*cellW, fore, marks, opacity)
		_ = xml.EscapeText(b, []byte(word)) // a strings.Builder takes all
		b.WriteString("</text>\n")
	}
	if shapes != "" {
		fmt.Fprintf(b, `<path d="%s" fill="%s"%s/>`+"\n", shapes, fore, opacity)
	}
}

// frames are the lines of frames by the ends that each has as bits: up, down, left and right.
const frames = "   │ ┘┐┤ └┌├─┴┬┼"

// shapeOf returns the path of a block, a line of a frame or braille dots in the cell at (x, y), "" for other
// characters.
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
	case strings.ContainsRune(frames, r):
		const w, h = cellW / 2, cellH / 2
		ends := [4][4]int{{w, 0, 1, h + 1}, {w, h, 1, h}, {0, h, w + 1, 1}, {w, h, w, 1}}
		for bit, at := range ends {
			if slices.Index([]rune(frames), r)>>bit&1 == 1 {
				box(at[0], at[1], at[2], at[3])
			}
		}
	}
	return path
}
