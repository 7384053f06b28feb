package command

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/scikit"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// answer holds the results of a search, which tune prints.
type answer struct {
	tune.Findings
	settings *tuneSettings
	source   data.Source
	scaling  *tune.Scaling // the learned widths; nil if none were asked for

	standing  tune.Standing
	reference tune.Reference
	compared  bool // whether there is a reference
}

// choice returns the chosen configuration.
func (a *answer) choice() tune.Ranked { return a.standing.Ranked[a.standing.Choice] }

// of returns a ranked configuration, with its estimated costs.
func (a *answer) of(r tune.Ranked) tune.Configuration {
	return a.Configurations[r.Configuration]
}

// rows returns the indices of the configurations in the table, the cheapest first: those on a Pareto front of loss
// against an estimated cost, the chosen one, the one with the least loss, and the best of each method if these are few.
func (a *answer) rows(standing tune.Standing) (rows []int) {
	best := map[string]int{}
	var times, memory, losses []float64
	for i, r := range standing.Ranked {
		c := a.of(r)
		if at, known := best[c.Method]; !known || r.Loss.Mean < losses[at] {
			best[c.Method] = i
		}
		times, memory, losses = append(times, c.Operations), append(memory, float64(c.Stored)), append(losses, r.Loss.Mean)
	}
	rows = append(chart.Front(times, losses, false), chart.Front(memory, losses, false)...)
	rows = append(rows, standing.Choice, standing.Best)
	if len(best) <= 6 {
		rows = slices.AppendSeq(rows, maps.Values(best))
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// commands returns the commands to continue with on the chosen configuration: its sweep and its fit, which saves the
// regression. For exact regression it is a sweep of nystrom, since every row has a column with the exact error.
func (a *answer) commands() (swept, fit string) {
	spec, remark := a.spec(a.choice()), ""
	rows := flagtext.Rows{Source: a.source, Dialect: a.settings.loader.dialect}
	fit = line(flagtext.Fit(spec, a.settings.methods, rows, "model.json")...)
	if spec.Methods[0] == tune.Exact {
		spec.Methods, remark = []string{"nystrom"}, "# exact regression's error on test rows is the column rmse_test_exact:\n"
	}
	if machine, _ := model.MachineMemory(); spec.MaxMemory != machine {
		spec.MaxMemory = machine
		remark += "# without --max-memory, as figures that compare with K take more than the search:\n"
	}
	return remark + line(flagtext.Sweep(spec, a.settings.methods, rows)...), fit
}

func line(args ...string) string { return legible.Shell(append([]string{"gramscope"}, args...)...) }

// program returns the program for scikit-learn of the choice. If scikit-learn lacks its method, it is the program of
// the configuration with the least loss among the others, and says how much worse that is.
func (a *answer) program() string {
	r, remark := a.choice(), ""
	if of := a.of(r); !scikit.Has(a.spec(r)) {
		lacks := "# scikit-learn has no " + of.Method
		if a.Spec.Kernel == kernel.Precomputed {
			lacks += " on a kernel matrix"
		}
		remark = fmt.Sprintf("%s, and none of its methods has a score on %d rows: how much worse this is is not known.\n",
			lacks, a.Rungs[a.standing.Rung].Rows)
		least := math.Inf(1)
		for _, other := range a.standing.Ranked {
			if scikit.Has(a.spec(other)) && other.Loss.Mean < least {
				r, least = other, other.Loss.Mean
				remark = fmt.Sprintf("%s. Of what it has, %s is the best that was searched: %s, where %s has %s.\n",
					lacks, a.of(other), a.LossName()+" "+figure(least), of, figure(a.choice().Loss.Mean))
			}
		}
	}
	spec := a.spec(r)
	if slices.Contains(takers(a.settings.methods), spec.Methods[0]) {
		spec.Values[model.BudgetName] = float64(a.source.Landmarks().Count())
	}
	text := scikit.Program(spec, a.Spec.Folds, a.source)
	if strings.HasPrefix(text, scikit.NoProgram) {
		return text
	}
	return remark + text
}

// spec returns the experiment of a ranked configuration. Its values are γ, μ, and the parameters that the
// method or the kernel uses and that differ from the default.
func (a *answer) spec(r tune.Ranked) sweep.Spec {
	p, c := a.Search, a.of(r)
	values, s := p.Spec.WithAll(c.Values).Values, sweep.DefaultSpec(p.Spec.N)
	s.Methods, s.Kernel, s.Learner = []string{c.Method}, p.Spec.Kernel, p.Learner
	s.Test, s.Scale, s.Seed = p.Spec.Test, p.Spec.Scale, p.Spec.Seed
	s.ExactLimit, s.MaxMemory = p.Spec.ExactLimit, p.Spec.MaxMemory
	family, _ := kernel.Lookup(s.Kernel)
	for _, q := range a.settings.params {
		isUsed := family.HasParam(q.Name) || slices.Contains(a.settings.users[q.Name], c.Method)
		if v, ok := values[q.Name]; ok && v != q.Default && isUsed {
			s.Values[q.Name] = v
		}
	}
	if gamma := p.Gammas[r.Gamma]; !math.IsNaN(gamma) {
		s.Width = s.Width.WithGamma(gamma)
	}
	s.Values[model.RidgeName] = p.Mus[r.Mu]
	return s
}

// tested compares the choice on the test rows, if any, with the mean or the largest class, and with exact regression.
func (a *answer) tested() string {
	s, choice := a.Search, a.choice()
	final := a.Finals[choice.Configuration]
	rows := a.source.Rows()
	switch usual := sweep.UsualRows(rows, s.Spec.Test, rows); {
	case s.Tests == 0 && s.Spec.N == rows && usual < rows:
		return fmt.Sprintf("no test rows: all %d rows are searched; --n %d leaves some to compare it on\n", rows, usual)
	case s.Tests == 0:
		return fmt.Sprintf("no test rows to compare it on: --test is %v\n", s.Spec.Test)
	case final == nil:
		return ""
	}
	text := fmt.Sprintf("%s %s, %s %s on %d test rows",
		s.LossName(), figure(final.Loss), s.GainName(), figure(final.Gain), s.Tests)
	if s.Classes > 0 {
		return text + fmt.Sprintf("; the largest class has %.2g %% of the training rows\n", 100*s.LargestClass())
	}
	if final.Gain < 1 {
		text += "; the mean of these rows has " + s.LossName() + " " + figure(final.Loss/math.Sqrt(1-final.Gain))
	}
	exact := slices.IndexFunc(s.Configurations, func(c tune.Configuration) bool { return c.Method == tune.Exact })
	switch f := a.Finals[exact]; {
	case exact == choice.Configuration:
	case f != nil:
		text += ", exact regression " + figure(f.Loss)
	case a.compared:
		gains, than, rows := a.reference.Above, "less", s.Rungs[a.reference.Rung].Rows
		if gains.Mean < 0 {
			than = "more"
		}
		const form = ", and exact regression %s ± %s %s on %d rows of the folds"
		text += fmt.Sprintf(form, figure(math.Abs(gains.Mean)), figure(gains.SE), than, rows)
	}
	return text + "\n"
}

// searched says how many settings were scored on how many rows, and what there was no time for.
func (a *answer) searched() string {
	s, counts := a.Search, make([]int, len(a.Rungs))
	methods := map[string]bool{}
	for _, score := range a.Scored() {
		counts[score.Rung]++
		methods[s.Configurations[score.Configuration].Method] = true
	}
	var parts []string
	for rung, count := range counts {
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d on %d rows", count, s.Rungs[rung].Rows))
		}
	}
	text := "searched: settings of " + number.Plural(len(methods), "method") + ", " + strings.Join(parts, ", ") + "\n"
	for _, missed := range s.ListMissed(6) {
		text += fmt.Sprintf("no time in %v (raise --time), %s\n", a.settings.search.Time, missed)
	}
	return text
}
