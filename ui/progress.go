package ui

import (
	"fmt"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// How much the header says about the progress.
const (
	counted = iota // done of total
	timed          // the time left as well
	barred         // a bar as well
	staged         // what is being computed as well
)

// progress is done of total, with so much more. While runs go on each is of one width.
func (m *explorer) progress(more int) string {
	o := m.Outcome()
	switch {
	case m.Frozen() && more >= timed:
		return "frozen: f resumes"
	case m.Frozen():
		return "frozen"
	case m.Failed() != nil:
		return "stopped"
	case o.Total() == 0 && !o.Finished():
		return "starting"
	case o.Total() == 0:
		return "idle"
	}
	counts := fmt.Sprintf("%*d/%d", len(fmt.Sprint(o.Total())), o.Done(), o.Total())
	switch {
	case more == counted:
		return counts
	case more == timed && o.Done() >= o.Total():
		return counts + " runs"
	case o.Done() >= o.Total() && !o.Finished():
		if o.Wants().Has(sweep.FigureExact) {
			return counts + " runs, exact …"
		}
		return counts + " runs, floor …"
	case o.Done() >= o.Total():
		return counts + " runs, done"
	case more >= barred:
		counts += " runs " + chart.Bar(o.Done(), o.Total(), 8, m.look.Glyphs)
	}
	left := strings.Repeat(" ", len("12m34s left"))
	if d, ok := o.Left(m.Clock()); ok {
		left = fmt.Sprintf("%6s left", sweep.FormatTime(d))
	}
	if more < staged {
		return counts + " " + left
	}
	return fmt.Sprintf("%s %-*s %s", counts, sweep.StageWidth, o.Stage(""), left)
}
