package command_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"gramscope/approx"
	"gramscope/ui/command"
)

// terminal is a new pseudo-terminal, and what has been written to it.
type terminal struct {
	tty, keys *os.File
	mu        sync.Mutex
	text      strings.Builder
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	if _, err := os.Stat("/dev/ptmx"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no pseudo-terminals here")
	}
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(keys, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	p := &terminal{tty: tty, keys: keys}
	t.Cleanup(func() { tty.Close(); keys.Close() })
	go func() {
		buf := make([]byte, 1<<15)
		for {
			n, err := keys.Read(buf)
			p.mu.Lock()
			p.text.Write(buf[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return p
}

func (p *terminal) shown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// on runs a command line on the terminal and gives what came to it. Where it opens
// a screen, q ends it, once the screen shows a hostile name as text.
func (p *terminal) on(t *testing.T, screen bool, args []string) (shown, said string) {
	t.Helper()
	before := len(p.shown())
	var errs bytes.Buffer
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	go func() { ended <- command.Run(ctx, approx.Methods(), args, p.tty, p.tty, &errs) }()
	for deadline := time.Now().Add(time.Minute); screen; time.Sleep(10 * time.Millisecond) {
		if text := p.shown()[before:]; strings.Contains(text, `\x1b]0;owned`) {
			break
		}
		if len(ended) > 0 || time.Now().After(deadline) {
			t.Errorf("%q shows no screen with the name: %q", args, p.shown()[before:])
			break
		}
	}
	if screen {
		fmt.Fprint(p.keys, "q")
	}
	err := <-ended
	fmt.Fprint(p.tty, "that was all")
	for !strings.Contains(p.shown()[before:], "that was all") {
		time.Sleep(time.Millisecond)
	}
	command.Report(err, &errs)
	shown, _, _ = strings.Cut(p.shown()[before:], "that was all")
	return strings.ReplaceAll(shown, "\r\n", "\n"), errs.String()
}
