package ui

// receive takes in a message of work in a lane. Stale ones do not come here.
func (m *explorer) receive(l lane, body any) {
	if l == filesLane {
		m.chooser.receive(body, m)
		return
	}
	m.dirty = true
	switch b := body.(type) {
	case foundWidths:
		m.known[b.key] = b.widths
		m.rank.request(m.setting, m.widths())
	case prepared:
		m.out.prepare(b)
		m.setting.axis = m.out.axis
		for _, text := range b.now.Notes {
			m.tell(text)
		}
		if b.refused != nil {
			m.complain(b.refused)
		}
	case row:
		m.take(b)
	case floor:
		m.out.floor[b.point] = b.value
	case best:
		m.out.best[b.method] = append(m.out.best[b.method], b.value)
	case curvePoint:
		m.rank.points = append(m.rank.points, b)
	case refusal:
		m.refuse(l, b.err)
	case crashed:
		m.refuse(l, b.err)
	case finished:
		if l == curveLane {
			m.rank.done = true
		} else {
			m.out.finished = true
			m.startCurve()
		}
	}
}

// take adds a finished run; the first one ends the life of what is stale.
func (m *explorer) take(r row) {
	m.out.add(r)
	if m.out.rows {
		m.old = nil
	}
	for _, text := range r.result.Warnings {
		if !r.onGrid && !m.warned[text] {
			m.warned[text] = true
			m.tell(r.result.Method + ": " + text)
		}
	}
	if r.onGrid || m.out.refused != nil {
		m.startCurve()
	}
}

// startCurve starts the curve that is wanted, once the sweep has shown its
// first figures and so has prepared a plan.
func (m *explorer) startCurve() {
	if !m.rank.wanted || m.out.plan == nil {
		return
	}
	m.rank.request(m.setting, m.widths())
	m.rank.wanted, m.rank.points = false, nil
	if m.rank.dimension {
		m.launch(curveLane, effectiveDimensions(m.runner, m.out.plan, m.rank.axis()))
	} else if m.rank.key.hi > 0 {
		m.launch(curveLane, stableRanks(m.out.plan, m.rank.axis()))
	}
}

func (m *explorer) refuse(l lane, err error) {
	if l == sweepLane {
		m.failed = err
	}
	m.complain(err)
}

// tell shows a note in the footer; several are joined.
func (m *explorer) tell(text string) {
	if m.note.text != "" {
		text = m.note.text + "; " + text
	}
	m.note = note{text, m.note.alarm}
}

// complain shows an error in the footer.
func (m *explorer) complain(err error) {
	m.note = note{err.Error(), true}
}
