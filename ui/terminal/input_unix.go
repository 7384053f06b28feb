//go:build unix

package terminal

import (
	"errors"
	"image/color"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

// How long to wait for the rest of a paste, and of an escape sequence.
const (
	pastePause    = 200 * time.Millisecond
	sequencePause = 20 * time.Millisecond
)

// input is a terminal's input with its pastes ended, see pastes. It is a file
// to bubbletea, which sets a file's modes and waits for its bytes by its
// descriptor; so it holds no bytes back unless more are there to be read.
type input struct {
	*os.File
	background func(color.NRGBA)
	pastes     pastes
	held       []byte // the beginning of what has not come whole
}

// Input makes one of an input that is a terminal; another is returned as it is. When the terminal answers
// AskBackground, the answer goes to background and is no input.
func Input(in io.Reader, background func(color.NRGBA)) io.Reader {
	if f, ok := in.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		return &input{File: f, background: background}
	}
	return in
}

// Read reads up to len(p) bytes, of which there must be room for some dozens; none
// where what came is not whole yet. Where a paste is open it waits for the
// next bytes, or for the pause that ends it.
func (t *input) Read(p []byte) (int, error) {
	n := copy(p, t.held)
	k, err := t.File.Read(p[n : len(p)-len(pasteEnd)])
	if errors.Is(err, io.EOF) {
		return 0, ErrClosed // bubbletea would wait for more
	}
	if err != nil {
		return 0, err
	}
	b, pause := p[:n+k], sequencePause
	t.held = nil
	tail := unfinished(b)
	if tail == 1 && b[n+k-1] == '\x1b' { // the key esc, it may be, which must not wait
		pause = 0
	}
	if tail > 0 && t.readable(pause) {
		t.held = append(t.held, b[len(b)-tail:]...)
		b = b[:len(b)-tail]
	}
	if !t.pastes.open {
		b = answered(b, t.background)
	}
	out := t.pastes.pass(b)
	if t.pastes.open && !t.readable(pastePause) {
		out = t.pastes.halt(b, out)
	}
	return copy(p, out), nil
}

// readable waits until there is something to read, or the terminal is closed.
func (t *input) readable(patience time.Duration) bool {
	for end := time.Now().Add(patience); ; {
		var set unix.FdSet
		fd := int(t.Fd())
		set.Set(fd)
		left := unix.NsecToTimeval(max(0, int64(time.Until(end))))
		n, err := unix.Select(fd+1, &set, nil, nil, &left)
		if !errors.Is(err, unix.EINTR) {
			return n > 0 || err != nil
		}
	}
}
