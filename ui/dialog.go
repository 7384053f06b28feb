package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/widget"
)

// dialogStage is what is asked or said in a box over the screen.
type dialogStage int

const (
	silent  dialogStage = iota
	naming              // the name of a file to write, in the field
	asking              // whether to replace it
	showing             // something to read
)

// dialog is a box over the screen.
type dialog struct {
	field widget.Field // the name being typed
	stage dialogStage
	title string
	text  string
}

// dialogBox draws it, in at most w×h cells.
func (m *explorer) dialogBox(w, h int) string {
	d, l := &m.dialog, &m.look
	room := max(1, w-6)
	var lines []string
	switch d.stage {
	case silent:
		return ""
	case naming:
		lines = []string{"", " " + m.dialog.field.Tail("", room, l), "", " " + l.Dim.Render(l.Text("enter writes it, esc leaves"))}
	default:
		lines = []string{""}
		for _, s := range strings.Split(ansi.Wrap(l.Text(d.text), room, " "), "\n") {
			lines = append(lines, " "+s)
		}
		hint := "esc closes"
		if d.stage == asking {
			hint = "y replaces it, n leaves it, e types another name"
		}
		lines = append(lines, "", " "+l.Dim.Render(l.Text(hint)))
	}
	if len(lines) > h-2 {
		lines = lines[:max(0, h-2)]
	}
	return widget.Box(l, d.title, lines, -1, w)
}

// closeDialog leaves it.
func (m *explorer) closeDialog() {
	if m.dialog.stage == naming {
		m.dialog.field.Stop()
	}
	m.dialog = dialog{}
}
