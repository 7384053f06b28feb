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
	Text  string   // the text shown, or the name of the file to replace
	Words []string // of a shell's command that is shown in place of Text, broken between them; nil for none
}

// AskName opens the field for a name.
func (d *Dialog) AskName(title, suggested string) {
	*d = Dialog{Stage: Naming, Title: title}
	d.Field.Start(suggested)
}

// Close closes the dialog.
func (d *Dialog) Close() { *d = Dialog{} }

// text returns the lines of what is shown.
func (d *Dialog) text(room int) []string {
	if d.Words == nil {
		return strings.Split(d.Text, "\n")
	}
	return Continued(d.Words, room)
}

// Continued joins the words of a shell's command to lines of at most w cells, all but the last of
// which end with a backslash. A longer word has a line of its own.
func Continued(words []string, w int) []string {
	var lines []string
	line := words[0]
	for i, word := range words[1:] {
		end := 2 // of the backslash
		if i == len(words)-2 {
			end = 0
		}
		if ansi.StringWidth(line)+1+ansi.StringWidth(word)+end > w {
			lines = append(lines, line+" \\")
			line = "  " + word
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}

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
		for _, s := range d.text(room) {
			for part := range strings.SplitSeq(ansi.Wrap(l.Text(s), room, " "), "\n") {
				lines = append(lines, " "+part)
			}
		}
	}
	if d.Stage == Asking {
		hint = "y replaces it, n cancels, e types another name"
	}
	lines = append(lines, "", " "+l.Dim.Render(l.Text(hint)))
	return Box(l, d.Title, lines[:max(0, min(len(lines), h-2))], -1, w)
}
