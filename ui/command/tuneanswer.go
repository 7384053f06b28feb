package command

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/scikit"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// answer holds the results of a search, which tune prints.
type answer struct {
	search   *tune.Search
	settings *tuneSettings
	source   data.Source
	reading  *scikit.Reading // nil if Python can't read the data
	scaling  *tune.Scaling   // of the features; nil if no widths were asked for

	events    []tune.Scored
	standing  tune.Standing
	finals    map[int]*tune.Final // fits to all rows, by configuration; nil for one that failed
	reference tune.Reference
	compared  bool // whether there is a reference
}

// fewMethods is the number of methods up to which each has a row in the table.
const fewMethods = 6

// choice and least return the chosen configuration and the one with the least loss.
func (a *answer) choice() tune.Ranked { return a.standing.Ranked[a.standing.Choice] }
func (a *answer) least() tune.Ranked  { return a.standing.Ranked[a.standing.Best] }

// method returns the name of a configuration's method.
func (a *answer) method(r tune.Ranked) string { return a.search.Configurations[r.Configuration].Method }

// final returns the fit of a configuration to all rows, or nil.
func (a *answer) final(r tune.Ranked) *tune.Final { return a.finals[r.Configuration] }

// rows returns the indices of the configurations in the table, the cheapest first: those on a Pareto front, the
// chosen one, the one with the least loss, and of few methods the best of each.
func (a *answer) rows() (rows []int) {
	best := map[string]int{}
	for i, r := range a.standing.Ranked {
		name := a.method(r)
		if at, known := best[name]; !known || r.Loss.Mean < a.standing.Ranked[at].Loss.Mean {
			best[name] = i
		}
	}
	for i, r := range a.standing.Ranked {
		ofMethod := len(best) <= fewMethods && best[a.method(r)] == i
		if r.ByTime || r.ByMemory || i == a.standing.Choice || i == a.standing.Best || ofMethod {
			rows = append(rows, i)
		}
	}
	return rows
}

// unfitted returns the next row of the table that was not fitted to all rows: the chosen one first, then the one with the least
// loss. ok is false if there is none.
func (a *answer) unfitted() (r tune.Ranked, ok bool) {
	for _, i := range slices.Concat([]int{a.standing.Choice, a.standing.Best}, a.rows()) {
		r = a.standing.Ranked[i]
		if _, tried := a.finals[r.Configuration]; !tried {
			return r, true
		}
	}
	return r, false
}

// leaveOut takes a configuration out of the answer. If there is no other it stays, and false is returned.
func (a *answer) leaveOut(configuration int) bool {
	a.finals[configuration] = nil
	rest := tune.Without(a.events, configuration)
	standing, ok := a.search.Standing(rest)
	if ok {
		a.events, a.standing = rest, standing
	}
	return ok
}

// near describes the other configurations whose loss is within one standard error of the least.
func (a *answer) near() []string {
	list := []string{}
	for i, r := range a.standing.Ranked {
		if i != a.standing.Choice && r.Near {
			list = append(list, a.search.Describe(r.Configuration))
		}
	}
	return list
}

// notes returns notes on the answer.
func (a *answer) notes() []string {
	var list []string
	choice, s := a.choice(), a.search
	edge := func(what, flag string, at, count int) {
		if count < 2 || at > 0 && at < count-1 {
			return
		}
		end := "smallest"
		if at > 0 {
			end = "largest"
		}
		list = append(list, fmt.Sprintf("the chosen %s is the %s of the grid: losses may be lower beyond it; widen the grid with --%s", what, end, flag))
	}
	edge(model.GammaName, "gammas", choice.Gamma, len(s.Gammas))
	edge(model.RidgeName, "mus", choice.Mu, len(s.Mus))
	failed, settings, first := 0, 0, ""
	for _, e := range a.complete() {
		for _, mu := range e.Mus {
			settings++
			if slices.ContainsFunc(e.At(mu), math.IsNaN) {
				if failed++; first == "" {
					why := e.Failure
					if why == nil {
						why = e.Partial
					}
					first = fmt.Sprintf("%s at %smu = %.3g: %s", s.Describe(e.Configuration), gammaText(s.Gammas[e.Gamma]), s.Mus[mu], remedy.Message(why, flagged()))
				}
			}
		}
	}
	if failed > 0 {
		list = append(list, fmt.Sprintf("%d of %d settings have no score, the first: %s", failed, settings, first))
	}
	if final := a.final(choice); final != nil {
		list = append(list, final.Warnings...)
	}
	return list
}

// complete returns the events with all folds.
func (a *answer) complete() (list []tune.Scored) {
	for _, e := range a.events {
		if a.search.Complete(e) {
			list = append(list, e)
		}
	}
	return list
}

func gammaText(gamma float64) string {
	if math.IsNaN(gamma) {
		return ""
	}
	return fmt.Sprintf("gamma = %.3g, ", gamma)
}

// reason says by which rule the configuration was chosen, and how far the next is.
func (a *answer) reason() string {
	loss, choice, least := a.search.LossName(), a.choice(), a.least()
	settings, cheaper := 0, tune.Ranked{}
	for _, e := range a.complete() {
		if e.Rung == a.standing.Rung {
			settings += len(e.Mus)
		}
	}
	if settings == 1 {
		return "the only setting that was searched\n"
	}
	of := fmt.Sprintf("%d settings", settings)
	if a.standing.Choice != a.standing.Best {
		return fmt.Sprintf("chosen because it is the cheapest within %s of the least %s of %s, that of %s: it has %s more ± %s, for %s of the time\n",
			tune.Nearness, loss, of, a.search.Describe(least.Configuration), figure(choice.Above.Mean), figure(choice.Above.SE), percent(a.operations(choice)/a.operations(least)))
	}
	for i, r := range a.standing.Ranked {
		if i < a.standing.Choice && a.operations(r) < a.operations(choice) && (cheaper.Losses == nil || r.Loss.Mean < cheaper.Loss.Mean) {
			cheaper = r
		}
	}
	text := fmt.Sprintf("chosen because it has the least %s of %s", loss, of)
	if rungs := a.search.Rungs; !a.search.OnAllRows(a.standing.Rung) {
		return fmt.Sprintf("%s on %d rows; cheaper ones that are near it there fall behind on all rows\n", text, rungs[a.standing.Rung].Rows)
	}
	if cheaper.Losses == nil {
		return text + " and is the cheapest\n"
	}
	return fmt.Sprintf("%s, and no cheaper one is within %s of it; the best of these, %s, has %s more ± %s, for %s of the time\n",
		text, tune.Nearness, a.search.Describe(cheaper.Configuration), figure(cheaper.Above.Mean), figure(cheaper.Above.SE), percent(a.operations(cheaper)/a.operations(choice)))
}

// operations returns the estimated cost of a fit to all rows.
func (a *answer) operations(r tune.Ranked) float64 {
	return a.search.Configurations[r.Configuration].Operations
}

func percent(share float64) string { return fmt.Sprintf("%.2g %%", 100*share) }

// exactly says what exact regression adds to the choice, or why that is not known; "" for a classification.
func (a *answer) exactly() string {
	s := a.search
	if s.Classes > 0 || a.method(a.choice()) == tune.Exact {
		return ""
	}
	at := slices.IndexFunc(s.Configurations, func(c tune.Configuration) bool { return c.Method == tune.Exact })
	switch {
	case at < 0:
		return "exact regression: not among the methods\n"
	case !a.compared:
		return "exact regression: no time was left for it\n"
	}
	r := a.reference
	text := fmt.Sprintf("exact regression: %s %s, %s ± %s", s.LossName(), figure(r.PlainLoss.Mean), signed(-r.Gains.Mean), figure(r.Gains.SE))
	if r.Rows < s.Rungs[len(s.Rungs)-1].Rows {
		text += fmt.Sprintf(", where both are fitted to %d rows", r.Rows)
	}
	seconds, bytes := "≈"+duration(r.AllSeconds), model.Bytes(s.Configurations[at].Stored)
	final := a.finals[at]
	switch {
	case final != nil:
		seconds = duration(final.Seconds)
	case s.Spec.N > s.Spec.ExactLimit:
		text += fmt.Sprintf("; not run on %d rows, which --exact-limit %d does not allow", s.Spec.N, s.Spec.ExactLimit)
	}
	return fmt.Sprintf("%s; a fit to all rows takes %s and %s\n", text, seconds, bytes)
}

// signed describes a difference from the choice's loss.
func signed(v float64) string {
	if v > 0 {
		return figure(v) + " above the chosen setting's"
	}
	return figure(-v) + " below the chosen setting's"
}

// searched says how many settings were scored on how many rows, and what there was no time for.
func (a *answer) searched() string {
	s, counts := a.search, make([]int, len(a.search.Rungs))
	methods := map[string]bool{}
	for _, e := range a.complete() {
		counts[e.Rung] += len(e.Mus)
		methods[s.Configurations[e.Configuration].Method] = true
	}
	var parts []string
	for rung, count := range counts {
		switch folds := s.Rungs[rung].Folds; {
		case count > 0 && folds > s.Spec.Folds:
			parts = append(parts, fmt.Sprintf("%d on %d folds of other partitions", count, folds))
		case count > 0:
			parts = append(parts, fmt.Sprintf("%d on %d rows", count, s.Rungs[rung].Rows))
		}
	}
	text := fmt.Sprintf("searched: settings of %d methods, %s\n", len(methods), strings.Join(parts, ", "))
	if len(methods) == 1 {
		text = strings.Replace(text, "1 methods", "1 method", 1)
	}
	if last := len(s.Rungs) - 1; !s.OnAllRows(a.standing.Rung) {
		text += fmt.Sprintf("the choice is from fits to %d of the %d rows that the folds leave; there was no time to compare settings on more\n", s.Rungs[a.standing.Rung].Rows, s.Rungs[last].Rows)
	}
	for _, m := range s.Missed() {
		var never []tune.Candidate
		others := 0
		for _, c := range m.Candidates {
			if a.isScored(c.Configuration, m.Rung) {
				others++
			} else {
				never = append(never, c)
			}
		}
		what := a.listed(never)
		if others > 0 {
			what = strings.TrimPrefix(fmt.Sprintf("%s, and %d of those scored at another γ", what, others), ", and ")
		}
		text += fmt.Sprintf("no time in %v, on %d rows, for: %s\n", a.settings.time, s.Rungs[m.Rung].Rows, what)
	}
	return text
}

// isScored reports whether a configuration was scored on a rung at some γ.
func (a *answer) isScored(configuration, rung int) bool {
	return slices.ContainsFunc(a.complete(), func(e tune.Scored) bool { return e.Configuration == configuration && e.Rung == rung })
}

// listed names the configurations of candidates, at most six of them.
func (a *answer) listed(candidates []tune.Candidate) string {
	var names []string
	for _, c := range candidates {
		if name := a.search.Describe(c.Configuration); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 6 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:5], ", "), len(names)-5)
	}
	return strings.Join(names, ", ")
}

// place returns the γ and μ of a ranked configuration as text.
func (a *answer) place(r tune.Ranked) string {
	mu, s := a.search.Mus[r.Mu], a.search
	text := fmt.Sprintf("mu %s (lambda %s)", figure(mu), figure(mu/float64(s.Spec.N)))
	if gamma := s.Gammas[r.Gamma]; !math.IsNaN(gamma) {
		text = fmt.Sprintf("gamma %s (sigma %s), ", figure(gamma), figure(s.Sigma(r.Gamma))) + text
	}
	return text
}

// fronts returns which of the table's rows are on the Pareto fronts of loss against measured or estimated time,
// and against memory.
func (a *answer) fronts(rows []int) (byTime, byMemory []int) {
	var loss, seconds, bytes []float64
	for _, i := range rows {
		r := a.standing.Ranked[i]
		took, stored := r.AllSeconds, float64(a.search.Configurations[r.Configuration].Stored)
		if f := a.final(r); f != nil {
			took, stored = f.Seconds, float64(f.Bytes)
		}
		loss, seconds, bytes = append(loss, r.Loss.Mean), append(seconds, took), append(bytes, stored)
	}
	return chart.Front(seconds, loss, false), chart.Front(bytes, loss, false)
}
