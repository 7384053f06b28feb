package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/look"
	"gramscope/ui/prompt"
	"gramscope/ui/screen"
)

// footer returns the keys that matter now, or the note, or the command that is typed: what
// stands in the frame's last line, and what takes lines above it.
func (m *explorer) footer() (end string, above []string) {
	f := footer{m.Note, m.Notes, m.w, m.h, &m.look}
	switch {
	case m.line.Open:
		return f.command(&m.line, m.scope())
	case m.Note.Text == "":
		return m.hints(m.w - 4), nil
	}
	return f.message()
}

// hints names the keys of the present mode, as many as fit; help and quit
// stay, and the way to the other panes comes first where one is on screen, and
// early where a chart is hidden.
func (m *explorer) hints(w int) string {
	var hints []string
	var always string
	alone := m.layout.Panes[m.focus].W == m.w-2
	hidden := len(m.charts()) == 2 && m.layout.Panes[frame.First].W*m.layout.Panes[frame.Second].W == 0
	in, on := m.mode(), m.on()
	for _, b := range m.keys {
		if !b.applies(in, on) || b.hint == "" || b.hint == "crosshair" && m.sampledChart() < 0 {
			continue
		}
		word := m.hint(b.hint)
		if word == "" { // the screen has no use for the key
			continue
		}
		text := m.look.Bar.Render("  ") + m.look.Key.Render(m.look.Text(b.show)) + m.look.Bar.Render(" "+m.look.Text(word))
		switch {
		case b.hint == "help" || b.hint == "quit":
			always += text
		case b.hint == "pane" && alone:
			hints = slices.Insert(hints, 0, text)
		case b.hint == "pane" && hidden:
			hints = slices.Insert(hints, min(2, len(hints)), text)
		default:
			hints = append(hints, text)
		}
	}
	line := ""
	for _, h := range hints {
		if ansi.StringWidth(line+h+always)-2 > w {
			break
		}
		line += h
	}
	return ansi.TruncateLeft(line+always, 2, "")
}

// hint returns the word for a key in the footer, or "" to leave the key out.
func (m *controller) hint(word string) string {
	s := m.screen()
	text := s.Hint(word, m.keyedChart(), m.focused())
	if !m.reading() || text == "" {
		return text
	}
	if word == "change" && m.mode() != onText {
		k := m.panel.Knob()
		return k.Symbol + " = " + m.KnobText(k)
	}
	others := slices.Contains([]string{"change", "page", "type"}, word) || slices.ContainsFunc(s.Keys(), func(k screen.Key) bool { return k.Hint == word })
	if m.mode() == onText && others { // what is said of the keys that are not the text's
		return ""
	}
	return text
}

// footer draws notes and commands.
type footer struct {
	note  lab.Note
	notes []string // that the help keeps
	w, h  int      // of the window
	look  *look.Look
}

func (f footer) style() lipgloss.Style {
	if f.note.Alarm {
		return f.look.OnBar(f.look.Alarm)
	}
	return f.look.OnBar(f.look.Strong)
}

// message is the end of the note, and what of it stands above.
func (f footer) message() (end string, above []string) {
	l, style := f.look, f.style()
	text := strings.Split(ansi.Wrap(l.Text(f.note.Text), f.w-4, " "), "\n")
	most := 2 // a note shall not bury the table
	if f.note.Alarm {
		most = 4
	}
	if most = max(1, min(most, f.h-4)); len(text) > most {
		end := l.Text("…")
		if slices.ContainsFunc(f.notes, func(s string) bool { return strings.Contains(f.note.Text, s) }) {
			end += " ? shows all"
		}
		text = text[:most]
		text[most-1] = ansi.Truncate(text[most-1], max(0, f.w-4-ansi.StringWidth(end)), "") + end
	}
	last := len(text) - 1
	for _, s := range text[:last] {
		above = append(above, style.Render(l.Fit(" "+s, f.w-2)))
	}
	return style.Render(text[last]), above
}

// command is the line that is typed, and what stands above it: what is wrong
// with it, or what it may become.
func (f footer) command(typed *prompt.Line, in prompt.Scope) (line string, above []string) {
	l, most := f.look, max(1, min(6, f.h/3))
	line = l.Accent.Render(typed.Tail(":", f.w-5, l))
	if f.note.Text == "" {
		return line, typed.Ways(in, f.w-2, most, l)
	}
	for s := range strings.SplitSeq(ansi.Wrap(l.Text(f.note.Text), f.w-4, " "), "\n") {
		above = append(above, f.style().Render(l.Fit(" "+s, f.w-2)))
	}
	if above = above[:min(len(above), most)]; typed.Selected() && len(above) < most {
		above = append(above, l.Dim.Render(l.Fit(l.Text(" typing replaces it; ← or ↑ mends it"), f.w-2)))
	}
	return line, above
}
