package chart

// canvas is a grid of dots, several in each cell. Dot (0, 0) is at the top left.
type canvas struct {
	w, h         int // in cells
	across, down int // dots of a cell: 2×4 as in the braille characters U+2800–U+28FF, 1×2 as in half blocks, or one
	bits         []uint8
	owners       []int // number of curves that have dots in a cell
}

// newCanvas returns a canvas for a set of characters.
func (p *plot) newCanvas(g Glyphs) *canvas {
	c := &canvas{w: p.cols, h: p.rows, across: 1, down: 1, bits: make([]uint8, p.cols*p.rows), owners: make([]int, p.cols*p.rows)}
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

// span sets the dots from y0 down to y1 in dot column x. Of braille it sets every second one, alternating between
// neighbouring columns, so that an area looks grey.
func (c *canvas) span(x, y0, y1 int) {
	for y := max(y0, 0); y <= min(y1, c.down*c.h-1); y++ {
		if (x+y)%2 == 0 || c.down == 1 {
			c.set(x, y)
		}
	}
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
