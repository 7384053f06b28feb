package ui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/pixel"
	"gramscope/ui/prompt"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/regression"
	"gramscope/ui/widget"
)

// scope returns the parameters, methods and values that a command can name now, those of methods that don't run
// included.
func (m *window) scope() prompt.Scope {
	set := m.Setting()
	ofData := lab.DataKnobs(set.Store.Source())[1:]
	s := prompt.Scope{
		Params:  slices.Concat(sweep.Parameters(m.Methods()), ofData, lab.FeatureWidths(set.Spec.Widths)),
		Value:   func(p model.Param) float64 { return set.Value(p, m.Widths()) },
		Ticked:  set.Spec.Methods,
		Over:    m.Sweepables(),
		Figures: m.choosing().Values(),
		Against: explore.Axes(m.ChartColumns()),
	}
	for _, x := range m.Methods() {
		item := widget.Item{Group: string(x.Family), Name: x.Name, Note: x.Title(), Unmet: set.Unmet(x)}
		s.Methods = append(s.Methods, item)
	}
	for _, name := range lesson.Names() {
		s.Lessons = append(s.Lessons, widget.Item{Name: name, Note: lesson.Title(name)})
	}
	for _, name := range pixel.Names() {
		s.Pixels = append(s.Pixels, widget.Item{Name: name})
	}
	for _, name := range look.Themes() {
		s.Themes = append(s.Themes, widget.Item{Name: name})
	}
	for _, x := range m.screens {
		s.Screens = append(s.Screens, prompt.Screen{Key: x.key, Name: x.Name()})
	}
	return s
}

// point chooses the knob of a parameter that was set, and explains a knob without effect.
func (m *explorer) point(p model.Param) {
	if !slices.ContainsFunc(m.Knobs(), func(k model.Param) bool { return k.Name == p.Name }) {
		m.Info(fmt.Sprintf("%s: neither the kernel nor a chosen method uses it (%s)", p.Name, p.Doc))
		return
	}
	m.panel.Chosen = p.Name
	m.buildPanel()
	m.explain()
}

// runLine does what was typed.
func (m *explorer) runLine() tea.Cmd {
	want, err := m.line.Enter(m.scope())
	if err != nil {
		m.Complain(err)
	}
	switch w := want.(type) {
	case prompt.Set:
		m.set(w)
		m.point(w.Param)
	case prompt.Couple, prompt.Width:
		m.set(w)
	case prompt.Widths:
		m.setWidths(w)
	case prompt.Methods:
		m.change(func(s *lab.Setting) { s.Spec.Methods = w })
	case prompt.Search:
		at := slices.IndexFunc(m.screens, func(x numbered) bool { return x.JobKind() == regression.Jobs })
		if m.screen().JobKind() != regression.Jobs {
			m.openScreen(at)
		}
		m.send(m.screens[at].Screen, screen.Search(w))
		m.follow()
	case prompt.Use:
		m.useSource(w.Source, nil)
	case prompt.File:
		m.openChooser()
		return m.carryOut(m.chooser.Read(chooser.Home(string(w))))
	case prompt.Open:
		m.openScreen(int(w))
	case prompt.Named:
		return m.obey(w)
	}
	return nil
}

// obey does what a command of one name asks for.
func (m *explorer) obey(w prompt.Named) tea.Cmd {
	switch w.Verb {
	case "over":
		m.chooseAxis(model.Name(w.Name))
	case "value":
		on := m.choosing()
		m.send(on, screen.ShowValue(w.Name))
		m.follow()
		if on != m.screen().Screen {
			m.Info(w.Name + ": screen 1 shows it")
		}
	case "against":
		m.send(m.first(), screen.ShowAgainst(w.Name))
		m.follow()
		if m.at != 0 {
			m.Info(w.Name + ": the chart of screen 1 is over it")
		}
	case "pixels":
		m.usePixels(w.Name)
	case "theme":
		m.useTheme(w.Name)
	case "lesson":
		return m.carryOut([]screen.Do{screen.Read(w.Name)})
	case "undo":
		m.undo()
	case "help":
		m.openPage(copied{})
	case "quit":
		return tea.Quit
	}
	return nil
}
