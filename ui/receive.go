package ui

import "gramscope/ui/lab"

// receive takes in a message of work in a lane. Stale ones do not come here.
func (m *explorer) receive(l lab.Lane, body any) {
	switch body.(type) {
	case lab.Entered:
		m.Bench.Receive(body)
		return
	case lab.Beat: // what is drawn anew at every message is all that has changed
		return
	}
	m.dirty = true
	switch l {
	case lab.FilesLane:
		m.chooser.receive(body, m)
	case lab.WriteLane:
		m.written(body)
	case lab.RescueLane:
		m.rescueWritten(body)
	case lab.SweepLane:
		m.Bench.Receive(body)
		m.followSweep(body)
	case lab.CurveLane:
		m.told(m.rank.receive(body))
	case lab.TuneLane:
		m.carry(m.own["6"].Update(body))
	case lab.SpectrumLane:
		m.carry(m.own["2"].Update(body))
	case lab.PointsLane:
		m.carry(m.own["3"].Update(body))
	case lab.MatrixLane:
		m.carry(m.own["4"].Update(body))
	case lab.StreamLane:
		m.carry(m.own["5"].Update(body))
	}
}

// told tells what the owner of a lane has to say: an error, or notes to keep.
func (m *explorer) told(notes []string, err error) {
	for _, text := range notes {
		m.Keep(text)
	}
	if err != nil {
		m.Complain(err)
	}
}

// followSweep starts what waits for the sweep.
func (m *explorer) followSweep(body any) {
	switch b := body.(type) {
	case lab.FoundWidths:
		m.requestCurve()
		m.startOwn()
	case lab.Row:
		if b.OnGrid || m.Out.Refused != nil {
			m.startCurve()
		}
	case lab.Finished:
		m.startCurve()
	}
}

// startCurve starts the curve that is wanted, once the sweep has shown its
// first figures and so has prepared a plan.
func (m *explorer) startCurve() {
	if m.Frozen || !m.rank.wanted || m.Out.Plan == nil || !m.shows(onRank) {
		return
	}
	m.requestCurve()
	m.rank.wanted, m.rank.points = false, nil
	if m.rank.dimensionShown(m.Setting) {
		m.Launch(lab.CurveLane, lab.EffectiveDimensions(m.Runner, m.Out.Plan, m.rank.axis()))
	} else if m.rank.key.hi > 0 {
		m.Launch(lab.CurveLane, lab.StableRanks(m.Out.Plan, m.rank.axis()))
	}
}
