package ui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/save"
)

// shown returns what w can write while the chart at that index has the focus.
func (m *window) shown(at int) save.Shown {
	lesson := m.lessons.Answered()
	if lesson != "" {
		lesson += "-" + strconv.FormatInt(m.began.UnixMicro()%(36*36*36*36*36), 36)
	}
	return save.Shown{Lesson: lesson, State: &m.State, Look: &m.look, Chart: m.charts()[at], Built: m.built[at], Legend: legend(&m.State, &m.look), Session: m.sessionWithResults,
		Text: func(w, h int) string { return m.text(at, m.charts()[at], w, h, &m.look, nil) }}
}

// write asks what to write. The chart is the one that has the focus, or had it last.
func (m *explorer) write() tea.Cmd {
	m.layOut() // a key that arrived together with this one may have changed the screen
	shown := m.shown(m.keyedChart())
	shown.Window = m.drawWindow(false) // without the menu, which opens now
	return m.carryOut(m.saver.Ask(m.Runner.Busy(job.Write), shown))
}
