package ui

import (
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// change moves knobs, and what is on screen follows.
func (m *explorer) change(f func(*lab.Setting)) {
	m.Bench.Change(f)
	m.follow()
}

// follow asks for what the present screen needs, and starts its own work where there
// is cause.
func (m *explorer) follow() {
	m.dirty = true
	m.Require(m.screen().Need())
	m.buildPanel()
	m.startOwn()
}

// undo goes one step back.
func (m *explorer) undo() {
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

// forgetData drops what belongs to the data that were shown.
func (m *explorer) forgetData() {
	m.Forget()
	m.sendAll(screen.NewData{})
}

// chooseAxis sweeps over another parameter: the setting, or the screen if that has one of
// its own.
func (m *explorer) chooseAxis(name model.Name) {
	if own := m.screen(); own.Need().Over != "" {
		m.send(own, screen.SweepOver(name))
	} else {
		m.Sweep(name)
	}
	m.follow()
}

// buildPanel shows the knobs of what is shown, with their values.
func (m *explorer) buildPanel() {
	var list []widget.Knob
	for _, k := range m.Knobs() {
		list = append(list, widget.Knob{Param: k, Value: m.KnobText(k), Idle: m.Idle(k)})
	}
	m.panel.Set(list)
}

// freeze stops all computing until it is pressed again: knobs turn, and the
// figures stay. Files are read and written all the same.
func (m *explorer) freeze() {
	m.Bench.Freeze()
	if !m.Frozen() {
		m.follow()
		return
	}
	m.send(m.screen(), screen.Left{})
	m.sendAll(screen.Frozen{})
}
