package ui

import (
	"fmt"
	"strings"

	"gramscope/model/tune"
)

// receive takes in a message of work in a lane. Stale ones do not come here.
func (m *explorer) receive(l lane, body any) {
	if l == filesLane {
		m.chooser.receive(body, m)
		return
	}
	if l == writeLane {
		m.written(body)
		return
	}
	if l == rescueLane {
		m.rescueWritten(body)
		return
	}
	switch b := body.(type) {
	case entered:
		m.out.enter(b)
		return
	case beat: // what is drawn anew at every message is all that has changed
		return
	}
	m.dirty = true
	switch b := body.(type) {
	case foundWidths:
		m.known[b.key] = b.widths
		m.requestCurve()
		m.startOwn()
	case prepared:
		m.out.prepare(b, m.speed, m.workers)
		*m.swept() = m.out.axis
		for _, text := range b.now.Notes {
			m.keep(text)
		}
		if b.refused != nil {
			m.complain(b.refused)
		}
	case row:
		m.take(b)
	case floor:
		m.out.floor[b.point] = b.value
	case compared:
		m.out.replace(b)
	case best:
		m.out.best[b.method] = append(m.out.best[b.method], b.value)
	case curvePoint:
		m.rank.points = append(m.rank.points, b)
	case searching:
		m.heat.lay(b.on)
		if b.on.n < b.on.of {
			m.keep(fmt.Sprintf("the map of γ and μ is computed on %d of the %d rows", b.on.n, b.on.of))
		}
		for _, text := range b.notes {
			m.keep(text)
		}
	case tune.Event:
		m.heat.take(b)
	case spectrumOf, exactSpectrum, degreesFound, coherenceFound:
		m.spectrum.take(b)
	case cloudFound, landmarksFound:
		m.points.take(b)
	case scoresFound:
		if l == pointsLane {
			m.points.take(b)
		} else {
			m.spectrum.take(b)
		}
	case streamStep:
		m.stream.take(b)
	case mapsFound:
		m.maps.now, m.maps.old = &b, nil
	case refusal:
		m.refuse(l, b.err)
	case crashed:
		m.refuse(l, b.err)
	case finished:
		m.finish(l)
	}
}

// finish notes that the work of a lane has ended.
func (m *explorer) finish(l lane) {
	switch l {
	case curveLane:
		m.rank.done = true
	case tuneLane:
		m.heat.done = true
	case spectrumLane:
		m.spectrum.done = true
	case pointsLane:
		m.points.done = true
	case matrixLane:
		m.maps.done = true
	case streamLane:
		m.stream.done = true
	default:
		m.out.finished = true
		m.startCurve()
	}
}

// take adds a finished run; the first one ends the life of what is stale.
func (m *explorer) take(r row) {
	m.out.add(r)
	if m.out.rows && m.old != nil {
		m.old, m.errors.held, m.learned.held = nil, false, false // nor shall its y range outlive it
	}
	if !r.onGrid {
		for _, text := range r.result.Warnings {
			m.warn(r.result.Method, text)
		}
	}
	looksAt := m.focus == secondPane || m.charted == secondPane
	if m.out.done == m.out.total || looksAt && r.onGrid { // before that the runs have the processors
		m.startCurve()
	}
}

// startCurve starts the curve that is wanted, once the sweep has shown its
// first figures and so has prepared a plan.
func (m *explorer) startCurve() {
	if m.frozen || !m.rank.wanted || m.out.plan == nil || !m.shows(onRank) {
		return
	}
	m.requestCurve()
	m.rank.wanted, m.rank.points = false, nil
	if m.rank.dimensionShown(m.setting) {
		m.launch(curveLane, effectiveDimensions(m.runner, m.out.plan, m.rank.axis()))
	} else if m.rank.key.hi > 0 {
		m.launch(curveLane, stableRanks(m.out.plan, m.rank.axis()))
	}
}

func (m *explorer) refuse(l lane, err error) {
	if l == sweepLane {
		m.failed = err
		if m.out.done == 0 { // nor will there be figures: what is stale gives way to the reason
			m.old = nil
			clear(m.before)
		}
	}
	if l == tuneLane {
		m.heat.failed, m.heat.old = err, nil
	}
	switch l { // a picture that failed gives way to the reason
	case spectrumLane:
		m.spectrum.failed, m.spectrum.old = err, spectra{}
	case pointsLane:
		m.points.failed, m.points.old = err, cast{}
	case matrixLane:
		m.maps.failed, m.maps.old = err, nil
	case streamLane:
		m.stream.failed, m.stream.old = err, passage{}
	}
	m.complain(err)
}

// warn tells what there is to know about a run. What concerns the data comes
// with every method's rows.
func (m *explorer) warn(method, text string) {
	if !strings.HasPrefix(text, constantColumns) {
		text = method + ": " + text
	}
	m.keep(text)
}

// constantColumns begins a warning that names other columns at every repetition.
const constantColumns = "constant columns"

// keep tells something once, and keeps it for the help.
func (m *explorer) keep(text string) {
	kind := text
	if strings.HasPrefix(text, constantColumns) {
		kind = constantColumns
	}
	if m.warned[kind] {
		return
	}
	m.warned[kind] = true
	m.notes = append(m.notes, inKeys(text))
	m.tell(text)
}

// tell shows a note in the footer; several are joined.
func (m *explorer) tell(text string) {
	text = inKeys(text)
	if m.note.text != "" {
		text = m.note.text + "; " + text
	}
	m.note = note{text, m.note.alarm}
}

// complain shows an error in the footer.
func (m *explorer) complain(err error) {
	m.note = note{inKeys(err.Error()), true}
}
