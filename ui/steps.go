package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

// stepOpen stands for an open step of a lesson among the keys of screens, in place of the screen that it hides.
const stepOpen = "step"

// followStep moves the focus to a step that has opened, and back to the text after the last step was answered.
func (m *explorer) followStep() {
	stage := ""
	if m.reading() {
		stage = m.lessons.Stage()
	}
	if stage == m.asked {
		return
	}
	m.asked, m.dirty = stage, true
	switch {
	case !m.reading():
	case stage != "":
		m.focusOn(frame.First)
	case m.focus == frame.First:
		m.focusOn(frame.Knobs)
	}
}

// turnPage returns a handler that goes to the next page or step of the open lesson, or to the one before.
func turnPage(turn func(*lessons.Screen) []screen.Do) func(*explorer) tea.Cmd {
	return func(m *explorer) tea.Cmd {
		if m.layout.Panes[frame.Knobs].W == 0 && !m.lessons.Fills() { // the text is hidden: show it first
			m.focusOn(frame.Knobs)
			return nil
		}
		return m.carryOut(turn(m.lessons))
	}
}
