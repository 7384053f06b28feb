package explore

import (
	"slices"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/lab"
)

// Shown is a figure that the error chart can show: a column of the results.
type Shown struct {
	Column sweep.Column
	Label  string // in the menu and the title
	floor  bool   // whether the best rank-r error bounds it
	unit   string // of its axis, "" for a plain number

	wants sweep.Figures // what it needs of the sweep
	share bool          // the share of runs of which it is true, from 0 to 1
}

// heading is what the figure is, with its unit.
func (s Shown) heading() string {
	text := s.Label + ": " + s.Column.Doc
	if strings.HasPrefix(s.Column.Doc, s.Label) { // it says it all
		text = s.Column.Doc
	}
	if s.unit != "" {
		text += ","
	}
	return text + s.inUnit()
}

func (s Shown) inUnit() string {
	if s.unit == "" {
		return ""
	}
	return " in " + s.unit
}

// startsLog tells whether a chart of the figure has a log axis from the first
// point on: errors span decades as a rule.
func (s Shown) startsLog() bool {
	return strings.HasSuffix(s.Label, "error") && s.Label != "test error"
}

// high tells whether the figure is better the higher it is.
func (s Shown) high() bool { return s.Column.Name == "r2_test" || s.Column.Name == "accuracy_test" }

// ranks tells whether methods are better the lower the figure is, or the higher, so that
// some are on a Pareto front; costs and parts of an error are no such figures.
func (s Shown) ranks() bool {
	return s.high() || slices.Contains([]string{"error", "error_spectral", "error_trace", "rmse_train", "rmse_test", "risk", "risk_ratio", "krr_error", "loo", "gcv", "logloss_test"}, s.Column.Name)
}

// unmet says why a figure is not there at a setting, or "".
func (s Shown) unmet(at lab.Setting) string {
	classes := s.Column.Name == "accuracy_test" || s.Column.Name == "logloss_test"
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
func shownValues() []Shown {
	regressed := sweep.Figures{sweep.FigureRegression}
	compared := regressed.With(sweep.FigureExact)
	list := []Shown{
		{Label: "error", Column: lab.Column("error"), floor: true},
		{Label: "spectral error", Column: lab.Column("error_spectral"), wants: sweep.Figures{sweep.FigureSpectral}},
		{Label: "trace error", Column: lab.Column("error_trace")},
		{Label: "stable rank", Column: lab.Column("stable_rank_approx"), wants: sweep.Figures{sweep.FigureApproxRank}},
		{Label: "time", Column: lab.Column("seconds"), unit: "s"},
		{Label: "memory", Column: lab.Column("bytes"), unit: "B"},
		{Label: "entries", Column: lab.Column("entries")},
		{Label: "test error", Column: lab.Column("rmse_test"), wants: regressed},
		{Label: "test R²", Column: lab.Column("r2_test"), wants: regressed},
		{Label: "risk", Column: lab.Column("risk"), wants: regressed},
		{Label: "risk ratio", Column: lab.Column("risk_ratio"), wants: compared},
		{Label: "bias", Column: lab.Column("bias"), wants: regressed},
		{Label: "variance", Column: lab.Column("variance"), wants: regressed},
		{Label: "fit error", Column: lab.Column("krr_error"), wants: compared},
		{Label: "degrees of freedom", Column: lab.Column("df"), wants: regressed},
		{Label: "leave-one-out error", Column: lab.Column("loo"), wants: regressed},
		{Label: "accuracy", Column: lab.Column("accuracy_test"), wants: regressed},
		{Label: "log loss", Column: lab.Column("logloss_test"), wants: regressed},
	}
	labels := map[string]string{"epsilon_s": "accuracy ε(S)", "gamma_ok": "share within γₛ/(1−ε)", "k_satisfiable": "share K-satisfiable",
		"d_max": "Bach's d_max", "subspace_dist": "subspace distance"}
	for _, name := range sweep.DiagnosticNames() {
		s := Shown{Label: name, Column: lab.Column(name), wants: sweep.Figures{sweep.FigureDiagnostics}, share: name == "gamma_ok" || name == "k_satisfiable"}
		if label, ok := labels[name]; ok {
			s.Label = label
		}
		list = append(list, s)
	}
	return list
}

// Labels are the names of all figures that the chart of errors can show.
func Labels() []string {
	var list []string
	for _, f := range shownValues() {
		list = append(list, f.Label)
	}
	return list
}

// shownOf are the figures of columns, with what is known of them.
func shownOf(columns []sweep.Column) []Shown {
	var list []Shown
	known := shownValues()
	for _, c := range columns {
		f := Shown{Column: c, Label: c.Name}
		if i := slices.IndexFunc(known, func(k Shown) bool { return k.Column.Name == c.Name }); i >= 0 {
			f = known[i]
			f.wants = nil
		}
		list = append(list, f)
	}
	return list
}
