//go:build unix

package terminal_test

import (
	"errors"
	"image/color"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"

	"gramscope/ui/terminal"
	"gramscope/ui/terminaltest"
)

// TestInputIsRepaired: what a user's terminal sends arrives without the answer about its background, with an end for
// each paste, and no character or sequence in two pieces where more has arrived than is read at once.
func TestInputIsRepaired(t *testing.T) {
	t.Parallel()
	fills := strings.Repeat("a", 33) // one byte of what is read at once is left
	for in, want := range map[string]string{
		"abc":                                "abc",
		"\x1b":                               "\x1b", // the key esc
		"a\x1b]11;rgb:ffff/0000/8080\x1b\\b": "ab",
		"γ\x1b[200~x\x1b[201~\x1b[A":         "γ\x1b[200~x\x1b[201~\x1b[A",
		"\x1b[200~no end":                    "\x1b[200~no end\x1b[201~",
		"\x1b[200~and ctrl+c\x03":            "\x1b[200~and ctrl+c\x1b[201~\x03",
		fills + "γb":                         fills + "γb",
		fills + "\x1b[Cb":                    fills + "\x1b[Cb",
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			x := terminaltest.New(t, 80, 24)
			if _, err := term.MakeRaw(x.TTY.Fd()); err != nil {
				t.Fatal(err)
			}
			var paper color.NRGBA
			r := terminal.Input(x.TTY, func(c color.NRGBA) { paper = c })
			defer time.AfterFunc(10*time.Second, x.HangUp).Stop() // else a byte that never comes is waited for
			x.Press(in)
			got := ""
			for b := make([]byte, 40); len(got) < len(want); {
				n, err := r.Read(b)
				if err != nil {
					t.Fatalf("%v after %q", err, got)
				}
				if got += string(b[:n]); !utf8.ValidString(got) || got != "\x1b" && strings.HasSuffix(got, "\x1b") {
					t.Errorf("a piece ends with %q", got)
				}
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if told := paper == (color.NRGBA{0xff, 0, 0x80, 0xff}); told != (want == "ab") {
				t.Errorf("the background is %v", paper)
			}
		})
	}
}

// TestInputEnds: a window that is closed ends the input, and input that is no terminal is left as it is.
func TestInputEnds(t *testing.T) {
	t.Parallel()
	x := terminaltest.New(t, 80, 24)
	closed := terminal.Input(x.TTY, nil)
	x.HangUp()
	if _, err := closed.Read(make([]byte, 40)); !errors.Is(err, terminal.ErrClosed) {
		t.Errorf("a closed window: %v", err)
	}
	in := strings.NewReader("\x1b[200~")
	if got := terminal.Input(in, nil); got != io.Reader(in) {
		t.Errorf("a text became %T", got)
	}
}
