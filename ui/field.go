package ui

import (
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/look"
)

// field is a line of text that is being typed.
type field struct {
	open  bool
	fresh bool // the text is a suggestion, which typing replaces
	input textinput.Model

	before string // the text it was opened with
}

func (f *field) start(text string) {
	f.open, f.fresh, f.before = true, text != "", text
	f.input = textinput.New()
	f.input.Prompt = ""
	f.input.CharLimit = 4096
	f.input.Focus()
	f.set(text)
}

func (f *field) set(text string) {
	f.input.SetValue(text)
	f.input.CursorEnd()
}

func (f *field) stop() { f.open = false }

func (f *field) text() string { return strings.TrimSpace(f.input.Value()) }

// key edits the text. The input's own cursor would blink; ours rests.
func (f *field) key(msg tea.KeyMsg) {
	if f.fresh && msg.Type == tea.KeyRunes && !msg.Alt {
		f.input.SetValue("")
	}
	f.fresh = false
	if key.Matches(msg, f.input.KeyMap.DeleteWordForward) { // whose own way to do it panics near the end of the text
		f.deleteWord()
		return
	}
	f.input, _ = f.input.Update(msg)
}

// deleteWord removes the blanks behind the cursor and the word that follows.
func (f *field) deleteWord() {
	text, at := []rune(f.input.Value()), f.input.Position()
	end := at
	for end < len(text) && unicode.IsSpace(text[end]) {
		end++
	}
	for end < len(text) && !unicode.IsSpace(text[end]) {
		end++
	}
	f.input.SetValue(string(slices.Delete(text, at, end)))
	f.input.SetCursor(at)
}

// shown is the text with a cursor.
func (f *field) shown(l *look.Look) string {
	runes := []rune(f.input.Value())
	at := f.input.Position()
	return l.Text(string(runes[:at]) + "▏" + string(runes[at:]))
}
