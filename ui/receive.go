package ui

import (
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
)

// receive handles a result of a background job. The runner drops results of jobs that have been replaced.
func (m *explorer) receive(l job.Kind, body any) {
	switch b := body.(type) {
	case learnedSteps:
		if m.learning != nil {
			m.learning.evaluations = int(b)
		}
		return
	}
	if l == job.Pixels { // which nothing else depends on
		m.takePicture(body)
		return
	}
	m.dirty = true
	switch l {
	case job.Files:
		if done, ok := body.(chooser.Completed); ok && m.line.Open {
			if m.line.Completed(m.scope(), done.Of, done.Paths); len(done.Paths) == 0 {
				m.Info("nothing begins with " + done.Of)
			}
			return
		}
		m.carryOut(m.chooser.Update(body))
		m.keepSession()
	case job.Write:
		m.carryOut(m.saver.Update(body))
	case job.Keep:
		m.keeping(body)
	case job.Widths:
		m.learned(body)
	case job.Sweep, job.Preview, job.Programs:
		m.Bench.Receive(l, body)
		switch body.(type) { // jobs that wait for the end of the sweep can start
		case lab.Prepared: // which may have chosen the axis
			m.keepSession()
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
