package ui

import "gramscope/model/sweep"

// shown is a figure that the error chart can show: a column of the results.
type shown struct {
	column sweep.Column
	label  string // in the menu and the title
	floor  bool   // whether the best rank-r error bounds it
}

// shownValues lists what `v` offers, in this order.
func shownValues() []shown {
	list := []shown{
		{label: "error", column: column("error"), floor: true},
		{label: "spectral error", column: column("error_spectral")},
		{label: "trace error", column: column("error_trace")},
		{label: "stable rank", column: column("stable_rank_approx")},
		{label: "time", column: column("seconds")},
		{label: "memory", column: column("bytes")},
		{label: "entries", column: column("entries")},
	}
	return list
}

// logChoice says whether an axis is logarithmic: as the data ask for until the
// user decides.
type logChoice struct {
	decided, log bool
	auto         bool // what the data ask for
}

func (c logChoice) on() bool {
	if c.decided {
		return c.log
	}
	return c.auto
}

func (c *logChoice) toggle() { c.decided, c.log = true, !c.on() }
