package ui

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/lab"
)

// TestCopiedCommandIsShown: the box has the command, and the terminal gets it as
// OSC 52.
func TestCopiedCommandIsShown(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	var terminal bytes.Buffer
	m.output = &terminal
	cmd := m.copy("sweep")
	if cmd == nil || cmd() != nil {
		t.Fatal("no command to run, or a message from it")
	}
	if m.mode() != inShowing || !strings.Contains(m.View(),
		"gramscope sweep --methods plain,eager,spectral,broken --over m=10,12,15,18,20,22,27,33,40") {
		t.Errorf("the box:\n%s", m.View())
	}
	code, ok := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
	if !ok || err != nil || string(text) != m.saver.Text || !strings.HasPrefix(string(text), "gramscope sweep ") {
		t.Errorf("the terminal got %q: %v", terminal.String(), err)
	}
	press(m, "c")
	if m.mode() != onKnobs {
		t.Errorf("c leaves mode %b", m.mode())
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = nil })
	if cmd := m.copy("sweep"); cmd != nil || !m.Note.Alarm {
		t.Errorf("without methods: %q", m.Note.Text)
	}
}

// TestClipboardSequence: the bytes as xterm's manual has them, the text in the usual
// base64 with + and /; and without a terminal there is only the box.
func TestClipboardSequence(t *testing.T) {
	if got, want := ansi.SetSystemClipboard("γ?>~ÿ"), "\x1b]52;c;zrM/Pn7Dvw==\x07"; got != want {
		t.Errorf("the sequence is %q, want %q", got, want)
	}
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	if cmd := m.copy("sweep"); m.output != nil || cmd == nil || cmd() != nil || m.mode() != inShowing {
		t.Errorf("without a terminal: mode %b", m.mode())
	}
}

// TestCopyOffersFourTexts: c opens a menu, and each of its entries is shown and copied.
func TestCopyOffersFourTexts(t *testing.T) {
	for down, want := range []string{"gramscope sweep --methods ", "gramscope fit --method eager ",
		"gramscope tune --methods plain,eager", "from sklearn."} {
		m := newToy(t, "braille", "none", 100, 30)
		feed(t, m, 2)
		m.Point(1)
		var terminal bytes.Buffer
		m.output = &terminal
		press(m, "c")
		if m.mode() != inMenu {
			t.Fatalf("c leads to mode %b", m.mode())
		}
		for range down {
			press(m, "down")
		}
		cmd := m.keyboard(tea.KeyMsg{Type: tea.KeyEnter})
		if cmd == nil {
			t.Fatalf("entry %d copies nothing: %s", down, m.Note.Text)
		}
		cmd()
		code, _ := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
		text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
		if err != nil || !strings.Contains(string(text), want) || m.mode() != inShowing ||
			!strings.Contains(m.View(), strings.Fields(want)[0]) {
			t.Errorf("entry %d: %q, want %q: %v", down, text, want, err)
		}
		if down < 3 && strings.Contains(string(text), "\n") {
			t.Errorf("a command of several lines: %q", text)
		}
	}
}

// TestShownCommandCanBeTypedOff: its lines end with a backslash, and joined they are the command.
func TestShownCommandCanBeTypedOff(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	editSetting(m, func(s *lab.Setting) { s.Set(model.Gamma(nil), 0.12345678901234567) })
	m.copy("sweep")
	var joined string
	lines := 0
	for _, line := range strings.Split(m.saver.Render(50, 20, &m.look), "\n") {
		line = strings.TrimSpace(strings.Trim(line, "│"))
		if part, more := strings.CutSuffix(line, `\`); more || lines > 0 && joined != "" && strings.HasSuffix(joined, " ") {
			joined += strings.TrimSpace(part) + map[bool]string{true: " "}[more]
			lines++
		}
	}
	if joined != m.saver.Text || lines < 2 || !strings.Contains(joined, "--gamma 0.12345678901234566 ") {
		t.Errorf("%d lines are joined to\n%s\nthe command is\n%s", lines, joined, m.saver.Text)
	}
}
