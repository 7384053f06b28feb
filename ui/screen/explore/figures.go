package explore

import (
	"slices"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/lab"
)

// shown is a figure that the error chart can show: a column of the results.
type shown struct {
	column sweep.Column
	label  string // in the menu and the title
	floor  bool   // whether the best rank-r error bounds it
	unit   string // of its axis, "" for a plain number

	wants sweep.Figures // what it needs of the sweep
	share bool          // the share of runs of which it is true, from 0 to 1
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

// high tells whether the figure is better the higher it is.
func (s shown) high() bool { return s.column.Name == "r2_test" || s.column.Name == "accuracy_test" }

// ranks tells whether methods are better the lower the figure is, or the higher, so that
// some are on a Pareto front; costs and parts of an error are no such figures.
func (s shown) ranks() bool {
	return s.high() || slices.Contains([]string{"error", "error_spectral", "error_trace", "rmse_train", "rmse_test", "risk", "risk_ratio", "krr_error", "loo", "gcv", "logloss_test"}, s.column.Name)
}

// unmet says why a figure is not there at a setting, or "".
func (s shown) unmet(at lab.Setting) string {
	classes := s.column.Name == "accuracy_test" || s.column.Name == "logloss_test"
	switch {
	case s.wants.Has(sweep.FigureDiagnostics):
		return sweep.NoDiagnostics(at.Spec.N)
	case !s.wants.Has(sweep.FigureRegression):
		return ""
	case !at.Store.Source().HasTarget():
		return "the data have no target: d chooses one"
	case classes && !at.Classifies():
		return "for a target of classes"
	case !classes && at.Classifies():
		return "for a target of numbers"
	case s.wants.Has(sweep.FigureExact) && at.Spec.N > at.Spec.ExactLimit:
		return sweep.NoExactFit(at.Spec.N, at.Spec.ExactLimit)
	}
	return ""
}

// shownValues lists what `v` offers, in this order.
func shownValues() []shown {
	regressed := sweep.Figures{sweep.FigureRegression}
	compared := regressed.With(sweep.FigureExact)
	list := []shown{
		{label: "error", column: lab.Column("error"), floor: true},
		{label: "spectral error", column: lab.Column("error_spectral"), wants: sweep.Figures{sweep.FigureSpectral}},
		{label: "trace error", column: lab.Column("error_trace")},
		{label: "stable rank", column: lab.Column("stable_rank_approx"), wants: sweep.Figures{sweep.FigureApproxRank}},
		{label: "time", column: lab.Column("seconds"), unit: "s"},
		{label: "memory", column: lab.Column("bytes"), unit: "B"},
		{label: "entries", column: lab.Column("entries")},
		{label: "test error", column: lab.Column("rmse_test"), wants: regressed},
		{label: "test R²", column: lab.Column("r2_test"), wants: regressed},
		{label: "risk", column: lab.Column("risk"), wants: regressed},
		{label: "risk ratio", column: lab.Column("risk_ratio"), wants: compared},
		{label: "bias", column: lab.Column("bias"), wants: regressed},
		{label: "variance", column: lab.Column("variance"), wants: regressed},
		{label: "fit error", column: lab.Column("krr_error"), wants: compared},
		{label: "degrees of freedom", column: lab.Column("df"), wants: regressed},
		{label: "leave-one-out error", column: lab.Column("loo"), wants: regressed},
		{label: "accuracy", column: lab.Column("accuracy_test"), wants: regressed},
		{label: "log loss", column: lab.Column("logloss_test"), wants: regressed},
	}
	labels := map[string]string{"epsilon_s": "accuracy ε(S)", "gamma_ok": "share within γₛ/(1−ε)", "k_satisfiable": "share K-satisfiable",
		"d_max": "Bach's d_max", "subspace_dist": "subspace distance"}
	for _, name := range sweep.DiagnosticNames() {
		s := shown{label: name, column: lab.Column(name), wants: sweep.Figures{sweep.FigureDiagnostics}, share: name == "gamma_ok" || name == "k_satisfiable"}
		if label, ok := labels[name]; ok {
			s.label = label
		}
		list = append(list, s)
	}
	return list
}

// Labels are the names of all figures that the chart of errors can show.
func Labels() []string {
	var list []string
	for _, f := range shownValues() {
		list = append(list, f.label)
	}
	return list
}

// shownOf are the figures of columns, with what is known of them.
func shownOf(columns []sweep.Column) []shown {
	var list []shown
	known := shownValues()
	for _, c := range columns {
		f := shown{column: c, label: c.Name}
		if i := slices.IndexFunc(known, func(k shown) bool { return k.column.Name == c.Name }); i >= 0 {
			f = known[i]
			f.wants = nil
		}
		list = append(list, f)
	}
	return list
}
