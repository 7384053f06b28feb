package ui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// perform does what a screen wants done of its own accord: whatever asks for no other
// screen, other data or a menu, which only the user's keys do.
func (m *controller) perform(list []screen.Do) tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range list {
		switch d := one.(type) {
		case screen.Change:
			m.change(d)
		case screen.Show:
			m.charted = frame.First + frame.Pane(d)
		case screen.Tick:
			cmds = append(cmds, tea.Tick(time.Duration(d), func(time.Time) tea.Msg { return ticked{} }))
		default:
			if !screen.Apply(m.Bench, d) {
				panic(fmt.Sprintf("ui: %T is wanted, and not by a key", d))
			}
		}
	}
	return tea.Batch(cmds...)
}

// ticked arrives when the time of a screen.Tick is over.
type ticked struct{}

// send hands a message to a screen, and does what it wants done.
func (m *controller) send(to screen.Screen, msg any) tea.Cmd { return m.perform(to.Update(msg)) }

// sendAll hands a message to all screens.
func (m *controller) sendAll(msg any) {
	for _, s := range m.screens {
		m.send(s, msg)
	}
}

// change moves knobs, and what is on screen follows.
func (m *controller) change(f func(*lab.Setting)) {
	m.Bench.Change(f)
	m.follow()
}

// follow asks for what the present screen needs, and starts its own work where there
// is cause.
func (m *controller) follow() {
	m.dirty = true
	m.Require(m.screen().Need())
	m.buildPanel()
	m.startOwn()
}

// buildPanel shows the knobs of what is shown, with their values.
func (m *controller) buildPanel() {
	var list []widget.Knob
	moved, errors := m.Trail(m.Methods()[m.Pointed()].Name)
	for _, k := range m.Knobs() {
		knob := widget.Knob{Param: k, Value: m.KnobText(k), Idle: m.Idle(k)}
		if k.Name == moved {
			knob.Trail = widget.Sparkline(errors, &m.look)
		}
		list = append(list, knob)
	}
	m.panel.Set(list)
}

// startOwn starts the present screen's own work, where there is cause.
func (m *controller) startOwn() {
	if !m.Frozen() {
		m.perform(m.screen().Work())
	}
}

// undo goes one step back.
func (m *controller) undo() {
	was, figure, ok := m.Bench.Undo()
	if !ok {
		return
	}
	if was.Store != m.Setting().Store {
		m.sendAll(screen.NewData{})
	}
	if figure != "" {
		m.send(m.first(), screen.ShowValue(figure))
	}
	m.follow()
}

// freeze stops all computing until it is pressed again: knobs turn, and the
// figures stay. Files are read and written all the same.
func (m *controller) freeze() {
	m.Bench.Freeze()
	if !m.Frozen() {
		m.follow()
		return
	}
	m.send(m.screen(), screen.Left{})
	m.sendAll(screen.Frozen{})
}

// forgetData drops what belongs to the data that were shown.
func (m *controller) forgetData() {
	m.Forget()
	m.sendAll(screen.NewData{})
}

// pointAt points at a method: some charts are of that one.
func (m *controller) pointAt(i int) {
	m.Point(i)
	m.send(m.screen(), screen.Pointed{})
	m.startOwn()
}

// toggleMethod ticks a method or leaves it out.
func (m *controller) toggleMethod(i int) {
	m.Toggle(i)
	m.follow()
}

// openScreen shows another screen. The sweep starts anew where it asks for another; what
// has been computed before is there at once.
func (m *controller) openScreen(at int) {
	if at == m.at {
		return
	}
	m.send(m.screen(), screen.Left{})
	m.goTo(at)
	m.follow()
}
