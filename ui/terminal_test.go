//go:build unix

package ui

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"gramscope/data"
	"gramscope/model/sweep"
)

// teletype is a terminal that the explorer runs on, of toy methods.
type teletype struct {
	t     *testing.T
	keys  *os.File
	ended chan error

	mu   sync.Mutex
	text strings.Builder
	read sync.WaitGroup
}

// onTeletype starts the explorer on a new terminal. The test is skipped only where there are no pseudo-terminals.
func onTeletype(t *testing.T) *teletype {
	t.Helper()
	if _, err := os.Stat("/dev/ptmx"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no pseudo-terminals here")
	}
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	x := &teletype{t: t, keys: master, ended: make(chan error, 1)}
	x.read.Add(1)
	go func() {
		defer x.read.Done()
		buf := make([]byte, 1<<12)
		for {
			n, err := master.Read(buf)
			x.mu.Lock()
			x.text.Write(buf[:n])
			x.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() {
		spec := sweep.DefaultSpec(20)
		spec.Methods = []string{"plain"}
		x.ended <- Run(t.Context(), Config{Source: data.Generators()[0], Spec: spec, Methods: toyMethods(), Workers: 1, Input: tty, Output: tty, Glyphs: "ascii"})
		tty.Close()
	}()
	t.Cleanup(func() { master.Close(); x.read.Wait() })
	x.waitFor("9/9")
	return x
}

func (x *teletype) press(keys string) {
	x.t.Helper()
	if _, err := x.keys.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

func (x *teletype) waitFor(text string) {
	x.t.Helper()
	shown := ""
	for range 800 {
		x.mu.Lock()
		shown = x.text.String()
		x.mu.Unlock()
		if strings.Contains(shown, text) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	x.t.Fatalf("the window never showed %q; it ends\n%q", text, shown[max(0, len(shown)-500):])
}

// waitForEnd returns what the explorer has ended with.
func (x *teletype) waitForEnd() error {
	x.t.Helper()
	select {
	case err := <-x.ended:
		return err
	case <-time.After(30 * time.Second):
		x.t.Fatal("the explorer does not end")
		return nil
	}
}

// TestPasteWithoutEnd: a paste whose end mark got lost is taken after a pause, and
// keys work again.
func TestPasteWithoutEnd(t *testing.T) {
	x := onTeletype(t)
	x.press(":")
	x.waitFor(":|")
	x.press(pasteBegin + "gamma 0.125")
	x.waitFor(":gamma 0.125|")
	x.press("\r")
	x.waitFor("gamma=0.125")
	x.press(":" + pasteBegin + "gamma 0.2" + pasteEnd + "5\r") // a whole one, and keys after it
	x.waitFor("gamma=0.25")
	x.press(pasteBegin + "more\x03") // ctrl+c ends the program all the same
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestLongPaste: the rest of one that is too long is dropped, and not taken for keys.
func TestLongPaste(t *testing.T) {
	x := onTeletype(t)
	x.press(":")
	x.waitFor(":|")
	x.press(pasteBegin + strings.Repeat("q", mostPasted+1000) + pasteEnd)
	x.waitFor("qqqq|")
	x.press("\x15gamma 0.125\r") // ctrl+u
	x.waitFor("gamma=0.125")
	x.press("q")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestKeysInPieces: a key whose bytes come one after the other, as over a network, is one.
func TestKeysInPieces(t *testing.T) {
	x := onTeletype(t)
	x.press(":gamma 0.5")
	x.waitFor(":gamma 0.5|")
	for _, piece := range []string{"\x1b[", "D\x1b[", "D1"} { // left, left
		x.press(piece)
		time.Sleep(sequencePause / 4)
	}
	x.waitFor(":gamma 01|.5")
	x.press("\x03")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestManyKeysAtOnce: a flood of bytes is cut where keys and characters end.
func TestManyKeysAtOnce(t *testing.T) {
	x := onTeletype(t)
	x.press(":")
	x.waitFor(":|")
	x.press(strings.Repeat("a", 245) + strings.Repeat("γ", 200) + strings.Repeat("\x1b[D", 400) + "\x1b[Db")
	x.press("\x1b[F\x15") // end; ctrl+u
	x.press("gamma 0.125\r")
	x.waitFor("gamma=0.125")
	x.press("\x03")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestClosedTerminal: where nobody can see it any more the explorer ends.
func TestClosedTerminal(t *testing.T) {
	x := onTeletype(t)
	x.keys.Close()
	if err := x.waitForEnd(); !errors.Is(err, errClosed) {
		t.Errorf("Run returned %v, want %v", err, errClosed)
	}
}
