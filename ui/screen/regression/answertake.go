package regression

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/screen"
)

// adopt takes the setting under the cursor over into the knobs.
func (v *answer) adopt() []screen.Do {
	at, ok := v.cursor()
	switch {
	case !ok:
		return screen.Say("the search has not scored any setting yet")
	case v.stale():
		return screen.Say("this search was for another setting of the knobs: u goes back, s searches for the present one")
	}
	t, n, to := v.now.Tried[at], v.now.N, v.bench.Setting().Clone()
	take(&to, t, n, v.asked.free, v.bench.Methods())
	shown := t.Method == v.bench.CurrentName() || t.Method == tune.Exact
	if shown && reflect.DeepEqual(to.Spec, v.bench.Setting().Spec) {
		return screen.Say("the knobs already have this setting")
	}
	note := fmt.Sprintf("set: %s %s; u undoes that", t.Text, v.widthText(t))
	if t.Method == tune.Exact {
		note = "exact regression is no method of the table; " + note
	}
	list := []screen.Do{screen.Change(func(to *lab.Setting) { take(to, t, n, v.asked.free, v.bench.Methods()) })}
	if t.Method != tune.Exact {
		list = append(list, screen.Point(t.Method))
	}
	return append(list, screen.Note(note))
}

// take sets the knobs to a setting that a search on n rows has found. Parameters in free that it does not have get
// their defaults, with which it was scored.
func take(to *lab.Setting, t Tried, n int, free []model.Name, methods []model.Method) {
	if n != to.Spec.N {
		to.Set(model.TrainRows(nil), float64(n))
	}
	params := sweep.Parameters(methods)
	at := slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == t.Method })
	if at >= 0 {
		if !slices.Contains(to.Spec.Methods, t.Method) {
			to.Spec.Methods = append(slices.Clone(to.Spec.Methods), t.Method)
		}
		for _, name := range free {
			p, known := sweep.Parameter(params, name)
			v, searched := t.Values[name]
			switch {
			case !known || !methods[at].Uses(name):
			case searched:
				to.Set(p, v)
			default:
				to.Reset(p)
			}
		}
	}
	if !math.IsNaN(t.Gamma) {
		to.Set(model.Gamma(nil), t.Gamma)
	}
	to.Set(model.Ridge(nil), t.Mu)
}

// Commands returns the command of the search that is shown, unless the knobs have another setting by now.
func (s *Screen) Commands() []screen.Command {
	v := &s.answer
	if v.key == "" || v.stale() {
		return nil
	}
	spec := v.spec(v.asked)
	arguments := func(dialect data.Dialect) []string {
		rows := flagtext.Rows{Source: s.bench.Setting().Store.Source(), Dialect: dialect}
		rows.Landmarked = slices.ContainsFunc(s.bench.Methods(), func(m model.Method) bool {
			return m.Needs.Landmarks && (spec.Methods == nil || slices.Contains(spec.Methods, m.Name))
		})
		return flagtext.Search(spec, s.bench.Methods(), rows)
	}
	const note = "the command of the search on this screen, over methods, m, γ and μ"
	return []screen.Command{{Name: "search", Note: note, Arguments: arguments}}
}
