//go:build unix

package terminal

import (
	"errors"
	"image/color"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

// The maximum pauses within a paste, and within an escape sequence.
const (
	pastePause    = 200 * time.Millisecond
	sequencePause = 100 * time.Millisecond
)

// input repairs a terminal's input, see pastes. It must be an *os.File for bubbletea, which sets the terminal's mode
// and waits with select until the file descriptor is readable. Therefore Read withholds bytes only if the descriptor
// has more to read: otherwise bubbletea would not call it again.
type input struct {
	*os.File
	background func(color.NRGBA)
	pastes     pastes
	withheld   []byte // an incomplete character or escape sequence
}

// Input returns a reader that repairs the input if in is a terminal, and in otherwise. The reader removes
// the terminal's answers to AskBackground and calls background with them.
func Input(in io.Reader, background func(color.NRGBA)) io.Reader {
	if f, ok := in.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		return &input{File: f, background: background}
	}
	return in
}

// Read reads up to len(p) bytes; len(p) must be at least some dozens. It returns 0 bytes if the input is an incomplete
// character or escape sequence. Within a paste it waits for the next bytes, or for a pause, which ends the paste.
func (t *input) Read(p []byte) (int, error) {
	n := copy(p, t.withheld)
	k, err := t.File.Read(p[n : len(p)-len(pasteEnd)])
	if errors.Is(err, io.EOF) {
		return 0, ErrClosed // bubbletea would wait for more
	}
	if err != nil {
		return 0, err
	}
	b, pause := p[:n+k], sequencePause
	t.withheld = nil
	tail := unfinished(b)
	if tail == 1 && b[n+k-1] == '\x1b' { // this may be the key esc, which must not be delayed
		pause = 0
	}
	if tail > 0 && t.readable(pause) {
		t.withheld = append(t.withheld, b[len(b)-tail:]...)
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

// readable waits until input arrives or the terminal is closed, and returns true. It returns false if
// neither happens within patience.
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

// stopGrace is how long a stop may take: the kernel stops the threads of a process one after the other.
const stopGrace = 100 * time.Millisecond

// Run returns when the process goes on, or at once if nothing stops it.
func (s *Stop) Run() error {
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	defer signal.Stop(on)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	for range 2 { // the time that a stop takes has passed when the process goes on, and SIGCONT may come after it
		select {
		case <-on:
			s.Stopped = true
			return nil
		case <-time.After(stopGrace):
		}
	}
	return nil
}
