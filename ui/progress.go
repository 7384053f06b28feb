package ui

import (
	"fmt"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// How much is told of the progress.
const (
	counted = iota // done of total
	timed          // the time left as well
	barred         // a bar as well
	staged         // what is being computed as well
)

// progress is done of total, with so much more. While runs go on each is of one width.
func (m *explorer) progress(more int) string {
	o := m.out
	switch {
	case m.frozen && more >= barred:
		return "frozen: f computes"
	case m.frozen:
		return "frozen"
	case m.failed != nil:
		return "stopped"
	case o.total == 0 && !o.finished:
		return "starting"
	case o.total == 0:
		return "idle"
	}
	counts := fmt.Sprintf("%*d/%d", len(fmt.Sprint(o.total)), o.done, o.total)
	switch {
	case more == counted || more == timed && o.done >= o.total:
		return counts
	case o.done >= o.total && !o.finished:
		if o.wants.Has(sweep.FigureExact) {
			return counts + " runs, exact …"
		}
		return counts + " runs, floor …"
	case o.done >= o.total:
		return counts + " runs, done"
	case more >= barred:
		counts += " runs " + chart.Bar(o.done, o.total, 8, m.look.Glyphs)
	}
	left := strings.Repeat(" ", len("12m34s left"))
	if d, ok := o.left(m.clock()); ok {
		left = fmt.Sprintf("%6s left", sweep.FormatTime(d))
	}
	if more < staged {
		return counts + " " + left
	}
	return fmt.Sprintf("%s %-*s %s", counts, sweep.StageWidth, o.stage(""), left)
}
