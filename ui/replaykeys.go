package ui

import tea "github.com/charmbracelet/bubbletea"

// replayKeys are those of a replay, which go before all others while nothing is open.
func replayKeys() []binding {
	step := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.stepBy(by) }) }
	faster := func(factor float64) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.playFaster(factor) }
	}
	return []binding{
		{keys: []string{" "}, show: "space", does: "stop, and show the next state of the log", hint: "next", in: inReplay, run: step(1)},
		{keys: []string{"backspace"}, show: "backspace", does: "stop, and show the state before", hint: "back", in: inReplay, run: step(-1)},
		{keys: []string{"enter"}, show: "enter", does: "stop, or go on by itself", hint: "play", in: inReplay, run: (*explorer).playOrPause},
		{keys: []string{"+", "="}, show: "+", does: "faster", in: inReplay, run: faster(2)},
		{keys: []string{"-"}, show: "-", does: "slower", in: inReplay, run: faster(0.5)},
		{show: "+ -", hint: "speed", in: inReplay},
		{keys: []string{"esc"}, show: "esc", does: "show all panes again if a chart is shown alone; else end the replay: the present state stays, and all keys are the explorer's", hint: "end", in: inReplay, run: do((*explorer).leaveReplay)},
		{show: "other keys", does: "as without a replay, which they stop: space goes on with the log", in: inReplay},
	}
}
