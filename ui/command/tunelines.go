package command

import (
	"math"
	"slices"

	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/scikit"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// sweepLine returns the sweep command with a ranked configuration's settings. For exact regression it names
// nystrom, since every row has a column with the exact error.
func (a *answer) sweepLine(r tune.Ranked) string {
	spec, remark := a.spec(r), ""
	if spec.Methods[0] == tune.Exact {
		spec.Methods = []string{"nystrom"}
		remark = "# the column rmse_test_exact has the error of exact regression:\n"
	}
	return remark + line(flagtext.Sweep(spec, sweep.Parameters(a.settings.methods), a.dataOf(spec)))
}

// fitLine returns the fit command that saves the regression of a ranked configuration.
func (a *answer) fitLine(r tune.Ranked) string {
	spec := a.spec(r)
	return line(flagtext.Fit(spec, sweep.Parameters(a.settings.methods), a.dataOf(spec), "model.json"))
}

// program returns the program for scikit-learn of a ranked configuration.
func (a *answer) program(r tune.Ranked) string {
	spec := a.spec(r)
	if slices.Contains(takers(a.settings.methods), spec.Methods[0]) {
		spec.Values[model.BudgetName] = float64(a.source.Landmarks().Count())
	}
	return scikit.Program(spec, a.search.Spec.Folds, a.source, a.reading)
}

func line(args []string) string { return legible.Shell(append([]string{"gramscope"}, args...)...) }

// dataOf describes the data for the line of an experiment.
func (a *answer) dataOf(s sweep.Spec) flagtext.Rows {
	return flagtext.Rows{Source: a.source, Dialect: a.settings.loader.dialect, Landmarked: slices.Contains(takers(a.settings.methods), s.Methods[0])}
}

// spec returns the experiment of a ranked configuration. Its values are γ, μ, and the parameters that the
// method or the kernel uses and that differ from the default.
func (a *answer) spec(r tune.Ranked) sweep.Spec {
	p, c := a.search, a.search.Configurations[r.Configuration]
	values, s := p.Spec.WithAll(c.Values).Values, sweep.DefaultSpec(p.Spec.N)
	s.Methods, s.Kernel, s.Learner = []string{c.Method}, p.Spec.Kernel, p.Learner
	s.Test, s.Scale, s.Seed = p.Spec.Test, p.Spec.Scale, p.Spec.Seed
	s.ExactLimit, s.MaxMemory = p.Spec.ExactLimit, p.Spec.MaxMemory
	for _, q := range sweep.Parameters(a.settings.methods) {
		if v, ok := values[q.Name]; ok && v != q.Default && a.uses(c.Method, q.Name) {
			s.Values[q.Name] = v
		}
	}
	if gamma := p.Gammas[r.Gamma]; !math.IsNaN(gamma) {
		s.Width = s.Width.WithGamma(gamma)
	}
	s.Values[model.RidgeName] = p.Mus[r.Mu]
	return s
}

// uses reports whether the method or the kernel has a parameter.
func (a *answer) uses(method string, parameter model.Name) bool {
	if family, _ := kernel.Lookup(a.search.Spec.Kernel); family.HasParam(parameter) {
		return true
	}
	i := slices.IndexFunc(a.settings.methods, func(m model.Method) bool { return m.Name == method })
	return i >= 0 && a.settings.methods[i].Uses(parameter)
}
