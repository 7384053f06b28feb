package ui

import (
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/screen"
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
	if m.Ask(m.screen().need(m)) && m.Recorded == nil {
		m.requestCurve()
	}
	m.buildPanel()
	m.startOwn()
}

// undo goes one step back.
func (m *explorer) undo() {
	was, figure, ok := m.Bench.Undo()
	if !ok {
		return
	}
	if was.Store != m.Setting.Store {
		m.freshViews()
	}
	if was.Axis.Name != m.Setting.Axis.Name {
		m.errors.fresh()
	}
	if figure != "" {
		m.errors.choose(figure)
	}
	m.follow()
}

// forgetData drops what belongs to the data that were shown.
func (m *explorer) forgetData() {
	m.Forget()
	m.freshViews()
}

// freshViews has the screens forget what belongs to the data that were shown.
func (m *explorer) freshViews() {
	m.rank = rankView{dimension: m.rank.dimension, Axes: curve.Axes{X: m.rank.X}}
	m.errors.fresh()
	for _, s := range m.own {
		m.carry(s.Update(screen.NewData{}))
	}
}

// chooseAxis sweeps over another parameter.
func (m *explorer) chooseAxis(name string) {
	if m.Recorded != nil {
		m.SweepRecorded(name)
		m.errors.fresh()
		m.follow()
		return
	}
	m.change(func(*lab.Setting) { m.sweepOver(name) })
}

// sweepOver chooses the swept parameter.
func (m *explorer) sweepOver(name string) {
	m.Bench.SweepOver(name)
	m.errors.fresh()
}
