package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/screen"
)

// keyboard handles a message of one key or several.
func (m *explorer) keyboard(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	m.pointOut(spot{}) // the mouse rests while keys are pressed
	for _, key := range expand(msg) {
		m.Note, m.dirty = lab.Note{}, true
		ok := m.safely(func() {
			if m.faults.blank && key.Type == tea.KeyEsc {
				m.retreat()
			}
			cmds = append(cmds, m.key(key))
		})
		if !ok && key.Type == tea.KeyCtrlC { // ends the program whatever its state is
			cmds = append(cmds, tea.Quit)
		}
	}
	return tea.Batch(cmds...)
}

// key runs the binding of a key, or types it where text is typed.
func (m *explorer) key(pressed tea.KeyMsg) tea.Cmd {
	if b, ok := find(m.keys, m.mode(), m.on(), pressed.String()); ok && !pressed.Paste {
		return b.run(m)
	}
	if open := m.open(); len(open) > 0 && open[0].typed != nil {
		open[0].typed.Key(pressed)
		m.line.Typed()
	}
	return nil
}

// expand splits a message into single keys. Several keys that arrive in one read, such as those of a key held down,
// are one message with many runes.
func expand(msg tea.KeyMsg) []tea.KeyMsg {
	if msg.Type != tea.KeyRunes || msg.Paste || len(msg.Runes) < 2 {
		return []tea.KeyMsg{msg}
	}
	keys := make([]tea.KeyMsg, len(msg.Runes))
	for i, r := range msg.Runes {
		keys[i] = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
	}
	return keys
}

// escape leaves the topmost modal. Without one it leaves the crosshair, a pane that is expanded, a lesson, or the numbers.
func (m *explorer) escape() {
	if open := m.open(); len(open) > 0 {
		m.carryOut(open[0].escape())
		return
	}
	switch {
	case m.learning != nil:
		m.stopLearning("the widths are as they were")
	case m.cross.On:
		m.cross.On = false
	case m.alone() || m.arranged == presented:
		m.showAll()
	case !m.numbers && m.reading():
		m.closeLesson()
	default:
		m.numbers = false
		m.send(m.screen(), screen.Escaped{})
	}
}
