package ui

// receive takes in a message of work in a lane. Stale ones do not come here.
func (m *explorer) receive(l lane, body any) {
	switch body.(type) {
	case entered:
		m.bench.receive(body)
		return
	case beat: // what is drawn anew at every message is all that has changed
		return
	}
	m.dirty = true
	switch l {
	case filesLane:
		m.chooser.receive(body, m)
	case writeLane:
		m.written(body)
	case rescueLane:
		m.rescueWritten(body)
	case sweepLane:
		m.bench.receive(body)
		m.followSweep(body)
	case curveLane:
		m.told(m.rank.receive(body))
	case tuneLane:
		m.told(m.heat.receive(body))
	case spectrumLane:
		m.told(m.spectrum.receive(body))
	case pointsLane:
		m.told(m.points.receive(body))
	case matrixLane:
		m.told(m.maps.receive(body))
	case streamLane:
		m.told(m.stream.receive(body))
	}
}

// told tells what the owner of a lane has to say: an error, or notes to keep.
func (m *explorer) told(notes []string, err error) {
	for _, text := range notes {
		m.keep(text)
	}
	if err != nil {
		m.complain(err)
	}
}

// failureOf is the error of work that has ended with one.
func failureOf(body any) error {
	switch b := body.(type) {
	case refusal:
		return b.err
	case crashed:
		return b.err
	}
	return nil
}

// followSweep starts what waits for the sweep.
func (m *explorer) followSweep(body any) {
	switch b := body.(type) {
	case foundWidths:
		m.requestCurve()
		m.startOwn()
	case row:
		if b.onGrid || m.out.refused != nil {
			m.startCurve()
		}
	case finished:
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
