package lab

import (
	"strings"

	"gramscope/data/remedy"
)

// Note is the text in the footer.
type Note struct {
	Text  string
	Alarm bool // it is an error
}

// Messages are the notes for the user: the one in the footer, and those in the help.
type Messages struct {
	Note  Note            // in the footer, until the next key
	Notes []string        // in the help, since the footer may be too short for them
	shown map[string]bool // the kinds of notes that are in the help
}

// Info adds a text to the footer.
func (m *Messages) Info(text string) {
	if m.Note.Text != "" {
		text = m.Note.Text + "; " + text
	}
	m.Note = Note{text, m.Note.Alarm}
}

// InfoOnce adds a text to the footer and to the help, unless it is there already.
func (m *Messages) InfoOnce(text string) {
	kind := text
	if strings.HasPrefix(text, constantColumns) {
		kind = constantColumns
	}
	m.once(kind, text)
}

// constantColumns begins a warning that names other columns in every repetition.
const constantColumns = "constant columns"

// warn is InfoOnce for a warning about a run. All methods have the same warnings about the
// data; other warnings differ between repetitions in their numbers only.
func (m *Messages) warn(method, text string) {
	if strings.HasPrefix(text, constantColumns) {
		m.InfoOnce(text)
		return
	}
	text = method + ": " + text
	m.once(remedy.Kind(text), text)
}

// once adds the first text of a kind to the footer and to the help.
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

// forget empties the help's notes.
func (m *Messages) forget() { m.Notes, m.shown = nil, nil }
