// Package pixeltest provides a terminal with pictures for tests: it reads what a program writes, and knows what is on
// its screen.
package pixeltest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Terminal is a terminal of so many cells. It has the parts of the two protocols that package pixel uses, and refuses
// all others.
type Terminal struct {
	Size, Cell image.Point         // in cells, and of a cell in pixels
	Pictures   map[int]image.Image // of kitty's protocol that are placed, by their numbers
	Last       image.Image         // the picture that came last
	Bytes      int                 // of pictures

	at, saved image.Point
	text      [][]string              // of each cell
	drawn     [][]bool                // whether a picture of iTerm2 is in the cell
	places    map[int]image.Rectangle // of kitty's pictures, in cells
	options   string                  // of a kitty picture of which chunks are missing
	chunks    string
}

// New returns a terminal of so many cells.
func New(cols, rows int) *Terminal {
	t := &Terminal{Cell: image.Pt(8, 16), Pictures: map[int]image.Image{}, places: map[int]image.Rectangle{}}
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

// fields reads the options of a picture.
func fields(s, between string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(s, between) {
		key, value, _ := strings.Cut(part, "=")
		all[key] = value
	}
	return all
}

func (t *Terminal) kitty(body string) error {
	options, data, _ := strings.Cut(body, ";")
	of := fields(options, ",")
	if of["q"] != "2" {
		return fmt.Errorf("%s: the terminal would answer", options)
	}
	id, _ := strconv.Atoi(of["i"])
	if of["a"] == "d" {
		if _, known := t.places[id]; !known || of["d"] != "I" {
			return fmt.Errorf("%s removes nothing", options)
		}
		delete(t.places, id)
		delete(t.Pictures, id)
		return nil
	}
	if len(data) > 4096 || of["m"] == "1" && len(data)%4 != 0 {
		return fmt.Errorf("a chunk of %d characters", len(data))
	}
	if t.chunks == "" {
		t.options = options
	}
	if t.chunks += data; of["m"] == "1" {
		return nil
	}
	of, data, t.chunks = fields(t.options, ","), t.chunks, ""
	drawn, _, err := decoded(data)
	id, _ = strconv.Atoi(of["i"])
	cols, _ := strconv.Atoi(of["c"])
	rows, _ := strconv.Atoi(of["r"])
	if err != nil || of["a"] != "T" || of["f"] != "100" || of["C"] != "1" || id == 0 || cols == 0 || rows == 0 {
		return fmt.Errorf("%s: %v", t.options, err)
	}
	if _, there := t.places[id]; there {
		return fmt.Errorf("%s: picture %d is there", t.options, id)
	}
	t.Pictures[id], t.places[id], t.Last = drawn, image.Rect(t.at.X, t.at.Y, t.at.X+cols, t.at.Y+rows), drawn
	return nil
}

func (t *Terminal) iterm(body string) error {
	options, data, _ := strings.Cut(body, ":")
	of := fields(options, ";")
	drawn, size, err := decoded(data)
	cols, _ := strconv.Atoi(of["width"])
	rows, _ := strconv.Atoi(of["height"])
	known := of["inline"] == "1" && of["doNotMoveCursor"] == "1" && of["size"] == strconv.Itoa(size)
	if err != nil || !known || cols == 0 || rows == 0 {
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
