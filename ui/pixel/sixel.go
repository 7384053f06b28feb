package pixel

import (
	"bytes"
	"image"
	"slices"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// sixelHeight is the height of a row of sixels in pixels: one bit each.
const sixelHeight = 6

// widestSixel is the largest width and height of a picture that xterm shows, unless it is told otherwise, in pixels.
const widestSixel = 1000

// sixelTiles encodes an image as one picture, or as several ones beside and below each other if it is large.
func sixelTiles(p Picture, of *image.RGBA) []byte {
	var b bytes.Buffer
	size := of.Bounds().Size()
	cell := image.Pt(max(size.X/p.Cols, 1), max(size.Y/p.Rows, 1))
	most := image.Pt(max(widestSixel/cell.X, 1), max(widestSixel/cell.Y, 1)) // in cells
	for y := 0; y < p.Rows; y += most.Y {
		for x := 0; x < p.Cols; x += most.X {
			tile := image.Rect(x*cell.X, y*cell.Y, min(x+most.X, p.Cols)*cell.X, min(y+most.Y, p.Rows)*cell.Y)
			b.WriteString(ansi.CursorPosition(p.X+x+1, p.Y+y+1))
			b.WriteString(ansi.SixelGraphics(0, 1, 0, sixels(reduced(of.SubImage(tile).(*image.RGBA)))))
		}
	}
	return b.Bytes()
}

// sixels encodes an image. Its fully transparent pixels are left as they are on the terminal. The encoder of x/ansi
// would look every pixel up in a palette of its own.
func sixels(of *image.Paletted) []byte {
	var b bytes.Buffer
	size := of.Bounds().Size()
	b.WriteString(`"1;1;` + strconv.Itoa(size.X) + ";" + strconv.Itoa(size.Y))
	transparent := make([]bool, len(of.Palette))
	for k, c := range of.Palette {
		r, g, bl, a := c.RGBA()
		if transparent[k] = a == 0; !transparent[k] {
			percent := func(v uint32) string { return strconv.Itoa(int((v*100 + 0x7fff) / 0xffff)) }
			b.WriteString("#" + strconv.Itoa(k) + ";2;" + percent(r) + ";" + percent(g) + ";" + percent(bl))
		}
	}
	rows, marked := make([][]byte, len(of.Palette)), make([]bool, len(of.Palette)) // the sixels of each colour, and whether it has any
	for top := 0; top < size.Y; top += sixelHeight {
		var used []int
		clear(marked)
		for y := top; y < min(top+sixelHeight, size.Y); y++ {
			bit := byte(1) << (y - top)
			for x, k := range of.Pix[y*of.Stride : y*of.Stride+size.X] {
				if transparent[k] {
					continue
				}
				if !marked[k] {
					marked[k], used = true, append(used, int(k))
				}
				if rows[k] == nil {
					rows[k] = make([]byte, size.X)
				}
				rows[k][x] |= bit
			}
		}
		slices.Sort(used)
		for i, k := range used {
			if i > 0 {
				b.WriteByte('$')
			}
			b.WriteString("#" + strconv.Itoa(k))
			runs(&b, rows[k])
			clear(rows[k])
		}
		b.WriteByte('-')
	}
	return b.Bytes()
}

// runs writes a row of sixels without the empty ones at its end.
func runs(b *bytes.Buffer, row []byte) {
	end := len(row)
	for end > 0 && row[end-1] == 0 {
		end--
	}
	for x := 0; x < end; {
		n := 1
		for x+n < end && row[x+n] == row[x] {
			n++
		}
		sixel := row[x] + '?'
		if n > 3 {
			b.WriteString("!" + strconv.Itoa(n))
			b.WriteByte(sixel)
		} else {
			b.Write(bytes.Repeat([]byte{sixel}, n))
		}
		x += n
	}
}
