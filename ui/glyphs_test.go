package ui

import (
	"strings"
	"testing"
)

// TestBarTogglesLines: dots and half blocks take turns, and characters without dots say why they do not.
func TestBarTogglesLines(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	lines := func() bool { return strings.ContainsAny(m.View(), "▀▄█") }
	if lines() {
		t.Fatalf("at the start there are lines:\n%s", m.View())
	}
	press(m, "|")
	if !lines() {
		t.Errorf("after | there are none:\n%s", m.View())
	}
	press(m, "|")
	if lines() {
		t.Errorf("after | twice there are lines:\n%s", m.View())
	}
	ascii := newToy(t, "ascii", "none", 100, 30)
	if press(ascii, "|"); !strings.Contains(ascii.Note.Text, "--glyphs braille") {
		t.Errorf("with ASCII the note is %q", ascii.Note.Text)
	}
}

// TestThemeComesBack: after another theme, auto is that of the terminal's background again, which answers once.
func TestThemeComesBack(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("COLORFGBG", "")
	m := newToy(t, "braille", "auto", 100, 30)
	m.useTheme("auto")
	m.Update(backgroundMsg{0xff, 0xff, 0xff, 0xff})
	paper, _, _ := m.look.Inks()
	for _, name := range []string{"dark", "auto"} {
		command(m, "theme "+name)
		if shown, _, _ := m.look.Inks(); (shown == paper) != (name == "auto") {
			t.Errorf("the paper of %s is %v, and that of the terminal %v", name, shown, paper)
		}
	}
	if again, _, _ := m.look.Inks(); m.look.Asks || again != paper {
		t.Errorf("the paper is %v, and was %v", again, paper)
	}
}
