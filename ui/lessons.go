package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// lessonOpen stands for an open lesson among the keys of screens.
const lessonOpen = "lesson"

// lessonKeys are those of an open lesson, in whose pane the knobs are not.
func lessonKeys() []binding {
	scroll := func(pages, lines int) func(m *explorer) { return func(m *explorer) { m.lessons.Scroll(lines, pages) } }
	step := func(by int) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(m.lessons.Step(by)) }
	}
	return []binding{
		{keys: []string{"up", "k"}, show: "↑", does: "in the text: scroll", in: onText, run: do(scroll(0, -1))},
		{keys: []string{"down", "j"}, show: "↓", does: "in the text: scroll", in: onText, run: do(scroll(0, 1))},
		{show: "↑↓", hint: "scroll", in: onText},
		{keys: []string{"pgup"}, show: "pgup", does: "scroll the text by a page, from any pane", in: onPanes, run: do(scroll(-1, 1))},
		{keys: []string{"pgdown"}, show: "pgdn", does: "scroll the text by a page, from any pane", hint: "page", in: onPanes, run: do(scroll(1, -1))},
		{keys: []string{"n"}, show: "n", does: "go to the next or the previous lesson", hint: "next", in: onPanes, run: step(1)},
		{keys: []string{"N"}, show: "N", does: "go to the next or the previous lesson", in: onPanes, run: step(-1)},
		{show: "esc", hint: "list", in: onPanes},
	}
}

// reading reports whether a lesson's text is on screen.
func (m *explorer) reading() bool { return m.lessons.Open && m.screens[m.at].Screen == m.lessons }

// readBeside puts a lesson's text where the knobs are, which turn all the same, beside
// the screen that it names.
func (m *explorer) readBeside(name string) {
	m.Constrain(m.lessons.Read(name))
	m.at = slices.IndexFunc(m.screens, func(s numbered) bool { return s.Screen == m.lessons })
	m.focus, m.charted = knobsPane, firstPane
}

// openLesson shows a lesson, on its preset: one change, which u undoes.
func (m *explorer) openLesson(name string) {
	m.send(m.screen(), screen.Left{})
	m.readBeside(name)
	value := m.session().Value
	m.showColumn()
	if !lab.BuiltInSet(m.Setting().Store.Source(), m.lessons.Now().Data) {
		m.forgetData()
	}
	m.ChangeFrom(value, m.lessons.Preset)
	m.History.Trim()
	m.follow()
	m.pointAtLesson()
}

// takeExperiment shows a whole experiment on screen 1: one change, which u undoes.
func (m *explorer) takeExperiment(e lab.Experiment) {
	value := m.session().Value
	if !lab.BuiltInSet(m.Setting().Store.Source(), e.Source.Name()) {
		m.forgetData()
	}
	m.ChangeFrom(value, func(s *lab.Setting) { s.Preset(e.Source, e.Spec) })
	m.History.Trim()
	m.open(0)
	m.show(e.Shown)
	m.follow()
	if e.Note != "" {
		m.InfoOnce(e.Note)
	}
}

// show lets the first chart show what an experiment is about, as far as it can.
func (m *explorer) show(of lab.Shown) {
	if of.Figures == nil {
		return
	}
	m.send(m.first(), screen.ShowAgainst(of.Over))
	offered := m.first().Values()
	for _, column := range of.Figures {
		if slices.ContainsFunc(offered, func(it widget.Item) bool { return it.Column == column && it.Unmet == "" }) {
			m.send(m.first(), screen.ShowValue(column))
			return
		}
	}
}

// showColumn lets the first chart show what the open lesson is about, if it can, over
// the parameter.
func (m *explorer) showColumn() {
	m.send(m.first(), screen.ShowAgainst(""))
	m.send(m.first(), screen.ShowValue(m.lessons.Now().Value))
}

// pointAtLesson chooses the swept knob, and the first method in the table.
func (m *explorer) pointAtLesson() {
	spec := m.lessons.Now().Spec
	m.panel.Chosen = spec.Over[0].Name
	m.Point(m.MethodIndex(spec.Methods[0]))
	m.buildPanel()
	m.startOwn() // some charts are of the method that is pointed at
}

// closeLesson goes back to the list. The setting stays.
func (m *explorer) closeLesson() {
	m.send(m.screen(), screen.Left{})
	m.lessons.Open = false
	m.Constrain(nil)
	m.focus, m.charted = firstPane, firstPane
	m.follow()
}

// lessonText draws the open lesson, with the chosen knob, lit up where the arrow keys
// choose and turn it.
func (m *explorer) lessonText(w int) string {
	knob := m.panel.Line(w, &m.look, m.mode() == onKnobs)
	if m.mode()&(onText|onMethods|inField) == 0 && m.hint("change") != "" && m.focus != knobsPane {
		knob = m.look.Accent.Render(ansi.Strip(knob))
	}
	return m.lessons.Render(m.title(knobsPane, m.lessons.Title(), w), knob)
}
