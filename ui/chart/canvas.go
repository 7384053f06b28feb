package chart

// canvas is a grid of dots, 2×4 in each cell, as in the braille characters U+2800–U+28FF. Dot (0, 0) is at the top left.
type canvas struct {
	w, h   int // in cells
	bits   []uint8
	owners []int // number of curves that have dots in a cell
}

func newCanvas(w, h int) *canvas {
	return &canvas{w: w, h: h, bits: make([]uint8, w*h), owners: make([]int, w*h)}
}

// set sets a dot. It ignores dots outside the canvas.
func (c *canvas) set(x, y int) {
	if x < 0 || y < 0 || x >= 2*c.w || y >= 4*c.h {
		return
	}
	bit := uint8(1) << (y%4 + 3*(x%2)) // the upper three rows: bits 0–2 on the left, 3–5 on the right
	if y%4 == 3 {
		bit = 0x40 << (x % 2)
	}
	c.bits[y/4*c.w+x/2] |= bit
}

// span sets every second dot from y0 down to y1 in dot column x. Neighbouring columns alternate, so that a band looks grey.
func (c *canvas) span(x, y0, y1 int) {
	for y := max(y0, 0); y <= min(y1, 4*c.h-1); y++ {
		if (x+y)%2 == 0 {
			c.set(x, y)
		}
	}
}

// cell returns the character of a cell and whether any of its dots is set.
func (c *canvas) cell(x, y int) (rune, bool) {
	b := c.bits[y*c.w+x]
	return 0x2800 + rune(b), b != 0
}
