//go:build unix

package ui

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/synthetic"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/terminal"
	"gramscope/ui/terminaltest"
)

// teletype is a terminal that the explorer runs on, of toy methods.
type teletype struct {
	*terminaltest.Terminal
	t     *testing.T
	ended chan error
}

// onTeletype starts the explorer on a new terminal.
func onTeletype(t *testing.T) *teletype {
	t.Helper()
	return picturedTeletype(t, "none")
}

// picturedTeletype is onTeletype with pictures by that protocol.
func picturedTeletype(t *testing.T, pixels string) *teletype {
	t.Helper()
	x := &teletype{terminaltest.New(t, 80, 24), t, make(chan error, 1)}
	go func() {
		spec := sweep.DefaultSpec(20)
		spec.Methods = []string{"plain"}
		x.ended <- Run(t.Context(), Config{Source: synthetic.Generators()[0], Spec: spec, Methods: screentest.Methods(),
			Workers: 1, Input: x.TTY, Output: x.TTY, Glyphs: "ascii", Pixels: pixels})
	}()
	x.WaitFor("9/9")
	return x
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

// TestTerminalsWithPictures: terminals that are known to show pictures get some, of which none is left at the end. In
// tmux, an unknown terminal and with none there is not one byte of them.
func TestTerminalsWithPictures(t *testing.T) {
	for _, c := range []struct {
		term, tmux, pixels string
		pictured           bool
	}{
		{"xterm-kitty", "", "auto", true},
		{"xterm-256color", "", "kitty", true},
		{"xterm-kitty", "/tmp/tmux-0/default,1,0", "auto", false},
		{"tmux-256color", "", "auto", false},
		{"xterm-256color", "", "auto", false},
		{"xterm-kitty", "", "none", false},
	} {
		t.Run(strings.TrimSuffix(c.term+" "+c.pixels+" "+c.tmux, " "), func(t *testing.T) {
			for _, name := range []string{"STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS", "ASCIINEMA_REC",
				"XTERM_VERSION", "VTE_VERSION", "ALACRITTY_WINDOW_ID", "TERM_PROGRAM", "LC_TERMINAL", "KONSOLE_VERSION"} {
				t.Setenv(name, "")
			}
			t.Setenv("TERM", c.term)
			t.Setenv("TMUX", c.tmux)
			x := picturedTeletype(t, c.pixels)
			there := func() (ids []string) { // those that were shown and not removed
				for _, of := range regexp.MustCompile(`\x1b_G(f=100|a=d),[^;\x1b]*?i=(\d+)`).FindAllStringSubmatch(x.Shown(), -1) {
					if ids = slices.DeleteFunc(ids, func(id string) bool { return id == of[2] }); of[1] != "a=d" {
						ids = append(ids, of[2])
					}
				}
				return ids
			}
			if c.pictured {
				x.WaitFor("\x1b_Gf=100")
			}
			x.Press("2")
			x.WaitFor("2 Spectrum")
			x.Press("1?")
			x.WaitFor("The keys to know first")
			x.Press("q")
			if err := x.waitForEnd(); err != nil {
				t.Errorf("Run returned %v", err)
			}
			x.WaitFor("\x1b[?1049l") // the normal screen is back
			if left := there(); len(left) > 0 {
				t.Errorf("pictures %v are left", left)
			}
			for _, begin := range []string{"\x1b_", "\x1bP", "\x1b]1337"} {
				if !c.pictured && strings.Contains(x.Shown(), begin) {
					t.Errorf("the terminal got %q", begin)
				}
			}
		})
	}
}

// TestPasteWithoutEnd: a paste whose end mark got lost is taken after a pause, and
// keys work again.
func TestPasteWithoutEnd(t *testing.T) {
	t.Parallel()
	x := onTeletype(t)
	x.Press(":")
	x.WaitFor(":|")
	x.Press(ansi.BracketedPasteStart + "gamma 0.125")
	x.WaitFor(":gamma 0.125|")
	x.Press("\r")
	x.WaitFor("gamma=0.125")
	// a whole one, and keys after it
	x.Press(":" + ansi.BracketedPasteStart + "gamma 0.2" + ansi.BracketedPasteEnd + "5\r")
	x.WaitFor("gamma=0.25")
	x.Press(ansi.BracketedPasteStart + "more\x03") // ctrl+c ends the program all the same
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestLongPaste: the rest of one that is too long is dropped, and not taken for keys,
// of which q would end the program.
func TestLongPaste(t *testing.T) {
	x := onTeletype(t)
	long := ansi.BracketedPasteStart + strings.Repeat("q", 65<<10) + ansi.BracketedPasteEnd
	x.Press(long)
	x.Press(":")
	x.WaitFor(":|")
	x.Press(long)
	x.WaitFor("qqqq|")
	x.Press("\x15gamma 0.125\r") // ctrl+u
	x.WaitFor("gamma=0.125")
	x.Press("q")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestKeysInPieces: a key whose bytes come one after the other, as over a network, is one.
func TestKeysInPieces(t *testing.T) {
	x := onTeletype(t)
	x.Press(":gamma 0.5")
	x.WaitFor(":gamma 0.5|")
	for _, piece := range []string{"\x1b[", "D\x1b[", "D1"} { // left, left
		x.Press(piece)
		time.Sleep(5 * time.Millisecond) // a twentieth of what the terminal waits for the rest of a sequence
	}
	x.WaitFor(":gamma 01|.5")
	x.Press("\x03")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestManyKeysAtOnce: a flood of bytes is cut where keys and characters end.
func TestManyKeysAtOnce(t *testing.T) {
	t.Parallel()
	x := onTeletype(t)
	x.Press(":")
	x.WaitFor(":|")
	x.Press(strings.Repeat("a", 245) + strings.Repeat("γ", 200) + strings.Repeat("\x1b[D", 400) + "\x1b[Db")
	x.Press("\x1b[F\x15") // end; ctrl+u
	x.Press("gamma 0.125\r")
	x.WaitFor("gamma=0.125")
	x.Press("\x03")
	if err := x.waitForEnd(); err != nil {
		t.Errorf("Run returned %v", err)
	}
}

// TestClosedTerminal: where nobody can see it any more the explorer ends.
func TestClosedTerminal(t *testing.T) {
	x := onTeletype(t)
	x.HangUp()
	if err := x.waitForEnd(); !errors.Is(err, terminal.ErrClosed) {
		t.Errorf("Run returned %v, want %v", err, terminal.ErrClosed)
	}
}
