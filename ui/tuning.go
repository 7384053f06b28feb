package ui

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/lab"
)

// heatRows is how many rows a map takes at most. The search is for γ and μ, which
// a part of the rows tells nearly as well; at 1000 rows a column takes a second.
const heatRows = 1000

// heatFolds is how many parts the rows are divided into.
const heatFolds = 5

// heatSpec is the search that the present setting asks for. γ and μ are what is
// searched: turning them leaves it as it is, unless they leave the map.
func (m *explorer) heatSpec() tune.Spec {
	s := m.Setting.Runnable()
	spec := tune.DefaultSpec(min(s.N, heatRows))
	spec.Kernel, spec.Width, spec.Values = s.Kernel, s.Width, s.Values
	for _, searched := range []string{"gamma", "sigma", "mu"} {
		delete(spec.Values, searched)
	}
	spec.Gammas, spec.Mus = m.heatGammas(), m.heatMus()
	spec.Folds, spec.Standardize, spec.Seed = max(2, min(heatFolds, spec.N)), s.Standardize, s.Seed
	spec.ExactLimit, spec.MaxMemory = s.ExactLimit, s.MaxMemory
	spec.Methods = []string{m.Methods[m.Learner()].Name}
	spec.Learner = s.Learner
	switch {
	case spec.Learner != "":
	case m.Setting.Classifies():
		spec.Learner = trial.LearnLogistic
	default:
		spec.Learner = trial.LearnRidge
	}
	if spec.Learner == trial.LearnRidge && spec.N <= spec.ExactLimit {
		spec.Methods = append(spec.Methods, tune.Exact)
	}
	return spec
}

// heatMus are the ridges of a map with μ among them: the usual ones, those
// before, or as many decades around it.
func (m *explorer) heatMus() []float64 {
	mu, p := m.Setting.Value(model.Ridge(nil), m.Widths()), model.Ridge(nil)
	for _, list := range [][]float64{tune.DefaultMus(), m.heat.mus} {
		if _, ok := nearest(list, mu); ok {
			return list
		}
	}
	return p.Spaced(max(mu/1e3, p.Min), min(mu*1e3, p.Max), len(tune.DefaultMus()))
}

// heatGammas are the scales of a map with γ among them, likewise; nil for the
// usual ones, which the search takes from the data.
func (m *explorer) heatGammas() []float64 {
	w, s := m.Widths(), m.Setting
	gamma := s.Gamma(w)
	if math.IsNaN(gamma) || !w.Known {
		return nil
	}
	usual := w.Median
	if s.Spec.Width == "mean" {
		usual = w.Mean
	}
	if _, ok := nearest(tune.DefaultGammas(s.Family(), usual), gamma); ok {
		return nil
	}
	if _, ok := nearest(m.heat.gammas, gamma); ok {
		return m.heat.gammas
	}
	return tune.DefaultGammas(s.Family(), s.Sigma(w))
}

// startHeat searches if the present setting asks for other maps than are there
// or on their way.
func (m *explorer) startHeat() {
	if m.noTarget() != "" || m.Learner() < 0 || m.Setting.Spec.N < 2 {
		m.stopHeat()
		return
	}
	spec := m.heatSpec()
	key := fmt.Sprint(m.Setting.Spec.N, m.methodValues(spec), fmt.Sprintf("%+v", withoutValues(spec)))
	if key == m.heat.key {
		return
	}
	m.heat.start(key)
	m.heat.gammas, m.heat.mus = spec.Gammas, spec.Mus
	m.Launch(lab.TuneLane, search(m.Runner, spec, m.Setting.Spec.N, m.Methods, m.Setting.Store.Source(), m.Workers))
}

// methodValues are the values that the search's method or kernel uses: others
// may change without it.
func (m *explorer) methodValues(spec tune.Spec) map[string]float64 {
	used := map[string]float64{}
	for name, v := range spec.Values {
		if m.Setting.Family().HasParam(name) || m.Methods[m.Learner()].Uses(name) {
			used[name] = v
		}
	}
	return used
}

func withoutValues(spec tune.Spec) tune.Spec {
	spec.Values = nil
	return spec
}

// stopHeat ends the search when the screen is left; it starts anew if it had not
// ended by itself.
func (m *explorer) stopHeat() {
	m.Runner.Stop(lab.TuneLane)
	if !m.heat.done {
		m.heat.key = ""
	}
}

// searching is the first message of a search.
type searching struct {
	on    grounds
	notes []string
}

// search is the work of the maps: n is the size of the present setting.
func search(r *lab.Runner, spec tune.Spec, n int, methods []model.Method, source data.Source, workers int) lab.Work {
	return func(ctx context.Context, post func(any)) {
		if !lab.Take(ctx, r.Search) {
			return
		}
		defer func() { <-r.Search }()
		plan, err := tune.Prepare(ctx, spec, methods, source)
		if err != nil {
			if ctx.Err() == nil {
				post(lab.Refusal{Err: err})
			}
			return
		}
		loss, gain := plan.LossName(), plan.GainName()
		post(searching{grounds{gammas: slices.Clone(plan.Gammas), mus: slices.Clone(plan.Mus), methods: plan.Methods, loss: loss, gain: gain,
			folds: plan.Spec.Folds, n: plan.Spec.N, of: n}, plan.Notes})
		for workers > 1 && plan.CheckMemory(workers) != nil {
			workers--
		}
		for e := range plan.Run(ctx, workers) {
			post(e)
		}
		plan.Wait() // there is room for the next search when nothing computes any more
	}
}
