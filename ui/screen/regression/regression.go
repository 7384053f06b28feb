// Package regression is the screen of good settings for γ and μ, and of what a regression on the approximations yields.
package regression

import (
	"slices"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
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

// about explains how to read the screen.
const about = "Each cell of the map is a pair of γ and μ, scored by cross-validation on the training rows: the fuller the cell, the smaller the error. ★ is the cell with the smallest error, ● is the cell of the present knobs, and brackets are the cursor; the title gives its figures. Outlined are the cells within one standard error of ★. If ★ is at the edge of the map, it extends by itself. Where a few cells are far worse than all others, colours go by ranks. × is a cell without a score. The map is of the method that is pointed at in the table; if that method does not run, of the first one that does. v shows the maps of other methods and of exact regression. s starts a search for a method, its m, γ and μ, for some seconds, and charts in place of the map what it finds: each mark is a method with an m at the γ and μ that are best for it, its cross-validated error over the estimated time of a fit; faint marks were dropped on fewer rows, and those far off are not drawn. The dashed line is the Pareto front; choice is the cheapest whose error is near the smallest, at most 0.2 % above it. ± is the standard error over the folds of the rows drawn, and not over other draws of rows. enter sets the knobs to the mark under the cursor. Above the chart stands why the choice is one and what was left out, as far as there is room; the command that c copies lists it all. A session does not keep them. The second chart shows results of regression on the approximations."

// New is the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	on := base{b, l}
	return &Screen{Base: screen.Base{Title: "Regression", Text: about, Jobs: Jobs}, base: on, heat: heatMap{base: on}, answer: answer{base: on},
		learned: learned{base: on, curves: curve.New(b, l), label: figuresFor(false)[0].label, over: map[string]model.Name{}}}
}

// Need returns what the chart needs of the sweep.
func (s *Screen) Need() lab.Need {
	return lab.Need{Over: s.learned.sweptOver(), Figures: s.learned.needs()}
}

// Update handles the messages of the search.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left:
		return s.leave()
	case screen.NewData:
		s.answer.drop()
		s.heat = heatMap{base: s.base}
		s.learned.Axes = curve.Axes{}
	case screen.SweepOver:
		s.learned.over[s.learned.figure(s.bench.Setting()).label] = model.Name(b)
		s.learned.show(s.learned.label)
	case screen.ShowValue:
		s.learned.show(string(b))
	case screen.Search:
		return s.search(b)
	case Answer:
		return s.answer.receive(msg)
	case Searching, tune.Event, job.Finished, job.Failed:
		if !s.answer.running {
			list := s.heat.receive(msg)
			if s.heat.Done {
				list = append(list, s.Work()...)
			}
			return list
		}
		list := s.answer.receive(msg)
		return append(list, s.Work()...)
	}
	return nil
}

// leave stops the work when the screen is left. The map begins anew when the user comes back, a search does not.
func (s *Screen) leave() []screen.Do {
	s.heat.over = 0
	list := s.answer.stop()
	if list != nil && !s.bench.Frozen() {
		list = append(list, screen.Note("the search has stopped, as screen 6 was left; what it found stays there"))
	}
	return append(list, s.heat.Leave(Jobs)...)
}

// Panes returns the map, or what a search has found, and the chart.
func (s *Screen) Panes() screen.Panes {
	panes := s.panes()
	if s.answer.shown {
		panes.Charts[0] = s.answer.chart()
	} else {
		panes.Verdict = s.heat.verdict()
	}
	return panes
}

func (s *Screen) panes() screen.Panes {
	return screen.Panes{Abreast: 70, Columns: []string{"rmse_test", "risk_ratio", "accuracy_test", "logloss_test", "seconds", "bytes"}, Charts: []screen.Chart{
		{
			Title: func(_ chart.Lines, w int) string { return s.heat.title(w) },
			Draw:  func(_ chart.Lines, w, h int) string { return s.heat.text(w, h) },
			Near:  s.heat.near, Hover: func(at int) { s.heat.over = at }, Click: s.heat.click,
			Figure: s.heat.figure, Pixels: true, Name: s.heat.name(), Scales: true,
		},
		{
			Title: s.learned.title, Methods: true,
			Lines: s.learned.lines, Axes: &s.learned.Axes, Draw: s.learned.text,
		},
	}}
}

// Keys returns the keys of the screen. Those of the first pane act on the map or on what a search has found, whichever
// is shown.
func (s *Screen) Keys() []screen.Key {
	move := func(columns, rows int) func(int) []screen.Do {
		return func(int) []screen.Do {
			if !s.answer.shown {
				s.heat.move(columns, rows)
			} else if rows != 0 {
				s.answer.byTime(rows)
			} else {
				s.answer.alongFront(columns)
			}
			return nil
		}
	}
	either := func(ofMap, ofSearch func() []screen.Do) func(int) []screen.Do {
		return func(int) []screen.Do {
			if s.answer.shown {
				return ofSearch()
			}
			return ofMap()
		}
	}
	const onMap, elsewhere = screen.OnFirst, screen.Anywhere &^ screen.OnFirst
	const left, up = "on the map: move to a smaller or a larger γ; on a search: along the Pareto front", "on the map: move to a larger or a smaller μ; on a search: to the setting that takes more or less time"
	return append([]screen.Key{
		{First: true, Keys: []string{"enter"}, Show: "enter", Does: "on the map or a search: set the knobs to what is under the cursor; u undoes that", Hint: "take γ and μ", On: onMap, Run: either(s.heat.adopt, s.answer.adopt)},
		{First: true, Keys: []string{"s"}, Show: "s", Does: "search methods, m, γ and μ; or back to the map", Hint: "search", On: screen.Anywhere, Run: func(int) []screen.Do { return s.searchMenu() }},
		{Keys: []string{"left"}, Show: "←", Does: left, On: onMap, Run: move(-1, 0)},
		{Keys: []string{"right"}, Show: "→", Does: left, On: onMap, Run: move(1, 0)},
		{Keys: []string{"up"}, Show: "↑", Does: up, On: onMap, Run: move(0, 1)},
		{Keys: []string{"down"}, Show: "↓", Does: up, On: onMap, Run: move(0, -1)},
		{Show: "←→↑↓", Hint: "cell", On: onMap},
		{Keys: []string{"*"}, Show: "*", Does: "on the map: go back to the cell with the smallest error; on a search: to its choice", Hint: "best", On: onMap, Run: either(
			func() []screen.Do { s.heat.moved = false; return nil }, func() []screen.Do { s.answer.at = ""; return nil })},
		{Keys: []string{"v"}, Show: "v", Does: "on the map: show the map of another method or of exact regression; on a search: the map", Hint: "other map", On: onMap, Run: either(
			s.heat.other, func() []screen.Do { s.answer.shown = false; return nil })},
		{Keys: []string{"v"}, Show: "v", Does: "elsewhere: choose the figure that the chart shows", Hint: "value", On: elsewhere, Run: func(int) []screen.Do { return s.learnedMenu() }},
		{Keys: []string{"o"}, Show: "o", Does: "elsewhere: choose the parameter that is swept, the chart's x axis", Hint: "over", On: elsewhere, Run: func(int) []screen.Do { return screen.ChooseOver(s.bench) }},
	}, screen.LogKeys("x", s.keyedAxes)...)
}

// keyedAxes are the axes of the chart at an index. The map has none: x and y are then for the chart beside it.
func (s *Screen) keyedAxes(at int) *curve.Axes {
	if at == 0 && s.answer.shown {
		return &s.answer.Axes
	}
	return &s.learned.Axes
}

// Hint is the word of a key in the footer.
func (s *Screen) Hint(word string, _ int, on screen.Place) string {
	if on == screen.OnFirst && slices.Contains([]string{"change", "choose", "type", "log"}, word) { // of the map are the arrows and enter
		return ""
	}
	switch onSearch := s.answer.shown && on == screen.OnFirst; word {
	case "take γ and μ":
		if onSearch {
			return "take over"
		}
	case "cell":
		if onSearch {
			return "front"
		}
	case "best":
		if onSearch {
			return "choice"
		}
	case "other map":
		if onSearch {
			return "map"
		}
	case "over":
		return "over: " + s.bench.AxisParam().Symbol
	case "value":
		return "value: " + s.learned.figure(s.bench.Setting()).label
	}
	return word
}

// Values are the figures that the chart can show.
func (s *Screen) Values() []widget.Item {
	var list []widget.Item
	for _, f := range figuresFor(s.bench.Setting().Classifies()) {
		it := widget.Item{Name: f.label, Note: f.doc, Unmet: s.learned.absent(f)}
		if f.cost.Name == "" {
			it.Column = f.column.Name
		}
		list = append(list, it)
	}
	return list
}

// State is what the second chart shows, and the parameter that it is over by figure.
func (s *Screen) State() []session.Field {
	list := []session.Field{session.Choice("value", s.learned.label, labels(), func(label string) { s.learned.label = label })}
	params := append(sweep.ParameterNames(sweep.Parameters(s.bench.Methods())), "")
	for _, label := range labels() {
		list = append(list, session.Choice("over."+label, string(s.learned.over[label]), params, func(name string) { s.learned.over[label] = model.Name(name) }))
	}
	return append(list, session.Scales("x", "y", &s.learned.Axes)...)
}

// noTarget says why nothing can be learned, or "".
func (b *base) noTarget() string {
	if b.bench.Setting().Store.Source().HasTarget() {
		return ""
	}
	return "no target to learn: choose data with d, and there the target with t; or start with --target NAME"
}
