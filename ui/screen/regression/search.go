package regression

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
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

// spec is the search that the present setting asks for. γ and μ are what is
// searched: turning them leaves it as it is, unless they leave the map.
func (v *heatMap) spec() tune.Spec {
	at := v.bench.Setting().Runnable()
	spec := tune.DefaultSpec(min(at.N, mostRows))
	spec.Grid = true
	spec.Kernel, spec.Assignment, spec.Width = at.Kernel, at.Assignment, at.Width.Unset()
	delete(spec.Values, model.RidgeName)
	spec.Gammas, spec.Mus = v.searchedGammas(), v.searchedMus()
	spec.Folds, spec.Scale, spec.Seed = max(2, min(usualFolds, spec.N)), at.Scale, at.Seed
	spec.ExactLimit, spec.MaxMemory = at.ExactLimit, at.MaxMemory
	spec.Methods = []string{v.bench.Methods()[v.bench.CurrentMethod()].Name}
	spec.Learner = v.learner()
	if spec.Learner == trial.LearnRidge && spec.N <= spec.ExactLimit {
		spec.Methods = append(spec.Methods, tune.Exact)
	}
	return spec
}

// learner is that of the setting, or the usual one for its target.
func (b *base) learner() string {
	at := b.bench.Setting()
	switch {
	case at.Spec.Learner != "":
		return at.Spec.Learner
	case at.Classifies():
		return trial.LearnLogistic
	}
	return trial.LearnRidge
}

// ground is a part of the plane that is not searched by default. A list is used while the knob's value is among its
// values, or the knob is as it was when the user asked for the list.
type ground struct {
	gammas, mus []float64 // nil for the usual ones
	gamma, mu   float64   // the knobs when the user asked for the lists; 0 for a list around a cell at the edge that was taken
}

// asked reports whether the user has asked for a list.
func (g *ground) asked() bool { return g.gamma > 0 || g.mu > 0 }

// searchedMus are the ridges of a map with μ among them: the usual ones, those before, or as many decades around it.
func (v *heatMap) searchedMus() []float64 {
	mu := v.bench.Setting().Value(model.Ridge(nil), v.bench.Widths())
	if mu == v.beyond.mu && v.beyond.mus != nil {
		return v.beyond.mus
	}
	for _, list := range [][]float64{v.beyond.mus, tune.DefaultMus(), v.mus} {
		if _, ok := nearest(list, mu); ok {
			return list
		}
	}
	return musAround(mu)
}

// musAround returns as many ridges as usual, three decades to each side of μ as far as there are so many.
func musAround(mu float64) []float64 {
	p := model.Ridge(nil)
	return p.Spaced(max(mu/1e3, p.Min), min(mu*1e3, p.Max), len(tune.DefaultMus()))
}

// searchedGammas are the scales of a map with γ among them, likewise; nil for the
// usual ones, which the search takes from the data.
func (v *heatMap) searchedGammas() []float64 {
	w, at := v.bench.Widths(), v.bench.Setting()
	gamma := at.Gamma(w)
	if math.IsNaN(gamma) || !w.Known {
		return nil
	}
	if _, ok := nearest(v.beyond.gammas, gamma); ok || gamma == v.beyond.gamma {
		return v.beyond.gammas
	}
	usual := at.Spec.Width.Unset().Sigma(at.Family(), w)
	if _, ok := nearest(tune.DefaultGammas(at.Family(), usual), gamma); ok {
		return nil
	}
	if _, ok := nearest(v.gammas, gamma); ok {
		return v.gammas
	}
	return tune.DefaultGammas(at.Family(), at.Sigma(w))
}

// Work computes the maps that the present setting asks for, if they are neither there nor on their way. While a search
// runs or is shown there is no work for the map. A search of another setting than the present one is stopped.
func (s *Screen) Work() (list []screen.Do) {
	if s.answer.running && s.answer.stale() {
		list = append(s.answer.stop(), screen.Note("the search has stopped, as what it searches has changed: s searches again"))
	}
	if s.answer.running || s.answer.shown {
		return list
	}
	return append(list, s.heat.work()...)
}

// work is the work of the map.
func (v *heatMap) work() []screen.Do {
	if v.noTarget() != "" || v.bench.CurrentMethod() < 0 || v.bench.Setting().Spec.N < 2 {
		return v.Leave(Jobs)
	}
	spec := v.spec()
	if key := v.keyOf(spec); key != v.Key {
		v.start(key)
		v.gammas, v.mus = spec.Gammas, spec.Mus
		return v.launch(spec)
	}
	if v.beyond.asked() {
		return nil
	}
	gammas, mus, ok := v.grow()
	if !ok {
		return nil
	}
	on := v.Now.on
	if v.beyond = (ground{mus: on.Mus}); !math.IsNaN(on.Gammas[0]) {
		v.beyond.gammas, spec.Gammas = on.Gammas, gammas
	}
	v.gammas, v.mus = v.beyond.gammas, v.beyond.mus
	v.Key = v.keyOf(v.spec()) // the map goes on to be that of the setting
	spec.Mus = mus
	return v.launch(spec)
}

// keyOf identifies what a map depends on, beside the data.
func (v *heatMap) keyOf(spec tune.Spec) string {
	values := spec.Values
	spec.Values = nil
	users := sweep.Users{Family: v.bench.Setting().Family(), Methods: []model.Method{v.bench.Methods()[v.bench.CurrentMethod()]}}
	return fmt.Sprintf("%d %v %+v", v.bench.Setting().Spec.N, users.Used(values), spec)
}

// launch starts the search of a map.
func (v *heatMap) launch(spec tune.Spec) []screen.Do {
	b := v.bench
	return []screen.Do{screen.Launch{Kind: Jobs, Work: search(b.Limits(), spec, b.Setting().Spec.N, b.Methods(), b.Setting().Store.Source(), b.Workers())}}
}

// Searching is the first message of a search.
type Searching struct {
	On    Grounds
	notes []remedy.Note
}

// search is the work of the maps: n is the size of the present setting.
func search(limits job.Limits, spec tune.Spec, n int, methods []model.Method, source data.Source, workers int) job.Work {
	return func(ctx context.Context, post func(any)) error {
		if !limits.Search.Acquire(ctx) {
			return nil
		}
		defer limits.Search.Release()
		s, err := tune.Prepare(spec, methods, source)
		if err != nil {
			return err
		}
		on := Grounds{Gammas: slices.Clone(s.Gammas), Mus: slices.Clone(s.Mus), Loss: s.LossName(), Gain: s.GainName(), Folds: s.Spec.Folds, N: s.Spec.N, Of: n}
		for _, c := range s.Configurations {
			on.Methods = append(on.Methods, c.Method)
		}
		post(Searching{on, s.Notes})
		for workers > 1 && s.CheckMemory(workers) != nil {
			workers--
		}
		for e := range s.Run(ctx, workers) {
			post(e)
		}
		s.Wait() // the next search begins when nothing computes any more
		return nil
	}
}
