package pixel

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Blanks stand in a window's text for the cells below its pictures, one character for each picture. They are one cell
// wide and in no text from outside (package legible spells them out). The terminal gets none: see [Screen].
const Blanks = "\uE9A7\uE9A8\uE9A9"

// places is the number of pictures in a window.
const places = 3

// A window's text ends with the numbers of its pictures between these.
const (
	listBegin = "\x1b_gramscope "
	listEnd   = "\x1b\\"
)

// List returns the end of a window's text that says which pictures it has room for: none without any numbers.
func List(ids ...int) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.Itoa(id)
	}
	return listBegin + strings.Join(words, " ") + listEnd
}

// Screen is the output of bubbletea to a terminal with pictures. Bubbletea writes a frame at once, and of it only the
// lines that have changed. As the last line names the pictures, it is among these whenever they change. Screen then
// removes the pictures that are no longer there, writes the frame, and shows the new ones; all in one Write, so that no
// frame is seen with the pictures of another. The cells below a picture are passed over, as some terminals remove what
// is written over.
//
// All pictures are removed before bubbletea erases the screen or leaves it, as it does on suspension, at the end and
// after a panic.
type Screen struct {
	to       io.Writer
	file     *os.File // the same, if it is a file: bubbletea wants to know whether it is a terminal
	protocol Protocol

	mu      sync.Mutex
	offered [places][2]Picture // at each place, the last and the previous one
	shown   []Picture
	sent    int // bytes of pictures
}

// NewScreen returns the output to a terminal. With None it passes on what is written, except lists of pictures.
func NewScreen(to io.Writer, p Protocol) *Screen {
	file, _ := to.(*os.File)
	return &Screen{to: to, file: file, protocol: p}
}

// Read reads from the terminal, Close closes it, and Fd is its descriptor.
func (s *Screen) Read(b []byte) (int, error) { return s.file.Read(b) }
func (s *Screen) Close() error               { return s.file.Close() }
func (s *Screen) Fd() uintptr                { return s.file.Fd() }

// Protocol returns how pictures are sent.
func (s *Screen) Protocol() Protocol { return s.protocol }

// Sent returns how many bytes pictures have taken so far.
func (s *Screen) Sent() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

// Offer takes a picture that windows are going to name until another one is offered for the same place, counted from 0.
// Screen keeps it until the one after that, as a frame may be older than an offer.
func (s *Screen) Offer(at int, p Picture) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offered[at] = [2]Picture{p, s.offered[at][0]}
}

// Write writes a frame, or an escape sequence of bubbletea's.
func (s *Screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ids, isFrame := cutList(b)
	text = below.ReplaceAllFunc(text, func(cells []byte) []byte {
		return []byte(ansi.CursorForward(utf8.RuneCount(cells)))
	})
	switch {
	case isFrame:
		text = s.frame(text, ids)
	case bytes.Contains(b, []byte(ansi.EraseEntireScreen)), bytes.Contains(b, []byte(ansi.ResetModeAltScreenSaveCursor)):
		text = append(s.removals(s.shown), text...)
		s.shown = nil
	}
	if _, err := s.to.Write(text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// frame returns a frame with the changes that make the pictures with these numbers those that are shown.
func (s *Screen) frame(text []byte, ids []int) []byte {
	var added, kept, replaced, gone []Picture
	in := func(list []Picture, p Picture) bool { // at its place
		return slices.ContainsFunc(list, func(o Picture) bool { return o.Cells == p.Cells })
	}
	for _, offered := range s.offered {
		for _, p := range offered {
			is := func(o Picture) bool { return p.ID == o.ID }
			if slices.Contains(ids, p.ID) && !slices.ContainsFunc(s.shown, is) {
				added = append(added, p)
			}
		}
	}
	for _, p := range s.shown {
		switch {
		case slices.Contains(ids, p.ID):
			kept = append(kept, p)
		case in(added, p):
			replaced = append(replaced, p)
		default:
			gone = append(gone, p)
		}
	}
	s.shown = append(kept, added...)
	b := append(s.removals(gone), text...)
	if len(added) == 0 {
		return b
	}
	b = append(b, ansi.SaveCursor...)
	before := len(b)
	for _, p := range added {
		if s.protocol != Kitty || !in(replaced, p) { // else the cells are blank
			b = append(b, p.erased()...)
		}
		b = append(b, ansi.CursorPosition(p.Cells.Min.X+1, p.Cells.Min.Y+1)...)
		b = append(b, p.data...)
	}
	s.sent += len(b) - before
	b = append(b, s.removals(replaced)...) // after there is something in their place, so that nothing flickers
	return append(b, ansi.RestoreCursor...)
}

// erased returns the sequences that make the cells of a picture blank.
func (p Picture) erased() (b []byte) {
	for y := p.Cells.Min.Y; y < p.Cells.Max.Y; y++ {
		b = append(b, ansi.CursorPosition(p.Cells.Min.X+1, y+1)+ansi.EraseCharacter(p.Cells.Dx())...)
	}
	return b
}

// removals returns the sequences that remove pictures: none for iTerm2, whose pictures vanish when text is written over
// them.
func (s *Screen) removals(of []Picture) (b []byte) {
	for _, p := range of {
		if s.protocol == Kitty {
			b = append(b, ansi.KittyGraphics(nil, "a=d", "d=I", "q=2", fmt.Sprintf("i=%d", kittyBase+p.ID))...)
		}
	}
	return b
}

// cutList removes the list of pictures from a frame; ok is false if there is none.
func cutList(b []byte) (rest []byte, ids []int, ok bool) {
	before, after, ok := bytes.Cut(b, []byte(listBegin))
	if !ok {
		return b, nil, false
	}
	list, after, _ := bytes.Cut(after, []byte(listEnd))
	for _, word := range strings.Fields(string(list)) {
		id, _ := strconv.Atoi(word) // a number that List wrote
		ids = append(ids, id)
	}
	return slices.Concat(before, after), ids, true
}

// below are cells below pictures side by side, over which a text moves the cursor.
var below = regexp.MustCompile("[" + Blanks + "]+")

// The smallest character that pictures are drawn for, in pixels.
const leastCellW, leastCellH = 4, 8

// Cell returns the size of a character in pixels, which changes with that of the window; zeros if pictures can't be
// shown. If the terminal announces no size, a guess suffices, as it scales pictures.
func (s *Screen) Cell() image.Point {
	if s.Protocol() == None {
		return image.Point{}
	}
	if s.file != nil {
		if cell := announced(s.file.Fd()); cell.X >= leastCellW && cell.Y >= leastCellH {
			return cell
		}
	}
	return image.Pt(8, 16)
}
