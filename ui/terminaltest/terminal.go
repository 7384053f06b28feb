// Package terminaltest provides pseudo-terminals for tests.
package terminaltest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// Terminal is a pseudo-terminal with the output of the programs on it.
type Terminal struct {
	TTY  *os.File // the programs' side
	keys *os.File // the user's side
	t    testing.TB

	ended chan struct{} // closed at the end of the output
	mu    sync.Mutex
	text  strings.Builder
	seen  int // bytes written before the last Resize
}

// New opens a terminal, which is closed when the test ends. It skips the test on systems without pseudo-terminals.
func New(t testing.TB, columns, rows int) *Terminal {
	t.Helper()
	if _, err := os.Stat("/dev/ptmx"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no pseudo-terminals here")
	}
	keys, tty, err := pty.Open()
	if errors.Is(err, pty.ErrUnsupported) {
		t.Skip("no pseudo-terminals here")
	}
	if err != nil {
		t.Fatal(err)
	}
	x := &Terminal{TTY: tty, keys: pollable(t, keys), t: t, ended: make(chan struct{})}
	t.Cleanup(func() { tty.Close(); x.keys.Close() })
	go x.read()
	x.Resize(columns, rows)
	return x
}

func (x *Terminal) read() {
	defer close(x.ended)
	buf := make([]byte, 1<<15)
	for {
		n, err := x.keys.Read(buf)
		x.mu.Lock()
		x.text.Write(buf[:n])
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Resize changes the size of the window and discards the output so far.
func (x *Terminal) Resize(columns, rows int) {
	x.t.Helper()
	x.mu.Lock()
	x.seen = x.text.Len()
	x.mu.Unlock()
	if err := resize(x.keys, columns, rows); err != nil {
		x.t.Fatal(err)
	}
}

// Press types keys.
func (x *Terminal) Press(keys string) {
	x.t.Helper()
	if _, err := x.keys.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

// Shown returns the output since the last Resize.
func (x *Terminal) Shown() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.text.String()[x.seen:]
}

// WaitFor waits until the output contains text.
func (x *Terminal) WaitFor(text string) {
	x.t.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for ; !strings.Contains(x.Shown(), text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			shown := x.Shown()
			x.t.Fatalf("the terminal never showed %q; it ends\n%q", text, shown[max(0, len(shown)-2000):])
		}
	}
}

// Settings returns the terminal's modes as one line.
func (x *Terminal) Settings() string {
	x.t.Helper()
	cmd := exec.Command("stty", "-g")
	cmd.Stdin = x.TTY
	out, err := cmd.Output()
	if err != nil {
		x.t.Fatal("stty: ", err)
	}
	return string(out)
}

// End closes the programs' side and returns the output.
func (x *Terminal) End() string {
	x.TTY.Close()
	<-x.ended
	return x.Shown()
}

// HangUp closes the user's side, as closing a terminal's window does.
func (x *Terminal) HangUp() { x.keys.Close() }

// Run runs a program on a terminal of 120×40 while drive presses its keys. It must end well, the terminal as it was.
func Run(t *testing.T, name string, cmd *exec.Cmd, drive func(*Terminal)) {
	t.Run(name, func(t *testing.T) {
		x := New(t, 120, 40)
		before := x.Settings()
		cmd.Env = append(cmd.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR=")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = x.TTY, x.TTY, x.TTY
		x.Lead(cmd)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		watchdog := time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() })
		defer watchdog.Stop()
		defer cmd.Process.Kill()
		drive(x)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if after := x.Settings(); after != before {
			t.Errorf("terminal before %q, after %q", before, after)
		}
		x.WaitFor("\x1b[?1049l") // the normal screen is back
		x.WaitFor("\x1b[?25h")   // with its cursor
	})
}

// WithOwnState runs a package's tests, with no explorer kept in the user's folder, and returns the exit status.
func WithOwnState(m *testing.M) int {
	state, err := os.MkdirTemp("", "gramscope-state-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(state)
	os.Setenv("XDG_STATE_HOME", state)
	return m.Run()
}
