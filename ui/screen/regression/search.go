package regression

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/screen"
)

// mostRows is the largest number of rows of a map. The map is for choosing γ and μ, and
// a part of the rows leads to nearly the same choice in a fraction of the time.
const mostRows = 1000

// usualFolds is the default number of folds.
const usualFolds = 5

// specOn returns a search on n rows with the present setting, except for γ and μ.
func (b *base) specOn(n int) tune.Spec {
	at := b.bench.Setting.Runnable()
	spec := tune.DefaultSpec(n)
	spec.Kernel, spec.Assignment, spec.Width = at.Kernel, at.Assignment, at.Width.Unset()
	delete(spec.Values, model.RidgeName)
	spec.Folds, spec.Scale, spec.Seed = max(2, min(usualFolds, n)), at.Scale, at.Seed
	spec.ExactLimit, spec.MaxMemory = at.ExactLimit, at.MaxMemory
	spec.Learner = cmp.Or(at.Learner, tune.UsualLearner(b.bench.Setting.Store.Source().Classes(), 0))
	return spec
}

// keyOf identifies what a search by some methods depends on, beside the data.
func (b *base) keyOf(spec tune.Spec, methods []string) string {
	consumers := sweep.Consumers{Family: b.bench.Setting.Family()}
	for _, m := range b.bench.Methods {
		if slices.Contains(methods, m.Name) {
			consumers.Methods = append(consumers.Methods, m)
		}
	}
	values := consumers.Used(spec.Values)
	spec.Values = nil
	return fmt.Sprintf("%v %+v", values, spec)
}

// follow runs a search, and posts what it finds.
type follow func(ctx context.Context, s *tune.Search, workers int, post func(any)) error

// launch starts a search in place of the previous one.
func (b *base) launch(spec tune.Spec, follow follow) []screen.Do {
	search, workers := b.bench.Limits.Search, b.bench.Workers
	methods, source := b.bench.Methods, b.bench.Setting.Store.Source()
	return []screen.Do{screen.Launch{Kind: Jobs, Work: search.Limited(func(ctx context.Context, post func(any)) error {
		s, err := tune.Prepare(spec, methods, source)
		if err != nil {
			return err
		}
		for workers > 1 && s.CheckMemory(workers) != nil {
			workers--
		}
		return follow(ctx, s, workers, post)
	})}}
}

// spec returns the search that the present setting asks for. It is over the previous values of γ and of μ, the usual
// ones, or as many around that of the setting: the first of these within which the setting's value lies. Turning γ or μ
// within the map therefore does not change it.
func (v *heatMap) spec() tune.Spec {
	spec := v.specOn(min(v.bench.Setting.Runnable().N, mostRows))
	spec.Grid = true
	at, p := v.bench.Setting, model.Ridge(nil)
	mu, gamma := at.Value(p), at.Gamma()
	decades := p.Spaced(max(mu/1e3, p.Min), min(mu*1e3, p.Max), len(tune.DefaultMus())) // fewer at an end of the range
	if spec.Mus = listWith(mu, v.mus, tune.DefaultMus(), decades); at.Distances().Known && !math.IsNaN(gamma) {
		usual := tune.DefaultGammas(at.Family(), at.Spec.Width.Unset().Sigma(at.Family(), at.Distances()))
		spec.Gammas = listWith(gamma, v.gammas, usual, tune.DefaultGammas(at.Family(), at.Sigma()))
		if slices.Equal(spec.Gammas, usual) {
			spec.Gammas = nil // the search takes the usual ones from the data
		}
	}
	spec.Methods = []string{v.bench.Methods[v.bench.CurrentMethod()].Name}
	if spec.Learner == trial.LearnRidge && spec.N <= spec.ExactLimit {
		spec.Methods = append(spec.Methods, tune.Exact)
	}
	return spec
}

// listWith returns the first of some lists that a value is on, or else the last list.
func listWith(value float64, lists ...[]float64) []float64 {
	for _, list := range lists {
		if _, ok := nearest(list, value); ok {
			return list
		}
	}
	return lists[len(lists)-1]
}

// Work computes the maps that the present setting asks for, if they are neither there nor under way. While a search
// runs or is shown there is no work for the map. A search for another setting is stopped.
func (s *Screen) Work() (list []screen.Do) {
	if s.answer.running() && s.answer.stale() {
		const why = "the search has stopped, as what it searches has changed: s searches again"
		list = append(s.answer.stop(), screen.Note(why))
	}
	if s.answer.running() || s.answer.shown {
		return list
	}
	return append(list, s.heat.work()...)
}

// work starts the search for the map, or stops it if there can be none.
func (v *heatMap) work() []screen.Do {
	if v.impossible() != "" {
		return v.Leave(Jobs)
	}
	spec := v.spec()
	if key := v.keyOfMap(spec); key != v.Key {
		old := v.Old
		if slices.ContainsFunc(v.Now, func(h methodMap) bool { return h.folds() > 0 }) {
			old = v.Now[v.shown : v.shown+1]
		}
		*v = heatMap{base: v.base, gammas: spec.Gammas, mus: spec.Mus}
		v.Begin(key, "", old)
		return v.launch(spec, search(v.bench.Setting.Spec.N))
	}
	gammas, mus, ok := v.grow()
	if !ok {
		return nil
	}
	if v.mus = v.Now[0].Mus; !math.IsNaN(gammas[0]) {
		v.gammas, spec.Gammas = v.Now[0].Gammas, gammas
	}
	v.Key = v.keyOfMap(v.spec()) // the larger map is that of the setting, too
	spec.Mus = mus
	return v.launch(spec, search(v.bench.Setting.Spec.N))
}

// keyOfMap identifies what a map depends on, beside the data.
func (v *heatMap) keyOfMap(spec tune.Spec) string {
	return fmt.Sprint(v.bench.Setting.Spec.N, v.keyOf(spec, spec.Methods[:1]))
}

// Searching is the first message of a search.
type Searching struct {
	On    Grounds
	notes []remedy.Note
}

// search returns the work of the maps; n is the number of rows of the present setting.
func search(n int) follow {
	return func(ctx context.Context, s *tune.Search, workers int, post func(any)) error {
		on := Grounds{Gammas: slices.Clone(s.Gammas), Mus: slices.Clone(s.Mus), N: s.Spec.N, Of: n}
		on.Loss, on.Folds = s.LossName(), s.Spec.Folds
		for _, c := range s.Configurations {
			on.Methods = append(on.Methods, c.Method)
		}
		post(Searching{on, s.Notes})
		for e := range s.Run(ctx, workers) {
			post(e)
		}
		s.Wait() // the next search begins when nothing computes any more
		return nil
	}
}

// grow makes room on the maps for values beyond an edge, if the best cell of the map that is shown is there. It returns
// these values, and those of the other axis. ok is false if the map is incomplete, has its best cell inside, or can't
// grow.
func (v *heatMap) grow() (gammas, mus []float64, ok bool) {
	if v.shown >= len(v.Now) || !v.Done || v.Failed != nil {
		return nil, nil, false
	}
	h := &v.Now[v.shown]
	best, ok := h.best()
	gains := func(column, row int) bool { // the best over the cell beside it
		const least = 1e-3 // of the loss
		return ok && best.Loss.Mean < (1-least)*h.value(column, row)
	}
	gammas, mus = h.Gammas, h.Mus
	if list, more := beyond(gammas, best.Gamma, model.Gamma(nil)); more != nil &&
		gains(min(max(best.Gamma, 1), len(gammas)-2), best.Mu) {
		v.column += slices.Index(list, gammas[0]) // the cell at the cursor stays
		h.Gammas, gammas = list, more
	} else if list, more := beyond(mus, best.Mu, model.Ridge(nil)); more != nil &&
		gains(best.Gamma, min(max(best.Mu, 1), len(mus)-2)) {
		v.row += slices.Index(list, mus[0])
		h.Mus, mus = list, more
	} else {
		return nil, nil, false
	}
	v.grows, v.Done = true, false
	return gammas, mus, true
}

// beyond returns an axis of a map with more values at equal ratios below its first value or above its last one,
// whichever has the index at, and these alone: none if neither has, or if the parameter or the axis ends there.
func beyond(values []float64, at int, p model.Param) (all, more []float64) {
	const by, most = 2, 13 // values
	last := len(values) - 1
	if last < 1 || last+1 >= most || at > 0 && at < last {
		return values, nil
	}
	ratio := values[1] / values[0]
	if at == 0 {
		ratio = 1 / ratio
	}
	for next := values[at] * ratio; len(more) < by && next >= p.Min*(1-1e-9) && next <= p.Max*(1+1e-9); next *= ratio {
		more = append(more, min(max(next, p.Min), p.Max))
	}
	slices.Sort(more)
	all = slices.Concat(values, more)
	slices.Sort(all)
	return all, more
}
