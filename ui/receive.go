package ui

import (
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
)

// receive handles what a background job has found. Results of jobs that have been
// replaced do not come here.
func (m *explorer) receive(l job.Kind, body any) {
	switch body.(type) {
	case lab.Entered:
		m.Bench.Receive(body)
		return
	case lab.Tick: // what is drawn anew at every message is all that has changed
		return
	}
	m.dirty = true
	switch l {
	case job.Files:
		if done, ok := body.(chooser.Completed); ok && m.line.Open {
			if m.line.Completed(m.scope(), done.Of, done.Text) && done.Note != "" {
				m.Info(done.Note)
			}
			return
		}
		m.carryOut(m.chooser.Update(body))
	case job.Write:
		m.carryOut(m.saver.Update(body))
	case job.Rescue:
		m.rescueWritten(body)
	case job.Sweep:
		m.Bench.Receive(body)
		switch body.(type) { // what waits for the sweep may start
		case lab.FoundWidths, lab.Row, job.Finished:
			m.startOwn()
		}
	default:
		for _, s := range m.screens {
			if s.JobKind() == l {
				m.carryOut(s.Update(body))
			}
		}
	}
}
