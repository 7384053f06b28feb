package ui

import "strings"

// note is what the footer tells until the next key.
type note struct {
	text  string
	alarm bool
}

// warn tells what there is to know about a run. What concerns the data comes
// with every method's rows.
func (b *bench) warn(method, text string) {
	if !strings.HasPrefix(text, constantColumns) {
		text = method + ": " + text
	}
	b.keep(text)
}

// constantColumns begins a warning that names other columns at every repetition.
const constantColumns = "constant columns"

// keep tells something once, and keeps it for the help.
func (b *bench) keep(text string) {
	kind := text
	if strings.HasPrefix(text, constantColumns) {
		kind = constantColumns
	}
	if b.warned[kind] {
		return
	}
	b.warned[kind] = true
	b.notes = append(b.notes, inKeys(text))
	b.tell(text)
}

// tell shows a note in the footer; several are joined.
func (b *bench) tell(text string) {
	text = inKeys(text)
	if b.note.text != "" {
		text = b.note.text + "; " + text
	}
	b.note = note{text, b.note.alarm}
}

// complain shows an error in the footer.
func (b *bench) complain(err error) {
	b.note = note{inKeys(err.Error()), true}
}
