package command

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
		return "the only setting that was searched"
	}
	of := fmt.Sprintf("the least %s of %d settings", loss, settings)
	if !a.search.OnAllRows(a.standing.Rung) {
		of += fmt.Sprintf(" on %d rows, the most that there was time for", a.search.Rungs[a.standing.Rung].Rows)
	}
	if a.standing.Choice != a.standing.Best {
		return fmt.Sprintf("chosen as the cheapest near %s, that of %s: it has %s more ± %s, for %s of the time",
			of, a.search.Describe(least.Configuration), figure(choice.Above.Mean), figure(choice.Above.SE), percent(a.operations(choice)/a.operations(least)))
	}
	for i, r := range a.standing.Ranked {
		if i < a.standing.Choice && a.operations(r) < a.operations(choice) && (cheaper.Losses == nil || r.Loss.Mean < cheaper.Loss.Mean) {
			cheaper = r
		}
	}
	if cheaper.Losses == nil {
		return "chosen for " + of
	}
	return fmt.Sprintf("chosen for %s; the best that is cheaper, %s, has %s more ± %s, for %s of the time",
		of, a.search.Describe(cheaper.Configuration), figure(cheaper.Above.Mean), figure(cheaper.Above.SE), percent(a.operations(cheaper)/a.operations(choice)))
}

// operations returns the estimated cost of a fit to all rows.
func (a *answer) operations(r tune.Ranked) float64 {
	return a.search.Configurations[r.Configuration].Operations
}

func percent(share float64) string { return fmt.Sprintf("%.2g %%", 100*share) }

// tested compares the chosen setting on the test rows with a predictor of the mean or the largest class, and with exact
// regression; "" without test rows.
func (a *answer) tested() string {
	s, final := a.search, a.final(a.choice())
	if final == nil || s.Tests == 0 {
		return ""
	}
	text := fmt.Sprintf("%s, %s on %d test rows", labelled(s.LossName(), final.Loss), labelled(s.GainName(), final.Gain), s.Tests)
	if s.Classes > 0 {
		return text + fmt.Sprintf("; the largest class has %s of the training rows\n", percent(s.LargestClass()))
	}
	if final.Gain < 1 {
		text += fmt.Sprintf("; the mean of these rows has %s", labelled(s.LossName(), final.Loss/math.Sqrt(1-final.Gain)))
	}
	if a.method(a.choice()) == tune.Exact {
		return text + "\n"
	}
	exact := slices.IndexFunc(s.Configurations, func(c tune.Configuration) bool { return c.Method == tune.Exact })
	if f := a.finals[exact]; f != nil {
		text += ", exact regression " + figure(f.Loss)
	} else if a.compared {
		text += fmt.Sprintf(", and exact regression %s ± %s less on %d rows of the folds", figure(a.reference.Gains.Mean), figure(a.reference.Gains.SE), s.Rungs[a.reference.Rung].Rows)
	}
	return text + "\n"
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
	text := fmt.Sprintf("searched: settings of %s, %s\n", count(len(methods), "method", "methods"), strings.Join(parts, ", "))
	for _, missed := range s.ListMissed(6) {
		text += fmt.Sprintf("no time in %v, %s\n", a.settings.time, missed)
	}
	return text
}
