package lab

import (
	"slices"
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

// constantColumns is the beginning of a warning that may name different columns in each repetition.
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

// explorerWords returns the words for remedies in the explorer: keys and `:` lines, and flags for
// settings that can only be set at the start of the program.
func explorerWords() remedy.Words {
	flags := strings.Fields(`decimal exact-limit figures header indefinite landmarks learner max-memory missing
		separator skip-lines solver standardize test thousands workers`)
	start := func(setting string) bool { return slices.Contains(flags, setting) }
	return remedy.Words{
		Name: func(setting string) string {
			switch {
			case start(setting):
				return "--" + setting + " at the start"
			case setting == "time":
				return "the time, as with :search 2m"
			}
			return setting
		},
		By: func(setting, value string) string {
			if setting == "columns" && len(value) > 1 && value[0] == '-' && value != "-NAME" {
				return "with space on " + strings.ReplaceAll(value[1:], ",-", ", ")
			}
			keys := map[string]string{
				"set": "(they are the first in this list)", "categorical": "with c on " + value, "drop-missing": "with m",
				"over": "with o", "target": "with t in the data chooser (d)", "columns": "in the data chooser (d)",
				"method": "in the list of methods (a)", "methods": "in the list of methods (a)",
				"gammas": "with `gramscope tune --gammas`", "mus": "with `gramscope tune --mus`",
			}
			with := strings.TrimSpace(setting + " " + value)
			switch text, own := keys[setting]; {
			case own:
				return text
			case start(setting):
				return "with --" + with + " at the start"
			}
			return "with :" + with
		},
	}
}

// Message returns the text of an error, with remedies as keys, `:` lines or flags.
func Message(err error) string {
	return remedy.Message(err, explorerWords())
}

// NoteText returns a note with its remedies as keys, `:` lines or flags.
func NoteText(n remedy.Note) string { return remedy.Text(n, explorerWords()) }
