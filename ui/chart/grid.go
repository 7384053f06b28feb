package chart

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cell is one cell of a chart. Its text is one grapheme; it is empty in the right half of a wide one.
type cell struct {
	text string
	ink  Ink
}

const blank = " "

// grid holds the cells of a chart; (0, 0) is at the top left.
type grid struct {
	w, h  int
	cells []cell
}

func newGrid(w, h int) *grid {
	g := &grid{w: w, h: h, cells: make([]cell, w*h)}
	for i := range g.cells {
		g.cells[i].text = blank
	}
	return g
}

func (g *grid) at(x, y int) *cell { return &g.cells[y*g.w+x] }

// put sets the text of a cell, whose background stays. The colour of a half cell becomes its background, so that a
// tinted band has no gap where a curve is in it. put ignores cells outside the grid.
func (g *grid) put(x, y int, text string, color int, faint bool) {
	if x >= 0 && y >= 0 && x < g.w && y < g.h {
		c := g.at(x, y)
		if half := c.text == "▄" || c.text == "▀"; half && c.ink.Ground == 0 && c.ink.Color >= ScaleColor {
			c.ink.Ground = c.ink.Color
		}
		c.text, c.ink.Color, c.ink.Faint = text, color, faint
	}
}

// half colours half a row, counted from the top, of column x. The other half of the cell stays as it is if it has a
// colour.
func (g *grid) half(x, k, color int, faint bool) {
	c := g.at(x, k/2)
	upper, lower := c.ink.Ground, c.ink.Ground
	switch c.text {
	case "▄":
		upper, lower = 0, c.ink.Color
	case "▀":
		upper = c.ink.Color
	}
	if k%2 == 0 {
		upper = color
	} else {
		lower = color
	}
	switch {
	case upper == lower:
		*c = cell{blank, Ink{Color: NoColor, Ground: upper, Faint: faint}}
	case upper == 0:
		*c = cell{"▄", Ink{Color: lower, Faint: faint}}
	default:
		*c = cell{"▀", Ink{Color: upper, Ground: lower, Faint: faint}}
	}
}

// write writes text from (x, y) to the right, cut at the end of the grid. Widths agree with ansi.StringWidth, which
// measures ASCII characters apart from combining characters that follow.
func (g *grid) write(x, y int, text string, color int, faint bool) {
	last, from := -1, 0 // the cell written last, and where its text starts
	for i := 0; i < len(text); {
		n, width := 1, 1
		if text[i] >= utf8.RuneSelf {
			var cluster string
			cluster, width = ansi.FirstGraphemeCluster(text[i:], ansi.GraphemeWidth)
			n = max(len(cluster), 1)
		}
		if x < 0 || x+width > g.w {
			return
		}
		switch {
		case width > 0:
			g.put(x, y, text[i:i+n], color, faint)
			last, from = x, i
			for k := 1; k < width; k++ {
				g.put(x+k, y, "", color, faint)
			}
		case last >= 0:
			g.put(last, y, text[from:i+n], color, faint)
		}
		x, i = x+width, i+n
	}
}

// label writes text at (start, y) with a blank on either side, between the columns left and right−1. It writes nothing
// and returns false if the text does not fit there, or would cover cells that are neither blank nor hold over.
func (g *grid) label(start, y, left, right int, text string, color int, faint bool, over string) bool {
	end := start + ansi.StringWidth(text)
	if start < left || end > right {
		return false
	}
	for x := max(start-1, left); x < min(end+1, right); x++ {
		if t := g.at(x, y).text; t != blank && t != over {
			return false
		}
	}
	for _, x := range []int{start - 1, end} {
		if x >= left && x < right {
			g.put(x, y, blank, NoColor, false)
		}
	}
	g.write(start, y, text, color, faint)
	return true
}

// render returns the rows without trailing blanks. It calls paint once for each run of cells of one style, with the
// blanks among them on the same background.
func (g *grid) render(paint Paint) string {
	var b, run strings.Builder
	b.Grow(len(g.cells) * 3 / 2)
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := g.cells[y*g.w : (y+1)*g.w]
		for len(row) > 0 && row[len(row)-1].text == blank && (paint == nil || row[len(row)-1].ink.Ground == 0) {
			row = row[:len(row)-1]
		}
		if paint == nil {
			for _, c := range row {
				b.WriteString(c.text)
			}
			continue
		}
		reuse(row)
		for len(row) > 0 {
			ink := row[0].ink
			run.Reset()
			for len(row) > 0 && row[0].ink.Ground == ink.Ground && (row[0].ink == ink || row[0].text == blank) {
				run.WriteString(row[0].text)
				row = row[1:]
			}
			if ink.Ground == 0 && strings.TrimLeft(run.String(), blank) == "" {
				b.WriteString(run.String())
			} else {
				b.WriteString(paint(run.String(), ink))
			}
		}
	}
	return b.String()
}

// reuse exchanges the colours of cells with two halves, but no curves, where that repeats a colour of the cell before
// in the same place.
func reuse(row []cell) {
	for i := 1; i < len(row); i++ {
		before, c := row[i-1].ink, &row[i]
		upper, lower := c.ink.Color, c.ink.Ground
		repeats := upper == before.Color || lower == before.Ground
		halves := c.text == "▀" && lower != 0 && upper >= ScaleColor
		if halves && !repeats && (upper == before.Ground || lower == before.Color) {
			c.text, c.ink.Color, c.ink.Ground = "▄", lower, upper
		}
	}
}

// canvas is a grid of dots, several in each cell. Dot (0, 0) is at the top left.
type canvas struct {
	w, h         int // in cells
	across, down int // dots of a cell: 2×4 as in the braille characters U+2800–U+28FF, 1×2 as in half blocks, or one
	bits         []uint8
	owners       []int // number of curves that have dots in a cell
}

// newCanvas returns a canvas for a set of characters.
func (p *plot) newCanvas(g Glyphs) *canvas {
	c := &canvas{w: p.cols, h: p.rows, across: 1, down: 1}
	c.bits, c.owners = make([]uint8, p.cols*p.rows), make([]int, p.cols*p.rows)
	switch g {
	case Braille:
		c.across, c.down = 2, 4
	case Line:
		c.down = 2
	}
	return c
}

// set sets a dot. It ignores dots outside the canvas.
func (c *canvas) set(x, y int) {
	if x < 0 || y < 0 || x >= c.across*c.w || y >= c.down*c.h {
		return
	}
	bit := y % c.down
	switch {
	case c.across == 2 && bit == 3: // the lowest row of braille: bits 6 and 7
		bit = 6 + x%2
	case c.across == 2: // the upper three: bits 0–2 on the left, 3–5 on the right
		bit += 3 * (x % 2)
	}
	c.bits[y/c.down*c.w+x/c.across] |= 1 << bit
}

// cell returns the character of a cell; ok is false if none of its dots is set.
func (c *canvas) cell(at int) (r rune, ok bool) {
	b := c.bits[at]
	switch {
	case c.across == 2:
		return 0x2800 + rune(b), b != 0
	case c.down == 2:
		return []rune(" ▀▄█")[b], b != 0
	}
	return ':', b != 0
}

// shade draws the cells of a canvas, dimmed.
func (p *plot) shade(dots *canvas, color int) {
	for at := range dots.bits {
		if r, ok := dots.cell(at); ok {
			p.put(at%p.cols, p.rows-1-at/p.cols, string(r), color, true)
		}
	}
}

// fine returns the characters of areas and points: braille wherever there are others than ASCII.
func (g Glyphs) fine() Glyphs {
	if g == ASCII {
		return ASCII
	}
	return Braille
}
