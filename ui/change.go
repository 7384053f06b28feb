package ui

// change moves knobs, and what is on screen follows.
func (m *explorer) change(f func(*setting)) {
	m.bench.change(f)
	m.follow()
}

// follow asks for what the present screen needs, and starts its own work where there
// is cause.
func (m *explorer) follow() {
	m.dirty = true
	if m.ask(m.screen().need(m)) && m.recorded == nil {
		m.requestCurve()
	}
	m.buildPanel()
	m.startOwn()
}

// undo goes one step back.
func (m *explorer) undo() {
	was, figure, ok := m.bench.undo()
	if !ok {
		return
	}
	if was.store != m.setting.store {
		m.freshViews()
	}
	if was.axis.Name != m.setting.axis.Name {
		m.errors.fresh()
	}
	if figure != "" {
		m.errors.choose(figure)
	}
	m.follow()
}

// forgetData drops what belongs to the data that were shown.
func (m *explorer) forgetData() {
	m.forget()
	m.freshViews()
}

// freshViews has the screens forget what belongs to the data that were shown.
func (m *explorer) freshViews() {
	m.rank = rankView{dimension: m.rank.dimension, axes: axes{x: m.rank.x}}
	m.errors.fresh()
	m.learned.fresh()
	m.heat = heatView{}
	m.spectrum.fresh()
	m.points.fresh()
	m.maps = mapsView{first: m.maps.first}
	m.stream.fresh()
}

// chooseAxis sweeps over another parameter.
func (m *explorer) chooseAxis(name string) {
	if m.recorded != nil {
		m.sweepRecorded(name)
		m.errors.fresh()
		m.follow()
		return
	}
	m.change(func(*setting) { m.sweepOver(name) })
}

// sweepOver chooses the swept parameter.
func (m *explorer) sweepOver(name string) {
	m.bench.sweepOver(name)
	m.errors.fresh()
}
