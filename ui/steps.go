package ui

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
	"gramscope/ui/screen/lessons"
)

// stepOpen stands for an open step of a lesson among the keys of screens, in place of the screen that it hides.
const stepOpen = "step"

// stepKeys returns the keys of an open step of a lesson.
func stepKeys() []binding {
	up := func(m *explorer, by int) { m.lessons.Move(0, -by) }
	right := func(m *explorer, by int) { m.lessons.Move(by, 0) }
	list := []binding{
		{keys: "up down", show: "↑↓", does: "choose the answer above or below, or move the point that is drawn",
			hint: "answer", by: up},
		{keys: "left right", show: "←→",
			does: "draw at the value before or after; of a class, take or give the answer a hand", by: right},
		{show: "←→↑↓", hint: "draw"},
		{show: "0–9", hint: "hands"},
		{keys: "enter", does: "give the answer that is chosen, or end the drawing; a click does so, too", hint: "enter",
			run: say((*lessons.Screen).Enter)},
		{keys: "S", does: "skip the step", hint: "skip", in: onPanes, run: say((*lessons.Screen).Skip)},
	}
	const digits = "0123456789"
	for i, digit := range strings.Split(digits, "") {
		list = append(list, binding{keys: digit, does: "give that answer, or of a class its hands; else open the screen",
			run: do(func(m *explorer) {
				if !m.lessons.Digit(i) && i > 0 && i <= len(m.screens) {
					m.openScreen(i - 1)
				}
			})})
	}
	for i := range list {
		list[i].in = cmp.Or(list[i].in, onFirst)
	}
	return list
}

// followStep moves the focus to a step that has opened, and to the text behind the last one that was answered.
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

// say returns a handler that has the lessons do something, and shows their message.
func say(what func(*lessons.Screen) string) func(*explorer) tea.Cmd {
	return do(func(m *explorer) {
		if note := what(m.lessons); note != "" {
			m.Info(note)
		}
	})
}

// turnPage returns a handler that goes to the next page or step of the open lesson, or to the one before.
func turnPage(turn func(*lessons.Screen) string) func(*explorer) tea.Cmd {
	return func(m *explorer) tea.Cmd {
		if m.layout.Panes[frame.Knobs].W == 0 && !m.lessons.Fills() { // the text is out of sight
			m.focusOn(frame.Knobs)
			return nil
		}
		return say(turn)(m)
	}
}
