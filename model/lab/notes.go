package lab

import (
	"strings"

	"gramscope/data/remedy"
)

// Note is what the footer tells until the next key.
type Note struct {
	Text  string
	Alarm bool
}

// warn tells what there is to know about a run. What concerns the data comes
// with every method's rows, and other figures with every repetition's.
func (b *Bench) warn(method, text string) {
	if strings.HasPrefix(text, constantColumns) {
		b.InfoOnce(text)
		return
	}
	text = method + ": " + text
	b.infoOnce(remedy.Kind(text), text)
}

// constantColumns begins a warning that names other columns at every repetition.
const constantColumns = "constant columns"

// InfoOnce shows a note in the footer, unless it was shown before, and adds it to the help.
func (b *Bench) InfoOnce(text string) {
	kind := text
	if strings.HasPrefix(text, constantColumns) {
		kind = constantColumns
	}
	b.infoOnce(kind, text)
}

// infoOnce is InfoOnce for a note of a kind, of which only the first is shown.
func (b *Bench) infoOnce(kind, text string) {
	if b.warned[kind] {
		return
	}
	b.warned[kind] = true
	b.Notes = append(b.Notes, text)
	b.Info(text)
}

// Info shows a note in the footer; several are joined.
func (b *Bench) Info(text string) {
	if b.Note.Text != "" {
		text = b.Note.Text + "; " + text
	}
	b.Note = Note{text, b.Note.Alarm}
}

// Complain shows an error in the footer.
func (b *Bench) Complain(err error) {
	b.Note = Note{Message(err), true}
}
