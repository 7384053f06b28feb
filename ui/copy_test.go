package ui

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
)

// TestCopiedCommandIsShown: the box has the command, and the terminal gets it as
// OSC 52.
func TestCopiedCommandIsShown(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	var terminal bytes.Buffer
	m.output = &terminal
	cmd := m.copyCommand()
	if cmd == nil || cmd() != nil {
		t.Fatal("no command to run, or a message from it")
	}
	if m.mode() != inShowing || !strings.Contains(m.View(), "gramscope sweep --methods plain,eager,spectral,broken --over m=10..40:8") {
		t.Errorf("the box:\n%s", m.View())
	}
	code, ok := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
	if !ok || err != nil || string(text) != m.saver.Told || !strings.HasPrefix(string(text), "gramscope sweep ") {
		t.Errorf("the terminal got %q: %v", terminal.String(), err)
	}
	press(m, "c")
	if m.mode() != onKnobs {
		t.Errorf("c leaves mode %b", m.mode())
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = nil })
	if cmd := m.copyCommand(); cmd != nil || !m.Note.Alarm {
		t.Errorf("without methods: %q", m.Note.Text)
	}
}

// TestClipboardSequence: the bytes as xterm's manual has them, the text in the usual
// base64 with + and /; and without a terminal there is only the box.
func TestClipboardSequence(t *testing.T) {
	if got, want := ansi.SetSystemClipboard("γ?>~ÿ"), "\x1b]52;c;zrM/Pn7Dvw==\x07"; got != want {
		t.Errorf("the sequence is %q, want %q", got, want)
	}
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	if cmd := m.copyCommand(); m.output != nil || cmd == nil || cmd() != nil || m.mode() != inShowing {
		t.Errorf("without a terminal: mode %b", m.mode())
	}
}
