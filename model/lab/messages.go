package lab

import (
	"strings"

	"gramscope/data/remedy"
)

// Note is the text in the footer.
type Note struct {
	Text  string
	Alarm bool // whether it is an error
}

// Messages has the notes for the user: one in the footer, and a list in the help.
type Messages struct {
	Note  Note            // in the footer, until the next key
	Notes []string        // in the help, because the footer may be too short for them
	shown map[string]bool // the kinds of notes that are in the help
}

// Info adds a text to the footer.
func (m *Messages) Info(text string) {
	if m.Note.Text != "" {
		text = m.Note.Text + "; " + text
	}
	m.Note = Note{text, m.Note.Alarm}
}

// InfoOnce adds a text to the footer and to the help, unless it was added before.
func (m *Messages) InfoOnce(text string) {
	kind := text
	if strings.HasPrefix(text, constantColumns) {
		kind = constantColumns
	}
	m.once(kind, text)
}

// constantColumns is the beginning of a warning that may name other columns in every repetition.
const constantColumns = "constant columns"

// warn adds a warning about a run, unless it was added before. Warnings about the data are the same for
// all methods. Other warnings count as the same if they differ only in their numbers.
func (m *Messages) warn(method, text string) {
	if strings.HasPrefix(text, constantColumns) {
		m.InfoOnce(text)
		return
	}
	text = method + ": " + text
	m.once(remedy.Kind(text), text)
}

// once adds a text to the footer and to the help if it is the first of its kind.
func (m *Messages) once(kind, text string) {
	if m.shown[kind] {
		return
	}
	if m.shown == nil {
		m.shown = map[string]bool{}
	}
	m.shown[kind] = true
	m.Notes = append(m.Notes, text)
	m.Info(text)
}

// Complain shows an error in the footer.
func (m *Messages) Complain(err error) { m.Note = Note{Message(err), true} }

// forget removes the notes from the help.
func (m *Messages) forget() { m.Notes, m.shown = nil, nil }
