package ui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
	"gramscope/model/flagtext"
	"gramscope/model/job"
	"gramscope/ui/save"
	"gramscope/ui/widget"
)

// shown is what can be written of a chart's screen.
func (m *explorer) shown(at int) save.Shown {
	return save.Shown{State: &m.State, Look: &m.look, Chart: m.charts()[at], Built: m.built[at], Legend: legend(&m.State, &m.look), Session: m.session,
		Text: func(w, h int) string { return m.text(at, m.charts()[at], w, h, &m.look) }}
}

// write asks what to write. The chart is the one that has the focus, or had it last.
func (m *explorer) write() tea.Cmd {
	window := m.View() // without the dialog, which opens now
	return m.carryOut(m.saver.Ask(m.Runner.Busy(job.Write), func() save.Shown {
		s := m.shown(m.keyedChart())
		s.Window = window
		return s
	}))
}

// copyCommand hands the equivalent command to the terminal's clipboard, and shows
// it, since not every terminal takes it.
func (m *explorer) copyCommand() tea.Cmd {
	args, err := flagtext.Present(&m.State, m.loading.Header)
	if err != nil {
		m.Complain(err)
		return nil
	}
	line := legible.Shell(append([]string{"gramscope"}, args...)...)
	m.saver.Dialog = widget.Dialog{Stage: widget.Showing, Title: "this sweep as a command, copied if the terminal allows it", Told: line}
	out := m.output
	return func() tea.Msg {
		if out != nil { // the terminal's own writes hold a lock, so that these bytes stay together
			_, _ = io.WriteString(out, ansi.SetSystemClipboard(line)) // a terminal that takes no bytes shows nothing either
		}
		return nil
	}
}
