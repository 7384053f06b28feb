package widget

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Field is an input line.
type Field struct {
	Open  bool
	fresh bool // the text is a suggestion, which typing replaces
	Input textinput.Model

	Before string // the text that Start got
}

// Start opens the field with a text, which typing replaces.
func (f *Field) Start(text string) {
	f.Open, f.Before = true, text
	f.Input = textinput.New()
	f.Input.Prompt = ""
	f.Input.CharLimit = 4096
	f.Input.Focus()
	f.Set(text)
	f.Select()
}

// Select makes the text a suggestion: typing replaces it, any other key edits it.
func (f *Field) Select() { f.fresh = f.Input.Value() != "" }

// Set replaces the text.
func (f *Field) Set(text string) {
	f.fresh = false
	f.Input.SetValue(text)
	f.Input.CursorEnd()
}

// Stop closes the field.
func (f *Field) Stop() { f.Open = false }

// Text returns the text without blanks at the ends.
func (f *Field) Text() string { return strings.TrimSpace(f.Input.Value()) }

// Key edits the text.
func (f *Field) Key(msg tea.KeyMsg) {
	if f.fresh && msg.Type == tea.KeyRunes && !msg.Alt {
		f.Input.SetValue("")
	}
	f.fresh = false
	if !key.Matches(msg, f.Input.KeyMap.DeleteWordForward) { // it panics near the end of the text
		f.Input, _ = f.Input.Update(msg)
	}
}

// Tail returns head and the text with a cursor, cut at the left to w cells.
func (f *Field) Tail(head string, w int, l *look.Look) string {
	text := head + f.Shown(l)
	if over := ansi.StringWidth(text) - w; over > 0 {
		cut := l.Text("…")
		text = ansi.TruncateLeft(text, over+ansi.StringWidth(cut), cut)
	}
	return text
}

// Shown returns the text with a cursor.
func (f *Field) Shown(l *look.Look) string {
	runes := []rune(f.Input.Value())
	at := f.Input.Position()
	return l.Text(string(runes[:at]) + "▏" + string(runes[at:]))
}
