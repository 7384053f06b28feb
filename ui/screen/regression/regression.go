// Package regression is the screen of good settings for γ and μ, and of what a regression on the approximations yields.
package regression

import (
	"cmp"
	"time"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "regression"

// Screen is the screen of good settings for γ and μ, and of what a regression on the approximations yields.
type Screen struct {
	screen.Base
	base
	heat    heatMap
	answer  answer
	learned learned
}

// base is what the parts of the screen have in common.
type base struct {
	bench *lab.State
	look  *look.Look
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	on := base{b, l}
	s := &Screen{Base: screen.Base{Title: "Regression", Topic: "regression", Jobs: Jobs}, base: on}
	s.heat, s.answer = heatMap{base: on}, answer{base: on}
	s.learned = learned{base: on, curves: curve.Curves{State: b}, label: figuresFor(false)[0].label}
	return s
}

// Need returns what the chart needs of the sweep.
func (s *Screen) Need() lab.Need {
	over := cmp.Or(s.learned.over, s.learned.figure().over)
	return lab.Need{Over: over, Figures: s.learned.needs()}
}

// Update handles the messages of the search.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left: // the map begins anew when the user comes back, a search does not
		s.heat.over = 0
		list := s.answer.stop()
		if list != nil && !s.bench.Frozen {
			list = append(list, screen.Note("the search has stopped, as screen 6 was left; what it found stays there"))
		}
		return append(list, s.heat.Leave(Jobs)...)
	case screen.NewData:
		s.answer, s.heat = answer{base: s.base}, heatMap{base: s.base}
		s.learned.Axes = curve.Axes{}
	case screen.SweepOver:
		s.learned.over = model.Name(b)
	case screen.ShowValue:
		s.learned.label = string(b)
	case screen.Search:
		return s.search(time.Duration(b))
	case Answer:
		return s.answer.receive(msg)
	case Searching, tune.Event, job.Finished, job.Failed:
		if s.answer.running() {
			return append(s.answer.receive(msg), s.Work()...)
		}
		list := s.heat.receive(msg)
		if s.heat.Done {
			list = append(list, s.Work()...)
		}
		return list
	}
	return nil
}

// Panes returns the map, or what a search has found, and the chart.
func (s *Screen) Panes() screen.Panes {
	panes := screen.Panes{
		Abreast: 70,
		Columns: []string{"rmse_test", "risk_ratio", "accuracy_test", "logloss_test", "seconds", "bytes"},
		Verdict: s.answer.verdict(),
		Charts: []screen.Chart{s.answer.chart(), {
			Title: s.learned.title, Methods: true,
			Lines: s.learned.lines, Axes: &s.learned.Axes, Draw: s.learned.text,
		}},
	}
	if !s.answer.shown {
		panes.Charts[0], panes.Verdict = s.heat.pane(), s.heat.verdict()
	}
	return panes
}

// Keys returns the keys of the screen. Those of the first pane act on the map or the search, whichever is shown.
func (s *Screen) Keys(at int) []screen.Key {
	v, hints := &s.heat, [4]string{"take γ and μ", "cell", "best", "other map"}
	move, take, best, other := v.move, v.adopt, func() { v.moved = false }, v.other
	if v := &s.answer; v.shown {
		hints = [4]string{"take over", "mark", "choice", "map"}
		move = func(columns, rows int) { v.move(columns + rows) }
		take, best, other = v.adopt, func() { v.at = "" }, screen.Only(func() { v.shown = false })
	}
	choose := func() []screen.Do {
		menu := widget.NewMenu("show", s.Values(), s.learned.figure().label)
		return screen.Ask(menu, func(label string) []screen.Do { return s.Update(screen.ShowValue(label)) })
	}
	across, along := func(by int) { move(by, 0) }, func(by int) { move(0, -by) }
	const onMap, elsewhere = screen.OnFirst, screen.Anywhere &^ screen.OnFirst
	const left = "map: move to a smaller or a larger γ; search: to the setting that takes less or more time"
	const up = "map: move to a larger or a smaller μ; search: to the setting that takes more or less time"
	return append([]screen.Key{
		screen.NewKey("enter", "on the map or a search: set the knobs to what is under the cursor; u undoes that",
			hints[0], take).In(onMap).Early(),
		screen.NewKey("s", "search methods, m, γ and μ; or back to the map", "search", s.searchMenu).Early(),
		screen.NewPair("left right", "←→", left, "", across).In(onMap),
		screen.NewPair("up down", "↑↓", up, "", along).In(onMap),
		{Show: "←→↑↓", Hint: hints[1], On: onMap},
		screen.NewKey("*", "map: back to the cell with the smallest error; search: to its choice", hints[2],
			screen.Only(best)).In(onMap),
		screen.NewKey("v", "map: of another method or of exact regression; search: the map", hints[3], other).In(onMap),
		screen.NewKey("v", "elsewhere: choose the figure that the chart shows",
			"value: "+s.learned.figure().label, choose).In(elsewhere),
		screen.OverKey(s.bench, "elsewhere: choose the parameter that is swept, the chart's x axis").In(elsewhere),
	}, screen.LogKeys("x", s, at)...) // for the map those of the chart beside it
}

// Values are the figures that the chart can show.
func (s *Screen) Values() []widget.Item {
	var list []widget.Item
	for _, f := range figuresFor(s.bench.Setting.Classifies()) {
		it := widget.Item{Name: f.label, Note: f.doc, Unmet: s.learned.absent(f)}
		if f.cost.Name == "" {
			it.Column = f.column.Name
		}
		list = append(list, it)
	}
	return list
}

// State is what the second chart shows, and the parameter that was chosen for its axis.
func (s *Screen) State() []session.Field {
	var labels []string
	for _, f := range append(figuresFor(false), figuresFor(true)...) {
		labels = append(labels, f.label)
	}
	params := append(sweep.ParameterNames(sweep.Parameters(s.bench.Methods)), "")
	return append([]session.Field{
		session.Choice("over", string(s.learned.over), params, func(name string) { s.learned.over = model.Name(name) }),
		session.Choice("value", s.learned.label, labels, func(label string) { s.learned.label = label }),
	}, session.Scales("x", "y", &s.learned.Axes)...)
}

// noTarget says why nothing can be learned, or "".
func (b *base) noTarget() string {
	if b.bench.Setting.Store.Source().HasTarget() {
		return ""
	}
	return "no target to learn: choose data with d, and there the target with t; or start with --target NAME"
}
