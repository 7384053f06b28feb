// Package pixeltest provides a terminal with pictures for tests: it reads what a program writes, and knows what its
// screen shows.
package pixeltest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"maps"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Terminal is a terminal for tests. It has the parts of both protocols that package pixel uses, and refuses others.
type Terminal struct {
	Size     image.Point         // in cells
	Pictures map[int]image.Image // of kitty's protocol that are placed, by their numbers
	Last     image.Image         // the picture that came last
	Bytes    int                 // of pictures

	at, saved image.Point
	text      [][]string              // of each cell
	drawn     [][]bool                // whether a picture of iTerm2 is in the cell
	places    map[int]image.Rectangle // of kitty's pictures, in cells
	options   string                  // of a kitty picture of which chunks are missing
	chunks    string
}

// New returns a terminal of cols×rows cells.
func New(cols, rows int) *Terminal {
	t := &Terminal{Pictures: map[int]image.Image{}, places: map[int]image.Rectangle{}}
	t.Resize(cols, rows)
	return t
}

// Resize changes the size, and erases the text. Pictures of kitty stay.
func (t *Terminal) Resize(cols, rows int) {
	t.Size, t.at = image.Pt(cols, rows), image.Point{}
	t.text, t.drawn = make([][]string, rows), make([][]bool, rows)
	t.eraseScreen()
}

func (t *Terminal) eraseScreen() {
	for y := range t.text {
		t.text[y], t.drawn[y] = slices.Repeat([]string{" "}, t.Size.X), make([]bool, t.Size.X)
	}
}

// Line returns the text of a line.
func (t *Terminal) Line(y int) string { return strings.Join(t.text[y], "") }

// Pictured reports whether a picture covers a cell.
func (t *Terminal) Pictured(x, y int) bool {
	placed := func(r image.Rectangle) bool { return image.Pt(x, y).In(r) }
	return t.drawn[y][x] || slices.ContainsFunc(slices.Collect(maps.Values(t.places)), placed)
}

// Write implements [io.Writer]. It returns an error for what the terminal does not understand.
func (t *Terminal) Write(b []byte) (int, error) {
	parser := ansi.NewParser()
	parser.SetParamsSize(32)
	var state byte
	for rest := b; len(rest) > 0; {
		seq, width, n, next := ansi.DecodeSequence(rest, state, parser)
		if err := t.take(string(seq), width, parser); err != nil {
			return 0, err
		}
		rest, state = rest[n:], next
	}
	return len(b), nil
}

func (t *Terminal) take(seq string, width int, p *ansi.Parser) error {
	body, isAPC := strings.CutPrefix(seq, "\x1b_G")
	switch {
	case isAPC:
		t.Bytes += len(seq)
		return t.kitty(strings.TrimSuffix(body, "\x1b\\"))
	case strings.HasPrefix(seq, "\x1b]1337;File="):
		t.Bytes += len(seq)
		return t.iterm(strings.TrimSuffix(strings.TrimPrefix(seq, "\x1b]1337;File="), "\x07"))
	case seq == ansi.SaveCursor:
		t.saved = t.at
	case seq == ansi.RestoreCursor:
		t.at = t.saved
	case seq == "\r":
		t.at.X = 0
	case seq == "\n":
		t.at.Y = min(t.at.Y+1, t.Size.Y-1)
	case seq == ansi.EraseEntireScreen:
		t.eraseScreen()
	case strings.HasPrefix(seq, "\x1b["):
		first, _ := p.Param(0, 1)
		second, _ := p.Param(1, 1)
		switch p.Command() & 0xff {
		case 'H':
			t.at = image.Pt(max(second, 1)-1, max(first, 1)-1)
		case 'C':
			t.at.X += max(first, 1)
		case 'X':
			for x := t.at.X; x < t.at.X+max(first, 1) && x < t.Size.X; x++ {
				t.put(x, " ")
			}
		case 'K':
			for x := t.at.X; x < t.Size.X; x++ {
				t.put(x, " ")
			}
		case 'm', 'h', 'l': // colours and modes
		default:
			return fmt.Errorf("sequence %q", seq)
		}
	case strings.HasPrefix(seq, "\x1b"):
		return fmt.Errorf("sequence %q", seq)
	default:
		for k := range width {
			if t.at.X+k < t.Size.X {
				t.put(t.at.X+k, map[bool]string{true: seq}[k == 0])
			}
		}
		t.at.X += width
	}
	return nil
}

// put writes into a cell of the cursor's line.
func (t *Terminal) put(x int, s string) {
	if t.at.Y < t.Size.Y {
		t.text[t.at.Y][x], t.drawn[t.at.Y][x] = s, false
	}
}

// decoded returns a picture and the size of its file.
func decoded(data string) (image.Image, int, error) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, 0, err
	}
	of, err := png.Decode(bytes.NewReader(raw))
	return of, len(raw), err
}

func (t *Terminal) kitty(body string) error {
	options, data, _ := strings.Cut(body, ";")
	var id, cols, rows int
	if n, _ := fmt.Sscanf(options, "a=d,d=I,q=2,i=%d", &id); n == 1 {
		if _, known := t.places[id]; !known {
			return fmt.Errorf("%s removes nothing", options)
		}
		delete(t.places, id)
		delete(t.Pictures, id)
		return nil
	}
	first, more := strings.CutSuffix(options, ",m=1")
	if len(data) > 4096 || more && len(data)%4 != 0 {
		return fmt.Errorf("a chunk of %d characters", len(data))
	}
	if t.chunks == "" {
		t.options = first
	} else if first = strings.TrimSuffix(first, ",m=0"); first != "q=2" {
		return fmt.Errorf("%s: the terminal would answer", options)
	}
	if t.chunks += data; more {
		return nil
	}
	drawn, _, err := decoded(t.chunks)
	t.chunks = ""
	n, _ := fmt.Sscanf(t.options, "f=100,q=2,i=%d,p=1,C=1,c=%d,r=%d,a=T", &id, &cols, &rows)
	if _, there := t.places[id]; err != nil || n != 3 || id == 0 || cols == 0 || rows == 0 || there {
		return fmt.Errorf("%s: %v, picture %d is there: %v", t.options, err, id, there)
	}
	t.Pictures[id], t.places[id], t.Last = drawn, image.Rect(t.at.X, t.at.Y, t.at.X+cols, t.at.Y+rows), drawn
	return nil
}

func (t *Terminal) iterm(body string) error {
	options, data, _ := strings.Cut(body, ":")
	const form = "inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=0;doNotMoveCursor=1"
	var bytes, cols, rows int
	n, _ := fmt.Sscanf(options, form, &bytes, &cols, &rows)
	drawn, size, err := decoded(data)
	if err != nil || n != 3 || bytes != size || cols == 0 || rows == 0 {
		return fmt.Errorf("%s: %v", options, err)
	}
	t.Last = drawn
	for y := t.at.Y; y < min(t.at.Y+rows, t.Size.Y); y++ {
		for x := t.at.X; x < min(t.at.X+cols, t.Size.X); x++ {
			t.drawn[y][x] = true
		}
	}
	return nil
}
