package widget

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
)

// TestDeleteWord compares the text after alt+d and alt+delete with the expected one. | marks the cursor.
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
			var f Field
			f.Start(c.text)
			f.Input.SetCursor(c.at)
			f.Key(key)
			if got := f.Input.Value(); got != c.want || f.Input.Position() != c.at {
				t.Errorf("%s in %q at %d leaves %q at %d, want %q", key, c.text, c.at, got, f.Input.Position(), c.want)
			}
		}
	}
}

// TestFieldTakesEveryKey: no key panics at any position of the cursor, and the cursor stays within the
// text.
func TestFieldTakesEveryKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Field
		f.Start(rapid.StringMatching(`[ aγ/]{0,6}`).Draw(t, "text"))
		for range rapid.IntRange(1, 8).Draw(t, "keys") {
			msg := tea.KeyMsg{Type: tea.KeyType(rapid.IntRange(-60, 31).Draw(t, "type")), Alt: rapid.Bool().Draw(t, "alt")}
			if msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace {
				msg.Runes = []rune(rapid.StringMatching(`[ bdf\t]`).Draw(t, "rune"))
			}
			f.Key(msg)
			if at := f.Input.Position(); at < 0 || at > len([]rune(f.Input.Value())) {
				t.Fatalf("the cursor is at %d of %q", at, f.Input.Value())
			}
		}
	})
}
