package ui

import (
	"gramscope/model/lab"
	"gramscope/ui/chooser"
)

// receive handles what a background job has found. Results of jobs that have been
// replaced do not come here.
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
		if done, ok := body.(chooser.Completed); ok && m.line.Open {
			m.completedPath(done)
			return
		}
		m.carryOut(m.chooser.Update(body))
	case lab.WriteLane:
		m.carryOut(m.saver.Update(body))
	case lab.RescueLane:
		m.rescueWritten(body)
	case lab.SweepLane:
		m.Bench.Receive(body)
		m.followSweep(body)
	default:
		for _, s := range m.screens {
			if s.Lane() == l {
				m.send(s, body)
			}
		}
	}
}

// followSweep starts what waits for the sweep.
func (m *explorer) followSweep(body any) {
	switch body.(type) {
	case lab.FoundWidths, lab.Row, lab.Finished:
		m.startOwn()
	}
}
