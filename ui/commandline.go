package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/chooser"
	"gramscope/ui/prompt"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/widget"
)

// lineKeys are those of the command line.
func lineKeys() []binding {
	next := func(by int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) {
			if path := m.line.Complete(by, m.scope()); path != "" {
				m.Launch(job.Files, chooser.Complete(path))
			}
		})
	}
	past := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.line.Recall(by) }) }
	return []binding{
		{first: true, keys: []string{":"}, show: ":", does: "type a command, with completion", hint: "commands", in: onPanes, run: do(func(m *explorer) { m.line.Begin() })},
		{keys: []string{"enter"}, show: "enter", does: "in a command: run it", in: inCommand, run: (*explorer).runLine},
		{keys: []string{"tab"}, show: "tab", does: "in a command: complete it; pressed again, show the next or the previous completion", in: inCommand, run: next(1)},
		{keys: []string{"shift+tab"}, show: "shift+tab", does: "in a command: complete it; pressed again, show the next or the previous completion", in: inCommand, run: next(-1)},
		{keys: []string{"up"}, show: "↑", does: "in a command: the previous or the next command typed", in: inCommand, run: past(1)},
		{keys: []string{"down"}, show: "↓", does: "in a command: the previous or the next command typed", in: inCommand, run: past(-1)},
	}
}

// scope is what commands can be about now: also parameters of methods that don't run.
func (m *explorer) scope() prompt.Scope {
	s := prompt.Scope{
		Params: append(sweep.Parameters(m.Methods()), lab.DataKnobs()[1:]...),
		Value:  func(p model.Param) float64 { return m.Setting().Value(p, m.Widths()) },
		Ticked: m.Setting().Spec.Methods, Over: m.Sweepables(), Figures: m.choosing().Values(),
		Against: explore.Axes(m.ChartColumns()), Heads: map[string]string{},
	}
	for _, c := range m.figureColumns() {
		if c.value == nil { // else it compares
			s.Heads[strings.TrimSuffix(c.head, " ±se")] = c.of.Name
		}
	}
	for _, method := range m.Methods() {
		s.Methods = append(s.Methods, widget.Item{Name: method.Name, Note: method.Doc, Unmet: m.Setting().Unmet(method)})
	}
	for _, l := range lesson.All() {
		s.Lessons = append(s.Lessons, widget.Item{Name: l.Name, Note: l.Title})
	}
	for _, x := range m.screens {
		s.Screens = append(s.Screens, prompt.Screen{Key: x.key, Name: x.Name()})
	}
	return s
}

// choosing is the screen whose figures a command chooses: the present one, and the
// first where that has none to choose from.
func (m *explorer) choosing() screen.Screen {
	if own := m.screen(); own.Values() != nil {
		return own.Screen
	}
	return m.first()
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
		m.buildPanel()
		if !slices.ContainsFunc(m.panel.Knobs, func(k widget.Knob) bool { return k.Name == w.Param.Name }) {
			m.Info(fmt.Sprintf("%s: neither the kernel nor a chosen method uses it (%s)", w.Param.Name, w.Param.Doc))
			return nil
		}
		m.panel.Chosen = w.Param.Name
		m.explain()
	case prompt.Couple:
		m.couple(w)
	case prompt.Width:
		m.set(w)
	case prompt.Methods:
		m.change(func(s *lab.Setting) {
			s.Spec.Methods = w.Ticked
			s.Demand(w.Named...)
		})
	case prompt.Over:
		m.chooseAxis(model.Name(w))
	case prompt.Figure:
		on := m.choosing()
		m.send(on, screen.ShowValue(w))
		m.follow()
		if on != m.screen().Screen {
			m.Info(string(w) + ": screen 1 shows it")
		}
	case prompt.Against:
		m.send(m.first(), screen.ShowAgainst(w))
		m.follow()
		if m.at != 0 {
			m.Info(string(w) + ": the chart of screen 1 is over it")
		}
	case prompt.Use:
		m.useSource(w.Source, nil)
	case prompt.File:
		m.openChooser()
		return m.carryOut(m.chooser.Read(chooser.Home(string(w))))
	case prompt.Lesson:
		return m.carryOut([]screen.Do{screen.Read(w)})
	case prompt.Open:
		m.open(int(w))
	case prompt.Word:
		switch w {
		case "undo":
			m.undo()
		case "help":
			m.help = widget.Page{Open: true}
		case "quit":
			return tea.Quit
		}
	}
	return nil
}

// set moves a knob to what was typed.
func (m *explorer) set(want any) {
	m.change(func(s *lab.Setting) {
		switch w := want.(type) {
		case prompt.Set:
			s.Set(w.Param, w.Value)
		case prompt.Width:
			s.Reset(model.Sigma(nil))
			s.Spec.Width = kernel.WidthByRule(string(w))
		}
	})
}

// couple lets a parameter follow from others, and reports whether it can.
func (m *explorer) couple(want prompt.Couple) bool {
	if err := m.Couple(want.Param.Name, want.Formula); err != nil {
		m.Complain(err)
		return false
	}
	m.follow()
	return true
}

// completedPath takes in a path that completion has found.
func (m *explorer) completedPath(b chooser.Completed) {
	if m.line.Completed(m.scope(), b.Of, b.Text) && b.Note != "" {
		m.Info(b.Note)
	}
}

// commandFooter is the line that is typed, and what stands above it: what is wrong
// with it, or what it may become.
func (m *explorer) commandFooter() (line string, above []string) {
	l, most := &m.look, max(1, min(6, m.h/3))
	line = l.Accent.Render(m.line.Tail(":", m.w-5, l))
	if m.Note.Text == "" {
		return line, m.line.Ways(m.scope(), m.w-2, most, l)
	}
	for s := range strings.SplitSeq(ansi.Wrap(l.Text(m.Note.Text), m.w-4, " "), "\n") {
		above = append(above, m.noteStyle().Render(l.Fit(" "+s, m.w-2)))
	}
	return line, above[:min(len(above), most)]
}
