package ui

import (
	"strings"

	"gramscope/model/sweep"
)

// wants is what a figure needs of the sweep that it usually leaves out.
type wants int

const (
	nothingMore wants = iota
	diagnosticsToo
	regressionToo
	exactToo // the regression, and the exact one to compare with
)

// covers tells whether a sweep that has one has the other as well.
func (w wants) covers(other wants) bool {
	return other == nothingMore || w == other || w == exactToo && other == regressionToo
}

// shown is a figure that the error chart can show: a column of the results.
type shown struct {
	column sweep.Column
	label  string // in the menu and the title
	floor  bool   // whether the best rank-r error bounds it
	unit   string // of its axis, "" for a plain number

	wants wants
	share bool // the share of runs of which it is true, from 0 to 1
}

// heading is what the figure is, with its unit.
func (s shown) heading() string {
	text := s.label + ": " + s.column.Doc
	if strings.HasPrefix(s.column.Doc, s.label) { // it says it all
		text = s.column.Doc
	}
	if s.unit != "" {
		text += ","
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
func (s shown) startsLog() bool {
	return strings.HasSuffix(s.label, "error") && s.label != "test error"
}

// unmet says why a figure is not there at a setting, or "".
func (s shown) unmet(at setting) string {
	classes := s.column.Name == "accuracy_test" || s.column.Name == "logloss_test"
	switch {
	case s.wants == diagnosticsToo:
		return sweep.NoDiagnostics(at.spec.N)
	case s.wants == nothingMore:
		return ""
	case !at.store.Source().HasTarget():
		return "the data have no target: d chooses one"
	case classes && !at.classifies():
		return "for a target of classes"
	case !classes && at.classifies():
		return "for a target of numbers"
	case s.wants == exactToo && at.spec.N > at.spec.ExactLimit:
		return sweep.NoExactFit(at.spec.N, at.spec.ExactLimit)
	}
	return ""
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
		{label: "test error", column: column("rmse_test"), wants: regressionToo},
		{label: "test R²", column: column("r2_test"), wants: regressionToo},
		{label: "risk", column: column("risk"), wants: regressionToo},
		{label: "risk ratio", column: column("risk_ratio"), wants: exactToo},
		{label: "bias", column: column("bias"), wants: regressionToo},
		{label: "variance", column: column("variance"), wants: regressionToo},
		{label: "fit error", column: column("krr_error"), wants: exactToo},
		{label: "degrees of freedom", column: column("df"), wants: regressionToo},
		{label: "leave-one-out error", column: column("loo"), wants: regressionToo},
		{label: "accuracy", column: column("accuracy_test"), wants: regressionToo},
		{label: "log loss", column: column("logloss_test"), wants: regressionToo},
	}
	labels := map[string]string{"epsilon_s": "accuracy ε(S)", "gamma_ok": "share within γₛ/(1−ε)", "k_satisfiable": "share K-satisfiable",
		"d_max": "Bach's d_max", "subspace_dist": "subspace distance"}
	for _, name := range sweep.DiagnosticNames() {
		s := shown{label: name, column: column(name), wants: diagnosticsToo, share: name == "gamma_ok" || name == "k_satisfiable"}
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
