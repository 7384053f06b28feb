package ui

import (
	"strings"

	"gramscope/model/sweep"
)

// shown is a figure that the error chart can show: a column of the results.
type shown struct {
	column sweep.Column
	label  string // in the menu and the title
	floor  bool   // whether the best rank-r error bounds it
	unit   string // of its axis, "" for a plain number

	diagnostic bool // needs a sweep with diagnostics
	share      bool // the share of runs of which it is true, from 0 to 1
}

// heading is what the figure is, with its unit.
func (s shown) heading() string {
	text := s.label + ": " + s.column.Doc
	if strings.HasPrefix(s.column.Doc, s.label) { // it says it all
		text = s.column.Doc
	}
	return text + s.inUnit()
}

func (s shown) inUnit() string {
	if s.unit == "" {
		return ""
	}
	return " in " + s.unit
}

// startsLog tells whether a chart of the figure has a log axis from the first
// point on: errors span decades as a rule.
func (s shown) startsLog() bool { return strings.HasSuffix(s.label, "error") }

// unmet says why a figure is not there at n rows, or "".
func (s shown) unmet(n int) string {
	if !s.diagnostic {
		return ""
	}
	return sweep.NoDiagnostics(n)
}

// shownValues lists what `v` offers, in this order.
func shownValues() []shown {
	list := []shown{
		{label: "error", column: column("error"), floor: true},
		{label: "spectral error", column: column("error_spectral")},
		{label: "trace error", column: column("error_trace")},
		{label: "stable rank", column: column("stable_rank_approx")},
		{label: "time", column: column("seconds"), unit: "s"},
		{label: "memory", column: column("bytes"), unit: "B"},
		{label: "entries", column: column("entries")},
	}
	labels := map[string]string{"epsilon_s": "accuracy ε(S)", "gamma_ok": "share within γₛ/(1−ε)", "k_satisfiable": "share K-satisfiable",
		"d_max": "Bach's d_max", "subspace_dist": "subspace distance"}
	for _, name := range sweep.DiagnosticNames() {
		s := shown{label: name, column: column(name), diagnostic: true, share: name == "gamma_ok" || name == "k_satisfiable"}
		if label, ok := labels[name]; ok {
			s.label = label
		}
		list = append(list, s)
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
