package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
)

// TestDeleteWord holds what alt+d and alt+delete leave of a text with its cursor at |.
func TestDeleteWord(t *testing.T) {
	for _, key := range []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune{'d'}, Alt: true}, {Type: tea.KeyDelete, Alt: true}} {
		for _, c := range []struct {
			text string
			at   int
			want string
		}{
			{"", 0, ""},
			{" ", 0, ""},
			{"   ", 1, " "},
			{"a", 0, ""},
			{"a", 1, "a"},
			{"gamma 0.5", 0, " 0.5"},
			{"gamma 0.5", 5, "gamma"},
			{"gamma 0.5", 8, "gamma 0."},
			{"over  γ  m", 4, "over  m"},
		} {
			var f field
			f.start(c.text)
			f.input.SetCursor(c.at)
			f.key(key)
			if got := f.input.Value(); got != c.want || f.input.Position() != c.at {
				t.Errorf("%s in %q at %d leaves %q at %d, want %q", key, c.text, c.at, got, f.input.Position(), c.want)
			}
		}
	}
}

// TestFieldTakesEveryKey: no key may panic wherever the cursor stands, and the
// cursor stays within the text.
func TestFieldTakesEveryKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f field
		f.start(rapid.StringMatching(`[ aγ/]{0,6}`).Draw(t, "text"))
		for range rapid.IntRange(1, 8).Draw(t, "keys") {
			msg := tea.KeyMsg{Type: tea.KeyType(rapid.IntRange(-60, 31).Draw(t, "type")), Alt: rapid.Bool().Draw(t, "alt")}
			if msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace {
				msg.Runes = []rune(rapid.StringMatching(`[ bdf\t]`).Draw(t, "rune"))
			}
			f.key(msg)
			if at := f.input.Position(); at < 0 || at > len([]rune(f.input.Value())) {
				t.Fatalf("the cursor is at %d of %q", at, f.input.Value())
			}
		}
	})
}
