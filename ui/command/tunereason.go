package command

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/tune"
)

// reason says by which rule the configuration was chosen, and how far the next is.
func (a *answer) reason() string {
	loss, choice, least := a.search.LossName(), a.choice(), a.least()
	settings, cheaper := 0, tune.Ranked{}
	for _, s := range a.complete() {
		if s.rung == a.standing.Rung {
			settings++
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
	text := fmt.Sprintf("exact regression: %s %s, %s ± %s", s.LossName(), figure(r.Loss.Mean), signed(-r.Gains.Mean), figure(r.Gains.SE))
	if !s.OnAllRows(r.Rung) {
		text += fmt.Sprintf(", where both are fitted to %d rows", s.Rungs[r.Rung].Rows)
	}
	seconds, bytes := "≈"+duration(r.Seconds), model.Bytes(s.Configurations[at].Stored)
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
	for _, score := range a.complete() {
		counts[score.rung]++
		methods[s.Configurations[score.Configuration].Method] = true
	}
	var parts []string
	for rung, count := range counts {
		if count > 0 {
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
	for _, missed := range s.ListMissed(6) {
		text += fmt.Sprintf("no time in %v, %s\n", a.settings.time, missed)
	}
	return text
}
