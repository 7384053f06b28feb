package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
)

// sequences are the keys of escape sequences, without the ESC.
var sequences = map[string]tea.KeyType{
	"[A": tea.KeyUp, "[B": tea.KeyDown, "[C": tea.KeyRight, "[D": tea.KeyLeft, "[H": tea.KeyHome, "[F": tea.KeyEnd,
	"[Z":  tea.KeyShiftTab,
	"[3~": tea.KeyDelete, "[5~": tea.KeyPgUp, "[6~": tea.KeyPgDown, "[1;2C": tea.KeyShiftRight, "[1;2D": tea.KeyShiftLeft,
	"OP": tea.KeyF1,
}

// decode cuts the first message off a terminal's input, as bubbletea does it of keys, pastes and the mouse.
func decode(in string) (msg tea.Msg, rest string) {
	if after, ok := strings.CutPrefix(in, ansi.BracketedPasteStart); ok {
		text, rest, _ := strings.Cut(after, ansi.BracketedPasteEnd)
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}, rest
	}
	var button, x, y int
	var kind rune
	if n, _ := fmt.Sscanf(in, "\x1b[<%d;%d;%d%c", &button, &x, &y, &kind); n == 4 {
		_, rest, _ = strings.Cut(in, string(kind))
		return tea.MouseMsg{X: x - 1, Y: y - 1, Button: tea.MouseButton(button & 15),
			Action: tea.MouseAction(button >> 4 & 3)}, rest
	}
	alt := false
	if after, ok := strings.CutPrefix(in, "\x1b"); ok {
		for name, kind := range sequences {
			if rest, ok := strings.CutPrefix(after, name); ok {
				return tea.KeyMsg{Type: kind}, rest
			}
		}
		if after == "" {
			return tea.KeyMsg{Type: tea.KeyEsc}, ""
		}
		alt, in = true, after
	}
	r, n := utf8.DecodeRuneInString(in)
	switch key := (tea.KeyMsg{Alt: alt}); {
	case r == ' ':
		key.Type, key.Runes = tea.KeySpace, []rune{' '}
		return key, in[n:]
	case r < ' ' || r == 127:
		key.Type = tea.KeyType(r)
		return key, in[n:]
	default:
		key.Type, key.Runes = tea.KeyRunes, []rune{r}
		return key, in[n:]
	}
}

// FuzzKeys has any bytes come from the terminal while methods compute.
func FuzzKeys(f *testing.F) {
	for i, s := range []string{
		": \x01\x1bd", ":gamma 0.5\x1b[D\x1bd\r", "\r \x01\x1b\x1b[3~", ansi.BracketedPasteStart + "abc", ":" +
			ansi.BracketedPasteStart + "abc\x03", ":seed 3" + ansi.BracketedPasteStart + ansi.BracketedPasteEnd + "\r",
		"1+2+3+4+5+6+7\r", "o\x1b[B\r", "dd/\t\r", "w\x1b[B\r\r", "2[[]]te\x1b", "\x1b[<0;20;10M\x1b[<64;5;5M",
		"pPfcrux y?jjj", "7\r\x1b[6~nN\x1b", "b:over gamma\r]]",
	} {
		f.Add([]byte(s), []byte{120, 30}[i%2], []byte{40, 8}[i%2])
	}
	f.Fuzz(func(t *testing.T, input []byte, w, h byte) {
		m := newReal(t, "braille", 1+int(w), 1+int(h))
		defer m.Runner.Close(time.Minute)
		m.Launch = func(l job.Kind, w job.Work) {
			if l != job.Files && !l.WritesFiles() { // files are not to be touched
				m.Runner.Start(l, w)
			}
		}
		m.Init()
		for in := string(input[:min(len(input), 300)]); in != ""; {
			var msg tea.Msg
			msg, in = decode(in)
			m.Update(msg)
			hear(m)
			if why := wrong(m); why != "" {
				t.Fatalf("%s before %q", why, in)
			}
		}
	})
}

// FuzzCommandLine types any text into the command line, completes it and has it done.
func FuzzCommandLine(f *testing.F) {
	for i, s := range []string{" ", "gamma 0.5", "sigma mean", "m 1e400", "n -3", "seed 18446744073709551615",
		"kernel lap", "methods all,,", "+ rls, squeak", "- nystrom",
		"over γ", "value rmse", "data /dev/null", "data ~/", "lesson scores", "2", "quit", "help", "pin x", "μ NaN",
		"over m 10..20:5"} {
		f.Add(s, uint(i%2), uint(i%2*len(s)/2))
	}
	f.Fuzz(func(t *testing.T, text string, tabs, at uint) {
		m := newReal(t, "braille", 80, 24)
		defer m.Runner.Close(time.Minute)
		m.Launch = func(job.Kind, job.Work) {}
		m.line.Begin()
		m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text[:min(len(text), 500)]), Paste: true})
		m.typed().Input.SetCursor(int(at % 512))
		for range tabs % 4 {
			press(m, "tab")
		}
		for _, keys := range [][]string{{"enter"}, {"esc", ":", "up", "enter"}, {"esc", "shift+tab", "right", "left"}} {
			press(m, keys...)
			hear(m)
			if why := wrong(m); why != "" {
				t.Fatal(why)
			}
		}
		kept := m.session()
		if _, err := reread(kept, m.Methods); err != nil {
			t.Fatal("what follows can't be kept: ", err)
		}
	})
}
