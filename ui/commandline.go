package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/prompt"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/regression"
	"gramscope/ui/widget"
)

// runLine does what was typed.
func (m *explorer) runLine() (cmd tea.Cmd) {
	if err := m.line.Enter(m.verbs()); err != nil {
		m.Complain(err)
	}
	cmd, m.after = m.after, nil
	return cmd
}

// verbs returns the grammar of commands, with the parameters, methods and values that a command can name now, those of
// methods that don't run included.
func (m *window) verbs() prompt.Verbs {
	var list prompt.Verbs
	set := m.Setting
	ofData := lab.DataKnobs(set.Store.Source())[1:]
	params := slices.Concat(sweep.Parameters(m.Methods), ofData, lab.FeatureWidths(set.Spec.Widths))
	for _, p := range params {
		list = append(list, prompt.Knob(p, set.Value(p), m.setKnob))
	}
	var methods []widget.Item
	for _, x := range m.Methods {
		item := widget.Item{Group: string(x.Family), Name: x.Name, Note: x.Title(), Unmet: set.Unmet(x)}
		methods = append(methods, item)
	}
	list = append(list, prompt.Methods(methods, set.Spec.Methods, func(names []string) {
		m.change(func(s *lab.Setting) { s.Spec.Methods = names })
	})...)
	none := func(string) string { return "" }
	list = append(list,
		prompt.Named("over", "PARAMETER", "choose the parameter that the charts are swept over", "parameter to sweep over",
			widget.OverMenu(m.Sweepables(), "").Items, func(name string) { m.chooseAxis(model.Name(name)) }),
		prompt.Named("value", "FIGURE", "choose the figure of the first chart", "figure", m.choosing().Values(), m.showValue),
		prompt.Named("against", "RESULT",
			"draw the first chart over a result, such as time or memory, or the swept parameter",
			"result to chart over", explore.Axes(m.ChartColumns()), m.showAgainst),
		prompt.Verb{Names: []string{"widths"}, Arg: "on|off|learn|LIST", Read: m.readWidths,
			Doc: "give each feature a width: σ at first, these: 0.3,1,2, or those that learn finds in training rows, with μ",
			Choices: []widget.Item{{Name: "on", Note: "σ for each feature"},
				{Name: "off", Note: "one width for all features"}, {Name: "learn", Note: "by the evidence; esc stops it"}}},
		prompt.Data(func(source data.Source) { m.useSource(source, nil) }, func(path string) {
			m.openChooser()
			m.after = m.carryOut(m.chooser.Read(chooser.Home(path)))
		}),
		prompt.Search(m.search),
		prompt.Named("theme", "THEME", "change the colours", "theme", itemsOf(look.Themes(), none), m.useTheme),
		prompt.Named("lesson", "NAME", "open a lesson", "lesson", itemsOf(lesson.Names(), lesson.Title), m.openLesson),
		prompt.Alone(m.undo, "undo the last change", "undo"),
		prompt.Alone(func() { m.openPage(copied{}) }, "show the page of keys and commands", "help"),
		prompt.Alone(func() { m.after = tea.Quit }, "quit", "quit", "q"),
	)
	for i, x := range m.screens {
		v := prompt.Alone(func() { m.openScreen(i) }, "screen "+x.key, strings.ToLower(x.Name()), x.key)
		v.One = true
		list = append(list, v)
	}
	return list
}

// itemsOf returns items with notes.
func itemsOf(names []string, note func(name string) string) (list []widget.Item) {
	for _, name := range names {
		list = append(list, widget.Item{Name: name, Note: note(name)})
	}
	return list
}

// showValue shows a figure on the present screen, or on the first one if the present screen has no choice of figures.
func (m *controller) showValue(name string) {
	on := m.choosing()
	m.send(on, screen.ShowValue(name))
	m.follow()
	if on != m.screen().Screen {
		m.Info(name + ": screen 1 shows it")
	}
}

// showAgainst draws the chart of the first screen over a result.
func (m *controller) showAgainst(name string) {
	m.send(m.first(), screen.ShowAgainst(name))
	m.follow()
	if m.at != 0 {
		m.Info(name + ": the chart of screen 1 is over it")
	}
}

// setKnob returns what sets a knob and chooses it, and explains one without effect.
func (m *controller) setKnob(v prompt.Value) (func(), error) {
	change, err := m.setting(v)
	return func() {
		m.change(change)
		if !slices.ContainsFunc(m.Knobs(), func(k model.Param) bool { return k.Name == v.Param.Name }) {
			m.Info(fmt.Sprintf("%s: neither the kernel nor a chosen method uses it (%s)", v.Param.Name, v.Param.Doc))
			return
		}
		m.panel.Chosen = v.Param.Name
		m.buildPanel()
		m.explain()
	}, err
}

// search starts a search on the screen that shows what it finds.
func (m *controller) search(limit time.Duration) {
	at := slices.IndexFunc(m.screens, func(x numbered) bool { return x.JobKind() == regression.Jobs })
	if m.screen().JobKind() != regression.Jobs {
		m.openScreen(at)
	}
	m.send(m.screens[at].Screen, screen.Search(limit))
	m.follow()
}
