package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Stage is the state of a dialog.
type Stage int

// The stages of a dialog.
const (
	Silent  Stage = iota // closed
	Naming               // asks for the name of a file to write, in the field
	Asking               // asks whether to replace the file
	Showing              // shows a text
)

// Dialog is a box above the screen.
type Dialog struct {
	Field Field // the name being typed
	Stage Stage
	Title string
	Told  string // the text shown, or the name of the file to replace
}

// AskName opens the field for a name.
func (d *Dialog) AskName(title, suggested string) {
	*d = Dialog{Stage: Naming, Title: title}
	d.Field.Start(suggested)
}

// Close closes the dialog.
func (d *Dialog) Close() { *d = Dialog{} }

// Render draws the dialog in at most w×h cells; "" if it is closed.
func (d *Dialog) Render(w, h int, l *look.Look) string {
	if d.Stage == Silent {
		return ""
	}
	room, hint := max(1, w-6), "esc closes"
	lines := []string{""}
	if d.Stage == Naming {
		lines = append(lines, " "+d.Field.Tail("", room, l))
		hint = "enter writes it, esc cancels"
	} else {
		for s := range strings.SplitSeq(ansi.Wrap(l.Text(d.Told), room, " "), "\n") {
			lines = append(lines, " "+s)
		}
	}
	if d.Stage == Asking {
		hint = "y replaces it, n cancels, e types another name"
	}
	lines = append(lines, "", " "+l.Dim.Render(l.Text(hint)))
	return Box(l, d.Title, lines[:max(0, min(len(lines), h-2))], -1, w)
}
