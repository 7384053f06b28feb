package ui

import (
	"reflect"
	"time"

	"gramscope/model/sweep"
)

// maxUndo is how many steps `u` can go back.
const maxUndo = 200

// change moves knobs: f changes the setting, the rest follows from that.
func (m *explorer) change(f func(*setting)) {
	before := m.setting.clone()
	f(&m.setting)
	for _, text := range m.setting.clamp(before) {
		m.tell(text)
	}
	m.undone = append(m.undone, before)
	if len(m.undone) > maxUndo {
		m.undone = m.undone[1:]
	}
	m.follow()
	if m.setting.sampled() && !before.sampled() {
		m.keep(m.setting.sampling())
	}
}

// follow lets the grid follow the knobs and starts the work anew.
func (m *explorer) follow() {
	m.refit(m.swept())
	m.restart()
}

// refit lets a grid follow the knobs.
func (m *explorer) refit(axis *sweep.Axis) {
	if p, ok := sweep.Parameter(sweep.Parameters(m.methods), axis.Name); ok {
		if grid, ok := m.lessonGrid(p); ok {
			*axis = grid
			return
		}
		*axis = m.setting.gridFor(p, m.widths(), *axis)
	}
}

// undo goes one step back.
func (m *explorer) undo() {
	if len(m.undone) == 0 {
		m.tell("nothing to undo")
		return
	}
	last := len(m.undone) - 1
	s := m.undone[last]
	m.undone = m.undone[:last]
	if s.store != m.setting.store {
		m.forgetData()
	}
	if s.axis.Name != m.setting.axis.Name {
		m.errors.fresh()
	}
	if s.figure != "" {
		m.errors.choose(s.figure)
		s.figure = ""
	}
	m.setting = s
	m.refit(&m.learned.axis)
	m.restart()
}

// forgetData drops what belongs to the data that were shown.
func (m *explorer) forgetData() {
	clear(m.known)
	clear(m.before)
	clear(m.warned)
	m.notes = nil
	m.old, m.rank = nil, rankView{dimension: m.rank.dimension, axes: axes{x: m.rank.x}}
	m.errors.fresh()
	m.learned.fresh()
	m.heat = heatView{}
	m.spectrum.fresh()
	m.points.fresh()
	m.maps = mapsView{first: m.maps.first}
	m.stream.fresh()
	m.runner.stop(curveLane)
	m.runner.stop(tuneLane)
	m.runner.stop(spectrumLane)
	m.runner.stop(pointsLane)
	m.runner.stop(matrixLane)
	m.runner.stop(streamLane)
}

// sweepOver chooses the swept parameter.
func (m *explorer) sweepOver(name string) {
	if p, ok := sweep.Parameter(sweep.Parameters(m.methods), name); ok {
		m.setting.axis = m.setting.gridFor(p, m.widths(), sweep.Axis{})
		m.errors.fresh()
	}
}

// restart drops what is under way and computes the present setting.
func (m *explorer) restart() {
	m.dirty, m.failed = true, nil
	m.weigh()
	if m.recorded != nil {
		m.out = m.recordedOutcome()
		m.buildPanel()
		return
	}
	if m.out.setting.store == m.setting.store { // else it is of other data
		if m.out.rows {
			m.old = m.out
		}
		for name, rows := range m.out.now {
			m.before[name] = rows
		}
	}
	more := m.lessonWants(m.screen().wants(m))
	total, best := m.out.total, m.out.best // shown until the new ones are known
	same := m.out.setting.store == m.setting.store && reflect.DeepEqual(m.out.setting.spec, m.setting.spec)
	m.out = newOutcome(m.setting.clone(), m.clock())
	if same { // only the charts want more of it
		m.out.best = best
	}
	m.out.axis, m.out.wants = *m.swept(), more
	m.out.total = total
	m.buildPanel()
	m.requestCurve()
	active := m.setting.active(m.methods)
	if len(active) == 0 {
		m.runner.stop(sweepLane)
		m.out.finished, m.out.total, m.old = true, 0, nil
		m.startOwn()
		return
	}
	t := &task{setting: m.setting.clone(), widths: m.widths(), methods: m.methods, workers: m.workers, wants: more, theory: m.errors.theory}
	started, clock := m.out.started, m.clock
	t.elapsed = func() time.Duration { return clock().Sub(started) }
	t.setting.spec, t.setting.axis = m.setting.runnable(), *m.swept()
	t.setting.spec.Methods = active
	if m.frozen {
		m.runner.stop(sweepLane)
		return
	}
	m.launch(sweepLane, t.run(m.runner))
	m.startOwn()
}
