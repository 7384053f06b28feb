package ui

import (
	"slices"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// lessonOpen stands for an open lesson among the keys of screens.
const lessonOpen = "lesson"

// readBeside puts a lesson's text where the knobs are, which turn all the same, beside
// the screen that it names.
func (m *controller) readBeside(name string) {
	m.Constrain(m.lessons.Read(name))
	m.at = slices.IndexFunc(m.screens, func(s numbered) bool { return s.Screen == m.lessons })
	m.focus, m.charted = frame.Knobs, frame.First
}

// openLesson shows a lesson, on its preset: one change, which u undoes.
func (m *controller) openLesson(name string) {
	m.send(m.screen(), screen.Left{})
	m.readBeside(name)
	value := m.shownFigure()
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
func (m *controller) takeExperiment(e lab.Experiment) {
	value := m.shownFigure()
	if !lab.BuiltInSet(m.Setting().Store.Source(), e.Source.Name()) {
		m.forgetData()
	}
	m.ChangeFrom(value, func(s *lab.Setting) { s.Preset(e.Source, e.Spec) })
	m.History.Trim()
	m.openScreen(0)
	m.show(e.Shown)
	m.follow()
	if e.Note != "" {
		m.InfoOnce(e.Note)
	}
}

// show lets the first chart show what an experiment is about, as far as it can.
func (m *controller) show(of lab.Shown) {
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
func (m *controller) showColumn() {
	m.send(m.first(), screen.ShowAgainst(""))
	m.send(m.first(), screen.ShowValue(m.lessons.Now().Value))
}

// pointAtLesson chooses the swept knob, and the first method in the table.
func (m *controller) pointAtLesson() {
	spec := m.lessons.Now().Spec
	m.panel.Chosen = spec.Over[0].Name
	m.Point(m.MethodIndex(spec.Methods[0]))
	m.buildPanel()
	m.startOwn() // some charts are of the method that is pointed at
}

// closeLesson goes back to the list. The setting stays.
func (m *controller) closeLesson() {
	m.send(m.screen(), screen.Left{})
	m.lessons.Open = false
	m.Constrain(nil)
	m.focus, m.charted = frame.First, frame.First
	m.follow()
}

// shownFigure is the name of what the first chart shows.
func (m *controller) shownFigure() string {
	var now session.Session
	m.first().Save(&now)
	return now.Value
}
