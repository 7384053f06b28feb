package regression

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// unsearchable says why there can be no search, or "".
func (v *answer) unsearchable() string {
	if why := v.noTarget(); why != "" || !v.bench.Frozen {
		return why
	}
	return "computing is frozen: f resumes it"
}

// searchMenu offers searches.
func (s *Screen) searchMenu() []screen.Do {
	v := &s.answer
	if why := v.unsearchable(); why != "" {
		return screen.Say(why)
	}
	var items []widget.Item
	does := map[string]func() []screen.Do{}
	offer := func(name, note string, do func() []screen.Do) {
		items, does[name] = append(items, widget.Item{Name: name, Note: note}), do
	}
	if v.running() {
		offer("stop", "end the search; what it has found stays", v.stop)
	}
	if v.Key != "" && !v.shown {
		offer("found", "what the last search has found", screen.Only(func() { v.shown = true }))
	}
	note := fmt.Sprintf("search methods, m, γ and μ on n = %d rows", s.bench.Setting.Spec.N)
	offer(tune.UsualTime.String(), note, func() []screen.Do { return s.search(tune.UsualTime) })
	offer("2m", note+", for longer", func() []screen.Do { return s.search(2 * time.Minute) })
	menu := widget.NewMenu("search (:search 60s for another time)", items, "")
	return screen.Ask(menu, func(name string) []screen.Do { return does[name]() })
}

// search starts a search in place of the one that is running.
func (s *Screen) search(limit time.Duration) []screen.Do {
	v := &s.answer
	if why := v.unsearchable(); why != "" {
		return screen.Say(why)
	}
	limit = cmp.Or(limit, tune.UsualTime)
	*v = answer{base: v.base, limit: limit, free: []model.Name{model.BudgetName}, shown: true, Axes: v.Axes}
	if _, set := s.bench.Setting.Spec.Values[model.ClustersName]; !set {
		v.free = append(v.free, model.ClustersName)
	}
	usual, _ := tune.SearchedMethods(v.spec(), s.bench.Methods, s.bench.Setting.Store.Source())
	all := slices.Clone(usual)
	for _, name := range s.bench.Setting.Active(s.bench.Methods) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if len(all) > len(usual) {
		if s.bench.Setting.Classifies() {
			all = slices.DeleteFunc(all, func(name string) bool { return name == tune.Exact })
		}
		v.methods = all
	}
	s.heat.Leave(Jobs) // the search takes its place among the jobs
	v.Key = v.keyOfAnswer()
	return v.launch(v.spec(), findAnswer)
}

// spec returns the search for the present setting and what was asked for.
func (v *answer) spec() tune.Spec {
	at := v.bench.Setting.Runnable()
	spec := v.specOn(at.N)
	spec.Time, spec.Methods, spec.Test = v.limit, v.methods, at.Test
	for _, name := range v.free {
		delete(spec.Values, name)
	}
	return spec
}

// keyOfAnswer identifies what a search depends on, beside the data.
func (v *answer) keyOfAnswer() string {
	spec, names := v.spec(), v.methods
	if names == nil {
		names, _ = tune.SearchedMethods(spec, v.bench.Methods, v.bench.Setting.Store.Source())
	}
	return v.keyOf(spec, names)
}

// stale reports whether the search that is shown was for another setting of the knobs, or there was none.
func (v *answer) stale() bool { return v.keyOfAnswer() != v.Key }

// adopt takes the setting under the cursor over into the knobs.
func (v *answer) adopt() []screen.Do {
	at, ok := v.cursor()
	switch {
	case !ok:
		return screen.Say("the search has not scored any setting yet")
	case v.stale():
		return screen.Say("this search was for another setting of the knobs: u goes back, s searches for the present one")
	}
	t, method, note := v.Now.Tried[at], v.Now.Tried[at].Method, ""
	if method == tune.Exact {
		method, note = "", "exact regression is not a method of the table; "
	}
	return v.set(func(to *lab.Setting) { take(to, t, v.free, v.bench.Methods) }, method,
		fmt.Sprintf("%sset: %s %s", note, t.Text, widthText(t.Gamma, t.Sigma, t.Mu)))
}

// verdict says what a search has chosen, while the cursor is there and the knobs have another setting.
func (v *answer) verdict() advice.Verdict {
	if len(v.Now.Tried) == 0 || v.running() || v.stale() || v.at != "" {
		return advice.Verdict{}
	}
	t, to := v.Now.Tried[v.Now.Choice], v.bench.Setting.Clone()
	if take(&to, t, v.free, v.bench.Methods); reflect.DeepEqual(to.Spec, v.bench.Setting.Spec) {
		return advice.Verdict{}
	}
	return advice.Verdict{
		Text: fmt.Sprintf("the search chose %s, %s %s in %d folds: enter takes it over",
			t.Text, v.Now.Loss, number.Figure(t.Loss.Mean), v.Now.Folds),
		Brief: "enter takes over " + t.Text,
	}
}

// set changes the knobs, points at a method if one is named, and says so, unless that is so already.
func (b *base) set(change func(*lab.Setting), method, note string) []screen.Do {
	to, list := b.bench.Setting.Clone(), []screen.Do{screen.Change(change)}
	change(&to)
	switch same := reflect.DeepEqual(to.Spec, b.bench.Setting.Spec); {
	case same && (method == "" || method == b.bench.CurrentName()):
		return screen.Say("the knobs already have this setting")
	case method != "":
		list = append(list, screen.Point(method))
	}
	return append(list, screen.Note(note+"; u undoes that"))
}

// take sets the knobs to a setting that a search has found. Parameters in free that the setting does not have get their
// defaults, with which it was scored.
func take(to *lab.Setting, t Tried, free []model.Name, methods []model.Method) {
	params := sweep.Parameters(methods)
	at := slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == t.Method })
	if at >= 0 {
		if !slices.Contains(to.Spec.Methods, t.Method) {
			to.Spec.Methods = append(slices.Clone(to.Spec.Methods), t.Method)
		}
		for _, name := range free {
			p, _ := sweep.Parameter(params, name)
			v, searched := t.Values[name]
			switch {
			case !methods[at].Uses(name):
			case searched:
				to.Set(p, v)
			default:
				to.Reset(p)
			}
		}
	}
	put(to, t.Gamma, t.Mu)
}

// put sets the knobs to γ, unless it is NaN, and to μ, unless that is their value already.
func put(to *lab.Setting, gamma, mu float64) {
	if !math.IsNaN(gamma) {
		to.Set(model.Gamma(nil), gamma)
	}
	if p := model.Ridge(nil); mu != to.Value(p) {
		to.Set(p, mu)
	}
}
