package command

import (
	"fmt"
	"math"
	"slices"

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

	events    []tune.Event
	left      []int // configurations that can't be fitted to all rows
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
	byTime := a.front(func(c tune.Configuration) float64 { return c.Operations })
	byMemory := a.front(func(c tune.Configuration) float64 { return float64(c.Stored) })
	for i, r := range a.standing.Ranked {
		ofMethod := len(best) <= fewMethods && best[a.method(r)] == i
		if slices.Contains(byTime, i) || slices.Contains(byMemory, i) || i == a.standing.Choice || i == a.standing.Best || ofMethod {
			rows = append(rows, i)
		}
	}
	return rows
}

// front returns the configurations on the Pareto front of loss against an estimated cost.
func (a *answer) front(cost func(tune.Configuration) float64) []int {
	var costs, losses []float64
	for _, r := range a.standing.Ranked {
		costs, losses = append(costs, cost(a.search.Configurations[r.Configuration])), append(losses, r.Loss.Mean)
	}
	return chart.Front(costs, losses, false)
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
	left := append(slices.Clone(a.left), configuration)
	standing, ok := a.search.Standing(a.events, left...)
	if ok {
		a.left, a.standing = left, standing
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
	failed, scores, first := 0, a.complete(), ""
	for _, score := range scores {
		if score.Failure != nil {
			if failed++; first == "" {
				first = fmt.Sprintf("%s at %smu = %.3g: %s", s.Describe(score.Configuration), gammaText(s.Gammas[score.Gamma]), s.Mus[score.Mu], remedy.Message(score.Failure, flagged()))
			}
		}
	}
	if failed > 0 {
		list = append(list, fmt.Sprintf("%d of %d settings have no score, the first: %s", failed, len(scores), first))
	}
	if final := a.final(choice); final != nil {
		list = append(list, final.Warnings...)
	}
	return list
}

// scored is a score with all folds.
type scored struct {
	tune.Score
	rung int
}

// complete returns the scores with all folds, of what is not left out.
func (a *answer) complete() (list []scored) {
	for _, e := range a.events {
		for _, s := range a.search.Complete(e) {
			if !slices.Contains(a.left, s.Configuration) {
				list = append(list, scored{s, e.Rung})
			}
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

// place returns the γ and μ of a ranked configuration as text.
func (a *answer) place(r tune.Ranked) string {
	mu, s := a.search.Mus[r.Mu], a.search
	text := fmt.Sprintf("mu %s (lambda %s)", figure(mu), figure(mu/float64(s.Spec.N)))
	if gamma := s.Gammas[r.Gamma]; !math.IsNaN(gamma) {
		text = fmt.Sprintf("gamma %s (sigma %s), ", figure(gamma), figure(s.Sigma(r.Gamma))) + text
	}
	return text
}
