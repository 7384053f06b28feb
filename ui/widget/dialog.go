package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Stage is what a dialog asks or says.
type Stage int

// The stages of a dialog.
const (
	Silent  Stage = iota
	Naming        // the name of a file to write, in the field
	Asking        // whether to replace it
	Showing       // something to read
)

// Dialog is a box over the screen.
type Dialog struct {
	Field Field // the name being typed
	Stage Stage
	Title string
	Told  string // what is shown, or the name that is asked about
}

// AskName opens the field for a name.
func (d *Dialog) AskName(title, suggested string) {
	*d = Dialog{Stage: Naming, Title: title}
	d.Field.Start(suggested)
}

// Close leaves it.
func (d *Dialog) Close() { *d = Dialog{} }

// Render draws it in at most w×h cells, which is nothing while it is silent.
func (d *Dialog) Render(w, h int, l *look.Look) string {
	if d.Stage == Silent {
		return ""
	}
	room, hint := max(1, w-6), "esc closes"
	lines := []string{""}
	if d.Stage == Naming {
		lines = append(lines, " "+d.Field.Tail("", room, l))
		hint = "enter writes it, esc leaves"
	} else {
		for s := range strings.SplitSeq(ansi.Wrap(l.Text(d.Told), room, " "), "\n") {
			lines = append(lines, " "+s)
		}
	}
	if d.Stage == Asking {
		hint = "y replaces it, n leaves it, e types another name"
	}
	lines = append(lines, "", " "+l.Dim.Render(l.Text(hint)))
	return Box(l, d.Title, lines[:max(0, min(len(lines), h-2))], -1, w)
}
