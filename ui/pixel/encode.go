package pixel

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Picture is a picture for a part of the window.
type Picture struct {
	ID         int // from 1 on; no two pictures of a program have the same
	X, Y       int // the cell at its upper left corner
	Cols, Rows int // its size
	data       []byte
}

// New encodes an image for a part of the window, which it fills.
func (p Protocol) New(id, x, y, cols, rows int, of *image.RGBA) (Picture, error) {
	to := Picture{ID: id, X: x, Y: y, Cols: cols, Rows: rows}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, reduced(of)); err != nil {
		return to, err
	}
	text := base64.StdEncoding.EncodeToString(b.Bytes())
	if p == ITerm {
		to.data = fmt.Appendf(nil, "\x1b]1337;File=inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=0;doNotMoveCursor=1:%s\x07", b.Len(), cols, rows, text)
		return to, nil
	}
	to.data = kittyChunks(to, text)
	return to, nil
}

// kittyBase is added to the numbers of pictures, so that they are not those of another program in the same window.
const kittyBase = 0x67730000

// kittyChunk is the largest part of a picture that kitty takes at once, in characters.
const kittyChunk = 4096

// kittyChunks transmits and shows a picture. The terminal is not to answer.
func kittyChunks(p Picture, text string) []byte {
	var b strings.Builder
	options := []string{"a=T", "f=100", "q=2", fmt.Sprintf("i=%d", kittyBase+p.ID), "p=1", fmt.Sprintf("c=%d", p.Cols), fmt.Sprintf("r=%d", p.Rows), "C=1"}
	for {
		part := text[:min(kittyChunk, len(text))]
		if text = text[len(part):]; text == "" {
			b.WriteString(ansi.KittyGraphics([]byte(part), append(options, "m=0")...))
			return []byte(b.String())
		}
		b.WriteString(ansi.KittyGraphics([]byte(part), append(options, "m=1")...))
		options = []string{"q=2"}
	}
}

// removal returns what removes a picture. Those of iTerm2 are gone when text is written over them.
func (p Protocol) removal(of Picture) string {
	if p != Kitty {
		return ""
	}
	return ansi.KittyGraphics(nil, "a=d", "d=I", "q=2", fmt.Sprintf("i=%d", kittyBase+of.ID))
}
