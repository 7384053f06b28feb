package widget

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
)

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
