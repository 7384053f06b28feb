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
	return save.Shown{State: &m.State, Look: &m.look, Chart: m.charts()[at], Built: m.built[at], Legend: m.legend(), Session: m.session,
		Text: func(w, h int) string { return m.chartText(at, w, h) }}
}

// write asks what to write. The chart is the one that has the focus, or had it last.
func (m *explorer) write() tea.Cmd {
	return m.carryOut(m.saver.Ask(m.Runner.Busy(job.Write), func() save.Shown { return m.shown(m.keyedChart()) }))
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

// keepKeys are those of keeping and comparing, on every screen.
func keepKeys() []binding {
	return []binding{
		{keys: []string{"p"}, show: "p", does: "pin the present curves for comparison (up to 3 times)", hint: "pin", in: onPanes, run: do(func(m *explorer) { m.PinCurves() })},
		{keys: []string{"P"}, show: "P", does: "remove the pinned curves", in: onPanes, run: do(func(m *explorer) { m.Unpin() })},
		{live: true, keys: []string{"f"}, show: "f", does: "freeze: knobs turn, but nothing is computed until f is pressed again", hint: "freeze", in: onPanes, run: do((*explorer).freeze)},
		{keys: []string{"e"}, show: "e", does: "show the focused pane alone, or all panes again", hint: "expand", in: onPanes, run: do(func(m *explorer) { m.expanded = !m.expanded })},
		{keys: []string{"t"}, show: "t", does: "show numbers in place of the charts, or the charts again", hint: "numbers", in: onPanes, run: do((*explorer).toggleNumbers)},
		{live: true, keys: []string{"c"}, show: "c", does: "copy the `gramscope sweep` command that computes these results, and show it", hint: "command", in: onPanes, run: (*explorer).copyCommand},
		{first: true, keys: []string{"w"}, show: "w", does: "write results, the session or a chart to a file", hint: "write", in: onPanes, run: (*explorer).write},
	}
}

// dialogKeys are those of the boxes that these open.
func dialogKeys() []binding {
	closed := do(func(m *explorer) { m.saver.Close() })
	return []binding{
		{keys: []string{"enter"}, show: "enter", does: "while typing a file name: write the file", hint: "write", in: inName, run: func(m *explorer) tea.Cmd { return m.carryOut(m.saver.Typed()) }},
		{keys: []string{"y"}, show: "y", does: "if the file exists: replace it", hint: "replace", in: inAsking, run: func(m *explorer) tea.Cmd { return m.carryOut(m.saver.Replace()) }},
		{keys: []string{"n"}, show: "n", does: "if the file exists: leave it as it is", hint: "leave it", in: inAsking, run: closed},
		{keys: []string{"e"}, show: "e", does: "if the file exists: type another name", hint: "another name", in: inAsking, run: do(func(m *explorer) { m.saver.Rename() })},
		{keys: []string{"enter", "c"}, show: "enter", does: "close the command that is shown", in: inShowing, run: closed},
		{show: "esc", hint: "leave", in: inName | inShowing},
	}
}
