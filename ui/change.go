package ui

import (
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// ticked is the message at the end of a screen.Tick.
type ticked struct{}

// send passes a message to a screen and carries out what the screen asks for.
func (m *controller) send(to screen.Screen, msg any) tea.Cmd { return m.carryOut(to.Update(msg)) }

// sendAll passes a message to all screens.
func (m *controller) sendAll(msg any) {
	for _, s := range m.screens {
		m.send(s, msg)
	}
}

// change changes the setting and starts the work that follows from it.
func (m *controller) change(f func(*lab.Setting)) {
	m.Bench.Change(f)
	m.follow()
}

// follow requests what the present screen needs, and starts the screen's own work if that is needed.
func (m *controller) follow() {
	m.dirty = true
	m.checkLearning()
	m.Require(m.screen().Need())
	m.buildPanel()
	m.startOwn()
}

// buildPanel fills the panel with the knobs of the present setting and their values.
func (m *controller) buildPanel() {
	var list []widget.Knob
	for _, k := range m.knobsShown() {
		if k.Name == more {
			list = append(list, widget.Knob{Param: k})
			continue
		}
		knob := widget.Knob{Param: k, Value: m.KnobText(k), Idle: m.Idle(k)}
		if sigma := model.Sigma(nil); k.Name == model.GammaName && m.Computes() && m.Setting().Spec.Formula(k.Name) == "" {
			knob.Long = knob.Value + " " + sigma.Symbol + " " + m.KnobText(sigma)
		}
		if relevance, ok := m.Setting().Relevance(k.Name); ok {
			const longest = 6 // cells
			knob.Bar = m.look.Text(strings.Repeat("▇", int(math.Round(relevance*longest))))
		}
		list = append(list, knob)
	}
	m.panel.Set(list)
}

// startOwn starts the present screen's own work if that is needed.
func (m *controller) startOwn() {
	if !m.Frozen() {
		m.carryOut(m.screen().Work())
	}
}

// undo goes one step back.
func (m *controller) undo() {
	was, shown, ok := m.Bench.Undo()
	if !ok {
		return
	}
	if was.Store != m.Setting().Store {
		m.sendAll(screen.NewData{})
	}
	if before, changed := shown.([]session.Field); changed {
		m.setShown(before)
	}
	m.follow()
}

// freeze stops or resumes all computing. While it is stopped, knobs can be turned and figures do not change; files
// are still read and written.
func (m *controller) freeze() {
	m.Bench.Freeze()
	m.stopLearning("the widths are as they were")
	if !m.Frozen() {
		m.follow()
		return
	}
	m.send(m.screen(), screen.Left{})
	m.sendAll(screen.Frozen{})
}

// forgetData drops the state that belongs to the previous data.
func (m *controller) forgetData() {
	m.stopLearning("its data are gone")
	m.Forget()
	m.sendAll(screen.NewData{})
}

// pointAt moves the table's pointer to a method, which charts of one method show.
func (m *controller) pointAt(i int) {
	m.Point(i)
	m.startOwn()
}

// toggleMethod ticks a method or leaves it out.
func (m *controller) toggleMethod(i int) {
	m.Toggle(i)
	m.follow()
}

// openScreen shows another screen. The sweep is restarted if the screen needs other figures; what is already
// computed is shown at once.
func (m *controller) openScreen(at int) {
	if at == m.at {
		return
	}
	m.send(m.screen(), screen.Left{})
	m.goTo(at)
	m.follow()
}
